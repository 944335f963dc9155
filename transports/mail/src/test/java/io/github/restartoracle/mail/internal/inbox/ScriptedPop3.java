package io.github.restartoracle.mail.internal.inbox;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * A POP3 server that keeps to RFC 1939, with an exclusive lock and deletions that take effect with QUIT only, except where a
 * script does otherwise.
 */
final class ScriptedPop3 implements AutoCloseable {
    /** A mail in the mailbox. */
    static final class Stored {
        final String uid;
        final byte[] bytes;

        Stored(String uid, byte[] bytes) {
            this.uid = uid;
            this.bytes = bytes;
        }
    }

    /** Replaces answers of the server; the rules answer all other commands. */
    @FunctionalInterface
    interface Script {
        /** Handles a command; returns true if it has answered. */
        boolean handle(String command, Talk talk) throws IOException;
    }

    private final ServerSocket listening;
    private final ReentrantLock maildrop = new ReentrantLock();
    final List<Stored> mails = new CopyOnWriteArrayList<>();
    final List<String> commands = new CopyOnWriteArrayList<>();
    volatile Script script = (command, talk) -> false;
    /** Its certificate; null for a server without TLS. */
    volatile @Nullable SSLContext certificate;
    /** True if TLS comes before the greeting. */
    volatile boolean implicitTls;

    volatile String banner = "+OK ready <1.2@scripted.test>";
    private int nextUid = 1;

    ScriptedPop3() throws IOException {
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(() -> {
            while (true) {
                Socket socket = listening.accept();
                start(() -> serve(socket));
            }
        });
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void start(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException closed) {
                // the client sees it too
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    synchronized String add(byte[] bytes) {
        String uid = "uid" + nextUid++;
        mails.add(new Stored(uid, bytes));
        return uid;
    }

    long count(String prefix) {
        return commands.stream().filter(command -> command.startsWith(prefix)).count();
    }

    private void serve(Socket socket) throws IOException {
        try (socket) {
            Talk talk = new Talk(socket);
            if (implicitTls) {
                talk.secure();
            }
            talk.send(banner);
            talk.loop();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }

    /** One session. */
    final class Talk {
        Socket socket;
        OutputStream out;
        private BufferedReader in;
        final Set<Stored> marked = new HashSet<>();
        List<Stored> listed = new ArrayList<>();
        private boolean over;

        Talk(Socket socket) throws IOException {
            this.socket = socket;
            this.out = socket.getOutputStream();
            this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        /** Puts TLS underneath. */
        void secure() throws IOException {
            SSLSocketFactory tls = Objects.requireNonNull(certificate).getSocketFactory();
            SSLSocket secured = (SSLSocket) tls.createSocket(socket, null, socket.getPort(), true);
            secured.setUseClientMode(false);
            secured.startHandshake();
            socket = secured;
            out = secured.getOutputStream();
            in = new BufferedReader(new InputStreamReader(secured.getInputStream(), StandardCharsets.UTF_8));
        }

        void send(String line) throws IOException {
            raw(line + "\r\n");
        }

        void raw(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }

        /** Ends the session as if the network had failed. */
        boolean drop() throws IOException {
            over = true;
            socket.close();
            return true;
        }

        void loop() throws IOException {
            try {
                String line;
                while (!over && (line = in.readLine()) != null) {
                    String command = line.split(" ", 2)[0];
                    commands.add(command.equals("PASS") ? command : line);
                    if (!script.handle(line, this)) {
                        byTheRules(command, line.contains(" ") ? line.substring(line.indexOf(' ') + 1) : null);
                    }
                }
            } finally {
                if (maildrop.isHeldByCurrentThread()) {
                    maildrop.unlock();
                }
            }
        }

        void byTheRules(String command, @Nullable String argument) throws IOException {
            switch (command) {
                case "USER", "NOOP" -> send("+OK");
                case "PASS", "APOP", "AUTH" -> logIn();
                case "STLS" -> {
                    if (certificate == null) {
                        send("-ERR unknown");
                    } else {
                        send("+OK begin");
                        secure();
                    }
                }
                case "LIST" -> list(false);
                case "UIDL" -> list(true);
                case "RETR" -> text(mail(argument).bytes);
                case "TOP" -> text(header(mail(String.valueOf(argument).split(" ", 2)[0]).bytes));
                case "DELE" -> {
                    marked.add(mail(argument));
                    send("+OK");
                }
                case "QUIT" -> quit();
                default -> send("-ERR unknown");
            }
        }

        private void logIn() throws IOException {
            try {
                // The thread of a session that was just dropped may still hold the lock.
                if (!maildrop.tryLock(5, TimeUnit.SECONDS)) {
                    send("-ERR [IN-USE] maildrop is locked");
                    return;
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            listed = new ArrayList<>(mails);
            send("+OK " + listed.size());
        }

        void list(boolean uids) throws IOException {
            send("+OK");
            for (int i = 0; i < listed.size(); i++) {
                Stored mail = listed.get(i);
                if (!marked.contains(mail)) {
                    send((i + 1) + " " + (uids ? mail.uid : Integer.toString(mail.bytes.length)));
                }
            }
            send(".");
        }

        Stored mail(@Nullable String number) {
            return listed.get(Integer.parseInt(String.valueOf(number)) - 1);
        }

        void text(byte[] bytes) throws IOException {
            ByteArrayOutputStream stuffed = new ByteArrayOutputStream();
            boolean lineStart = true;
            int previous = 0;
            for (byte b : bytes) {
                if (lineStart && b == '.') {
                    stuffed.write('.');
                }
                stuffed.write(b);
                lineStart = b == '\n' && previous == '\r';
                previous = b;
            }
            send("+OK " + bytes.length + " octets");
            out.write(stuffed.toByteArray());
            raw((lineStart ? "" : "\r\n") + ".\r\n");
        }

        private static byte[] header(byte[] bytes) {
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            int end = text.indexOf("\r\n\r\n");
            return (end < 0 ? text : text.substring(0, end + 4)).getBytes(StandardCharsets.ISO_8859_1);
        }

        /** Deletes the marked mails, as the UPDATE state does. */
        void commit() {
            mails.removeAll(marked);
        }

        void quit() throws IOException {
            commit();
            send("+OK bye");
            drop();
        }
    }
}
