package io.github.restartoracle.mail.internal.smtp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A relay's port that forwards to another relay on command; connections to the former one are cut. */
public final class RelaySwitch implements AutoCloseable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private volatile int target;

    public RelaySwitch(int target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public void to(int port) throws IOException {
        target = port;
        for (Socket socket : open) {
            socket.close();
        }
        open.clear();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "relay-switch");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket in = listener.accept();
                Socket out = new Socket(InetAddress.getLoopbackAddress(), target);
                open.add(in);
                open.add(out);
                start(() -> copy(in, out));
                start(() -> copy(out, in));
            } catch (IOException over) {
                // the connection is closed, or the other relay is gone
            }
        }
    }

    private static void copy(Socket from, Socket to) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException cut) {
            // both are closed
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        to(0);
    }
}
