package io.github.restartoracle.mail.internal.smtp;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * An SMTP server with scripted misbehaviour. It behaves well except for the commands that a script has replies for. A reply is
 * sent as it is, with line ends added; it may have the words {@link #CLOSE}, {@link #SILENCE}, {@link #SLOWLY} and {@link
 * #FLOOD}. Each connection takes the next script, and the last is for all that follow. Besides the commands there are {@code
 * GREETING}, {@code TLS} (sent right after the reply to STARTTLS), {@code BODY} (after the first 10,000 bytes of a body) and
 * {@code DOT}.
 */
public final class ScriptedRelay implements AutoCloseable {
    /** Closes the connection. */
    public static final String CLOSE = "<close>";
    /** Sends no reply until the client has gone. */
    public static final String SILENCE = "<silence>";
    /** Sends lines of a reply that never ends. */
    static final String SLOWLY = "<slowly>";
    /** Sends 100 MB without a line end. */
    static final String FLOOD = "<flood>";
    /** Answers the handshake with the alert of a server that knows TLS 1.0 only. */
    static final String OLD_TLS = "<old-tls>";

    private final ServerSocket listener;
    private final List<Map<String, String>> scripts;
    private final @Nullable SSLContext tls;
    private final boolean implicitTls;
    private final AtomicInteger connections = new AtomicInteger();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    public final List<String> commands = new CopyOnWriteArrayList<>();
    public final List<String> mails = new CopyOnWriteArrayList<>();

    public ScriptedRelay(@Nullable SSLContext tls, boolean implicitTls, List<Map<String, String>> scripts)
            throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.tls = tls;
        this.implicitTls = implicitTls;
        this.scripts = List.copyOf(scripts);
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public int connections() {
        return connections.get();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "scripted-relay");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (closed.getCount() > 0) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                int number = connections.getAndIncrement();
                Map<String, String> script = scripts.get(Math.min(number, scripts.size() - 1));
                start(() -> serve(socket, script));
            } catch (IOException over) {
                return;
            }
        }
    }

    private void serve(Socket socket, Map<String, String> script) {
        try (socket) {
            new Talk(socket, script).run();
        } catch (IOException | InterruptedException gone) {
            // the client or the script has ended the connection
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    /** One connection. */
    private final class Talk {
        private final Map<String, String> script;
        private Socket socket;
        private BufferedReader in;
        private OutputStream out;
        private boolean secure;

        Talk(Socket socket, Map<String, String> script) throws IOException {
            this.socket = socket;
            this.script = script;
            this.in = reader(socket);
            this.out = socket.getOutputStream();
        }

        private static BufferedReader reader(Socket socket) throws IOException {
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        }

        void run() throws IOException, InterruptedException {
            if (implicitTls) {
                handshake();
            }
            say("GREETING", "220 relay ready");
            String line;
            while ((line = in.readLine()) != null) {
                commands.add(line);
                String verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
                switch (verb) {
                    case "EHLO" -> say(secure ? "EHLO-TLS" : "EHLO", "250-relay\n250 AUTH PLAIN LOGIN");
                    case "STARTTLS" -> {
                        say(verb, "220 go ahead");
                        if (script.getOrDefault(verb, "220").startsWith("220")) {
                            handshake();
                        }
                    }
                    case "AUTH" -> say(verb, "235 welcome");
                    case "DATA" -> {
                        say(verb, "354 go ahead");
                        if (script.getOrDefault(verb, "354").startsWith("354")) {
                            body();
                        }
                    }
                    case "QUIT" -> {
                        say(verb, "221 bye");
                        return;
                    }
                    default -> say(verb, "250 fine");
                }
            }
        }

        private void handshake() throws IOException, InterruptedException {
            if (OLD_TLS.equals(script.get("TLS"))) {
                // fatal alert, protocol_version (RFC 5246, 7.2), after the ClientHello
                InputStream raw = socket.getInputStream();
                raw.readNBytes(5);
                out.write(new byte[] {0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46});
                out.flush();
                await(SILENCE);
            }
            if (CLOSE.equals(script.get("TLS"))) {
                throw new IOException("as told");
            }
            SSLContext context = java.util.Objects.requireNonNull(tls);
            SSLSocket wrapped =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), true);
            wrapped.setUseClientMode(false);
            wrapped.startHandshake();
            socket = wrapped;
            in = reader(wrapped);
            out = wrapped.getOutputStream();
            secure = true;
        }

        private void body() throws IOException, InterruptedException {
            StringBuilder mail = new StringBuilder();
            boolean told = false;
            String line;
            while ((line = in.readLine()) != null && !line.equals(".")) {
                mail.append(line.startsWith(".") ? line.substring(1) : line).append("\r\n");
                if (!told && mail.length() > 10_000 && script.containsKey("BODY")) {
                    told = true;
                    say("BODY", "");
                }
            }
            if (line != null) {
                mails.add(mail.toString());
                say("DOT", "250 2.0.0 queued");
            }
        }

        private void say(String verb, String usual) throws IOException, InterruptedException {
            String reply = script.getOrDefault(verb, usual);
            for (String word : List.of(CLOSE, SILENCE, SLOWLY, FLOOD)) {
                int at = reply.indexOf(word);
                if (at >= 0) {
                    send(reply.substring(0, at));
                    await(word);
                }
            }
            send(reply);
        }

        private void send(String lines) throws IOException {
            if (!lines.isEmpty()) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                bytes.writeBytes((lines.strip().replace("\n", "\r\n") + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
                bytes.writeTo(out);
                out.flush();
            }
        }

        private void await(String word) throws IOException, InterruptedException {
            switch (word) {
                case SLOWLY -> {
                    while (!closed.await(20, TimeUnit.MILLISECONDS)) {
                        send("250-wait");
                    }
                }
                case FLOOD -> {
                    byte[] block = new byte[1 << 20];
                    java.util.Arrays.fill(block, (byte) 'x');
                    for (int i = 0; i < 100; i++) {
                        out.write(block);
                    }
                }
                case SILENCE -> {
                    while (in.readLine() != null) {
                        // the server answers no command
                    }
                }
                default -> {}
            }
            throw new IOException("as told");
        }
    }
}
