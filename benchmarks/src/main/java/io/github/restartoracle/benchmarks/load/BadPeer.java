package io.github.restartoracle.benchmarks.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A peer that forwards to a good service until it turns bad. Thread-safe. */
final class BadPeer {
    /** The kinds of bad behaviour. */
    enum Kind {
        /** Accepts connections and does not answer. */
        SILENT,
        /** Answers one byte a second. */
        SLOW,
        /** Answers 16 MiB. */
        LARGE,
        /** Refuses connections. */
        REFUSED
    }

    private static final int LARGE_BYTES = 16 << 20;

    private final Kind kind;
    private final int target;
    private final ServerSocket entrance;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean bad;

    BadPeer(Kind kind, int target) throws IOException {
        this.kind = kind;
        this.target = target;
        this.entrance = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return entrance.getLocalPort();
    }

    /** Ends the existing connections. */
    void turnBad() throws IOException {
        bad = true;
        if (kind == Kind.REFUSED) {
            entrance.close();
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Runs a task in a thread that does not outlive the program. */
    static void start(Runnable task) {
        Thread thread = new Thread(task, "neighbour");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!entrance.isClosed()) {
            try {
                Socket socket = entrance.accept();
                sockets.add(socket);
                start(() -> serve(socket));
            } catch (IOException closed) {
                // the loop ends when the entrance is closed
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            if (bad) {
                misbehave(socket);
            } else {
                forward(socket);
            }
        } catch (IOException | InterruptedException ended) {
            // the other side has closed, or this one has turned bad
        } finally {
            sockets.remove(socket);
        }
    }

    private void forward(Socket socket) throws IOException {
        try (Socket service = new Socket(InetAddress.getLoopbackAddress(), target)) {
            sockets.add(service);
            start(() -> pump(service, socket));
            pump(socket, service);
        }
    }

    private static void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.close();
        } catch (IOException ended) {
            // one of them is closed, and the other will be closed soon
        }
    }

    private void misbehave(Socket socket) throws IOException, InterruptedException {
        InputStream in = socket.getInputStream();
        if (in.read(new byte[8192]) < 0 || kind == Kind.SILENT) {
            in.transferTo(OutputStream.nullOutputStream());
            return;
        }
        OutputStream out = socket.getOutputStream();
        out.write(("HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: " + LARGE_BYTES + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        byte[] part = new byte[kind == Kind.SLOW ? 1 : 8192];
        for (int sent = 0; sent < LARGE_BYTES; sent += part.length) {
            out.write(part);
            if (kind == Kind.SLOW) {
                TimeUnit.SECONDS.sleep(1);
            }
        }
    }
}
