package io.github.restartoracle.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards connections to a port of this machine; can delay data, and swallow them without an answer. */
final class Relay implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger toSwallow = new AtomicInteger();
    private final AtomicInteger toReset = new AtomicInteger();
    private final AtomicInteger toWithhold = new AtomicInteger();
    private final Thread accepting;
    private final int target;
    private volatile boolean dead;
    private volatile long delayMillis;

    Relay(int target) throws IOException {
        this.target = target;
        accepting = inBackground(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** Accepts and reads the next connections, without any other effect. */
    void swallow(int connections) {
        toSwallow.set(connections);
    }

    /** Resets the connections on which the next answers come, instead of forwarding these. */
    void reset(int answers) {
        toReset.set(answers);
    }

    /** Reads the next answers and forwards none, nor what follows them. */
    void withhold(int answers) {
        toWithhold.set(answers);
    }

    /** Forwards data after a delay, in each direction. */
    void delay(long millis) {
        delayMillis = millis;
    }

    /** Returns the number of connections that it has accepted. */
    int connections() {
        return accepted.get();
    }

    /** Reads all data and forwards none from now on, on existing and new connections. */
    void die() {
        dead = true;
    }

    /** Forwards the data of new connections again. */
    void revive() {
        dead = false;
    }

    private void accept() throws IOException {
        while (!listening.isClosed()) {
            Socket client = listening.accept();
            sockets.add(client);
            accepted.incrementAndGet();
            if (dead || toSwallow.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                inBackground(() -> client.getInputStream().transferTo(OutputStream.nullOutputStream()));
                continue;
            }
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(server);
            inBackground(() -> pass(client, server, false));
            inBackground(() -> pass(server, client, true));
        }
    }

    private void pass(Socket from, Socket to, boolean answers) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            byte[] part = new byte[8192];
            boolean swallowing = false;
            for (int read = in.read(part); read >= 0; read = in.read(part)) {
                swallowing |= dead || (answers && take(toWithhold));
                if (answers && take(toReset)) {
                    to.setSoLinger(true, 0);
                    return;
                }
                if (!swallowing) {
                    sleep(delayMillis);
                    to.getOutputStream().write(part, 0, read);
                }
            }
        }
    }

    private static void sleep(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static boolean take(AtomicInteger left) {
        return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    private interface Step {
        void run() throws IOException;
    }

    private static Thread inBackground(Step step) {
        Thread thread = new Thread(() -> {
            try {
                step.run();
            } catch (IOException closed) {
                // The test checks the data that arrived.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Closes all connections, also the one that the accepting thread may take after the listening socket was closed. */
    @Override
    public void close() throws IOException {
        listening.close();
        try {
            accepting.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
