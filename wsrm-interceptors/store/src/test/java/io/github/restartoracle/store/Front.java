package io.github.restartoracle.store;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One address for several nodes: every connection goes to the next of them that accepts it. It knows nothing of HTTP, as a
 * balancer for TCP does not.
 */
final class Front implements Closeable {
    private static final int CONNECT_MILLIS = 1_000;

    private final ServerSocket socket;
    private final List<Integer> nodes;
    private final AtomicInteger next = new AtomicInteger();

    /** In front of those ports. */
    Front(List<Integer> nodes) {
        this.nodes = nodes;
        try {
            this.socket = new ServerSocket(0, 200, InetAddress.getByName("localhost"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    private static void start(Runnable loop) {
        Thread thread = new Thread(loop, "test-front");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                start(() -> join(client));
            } catch (IOException closed) {
                // The test has ended.
            }
        }
    }

    private void join(Socket client) {
        try (client;
                Socket node = connect()) {
            start(() -> copy(client, node));
            copy(node, client);
        } catch (IOException nobody) {
            // As if the only node were gone.
        }
    }

    private Socket connect() throws IOException {
        IOException last = new IOException("no nodes");
        for (int i = 0; i < nodes.size(); i++) {
            int port = nodes.get(Math.floorMod(next.getAndIncrement(), nodes.size()));
            Socket node = new Socket();
            try {
                node.connect(new InetSocketAddress("localhost", port), CONNECT_MILLIS);
                return node;
            } catch (IOException dead) {
                node.close();
                last = dead;
            }
        }
        throw last;
    }

    /** Until one of them closes; then both are closed. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        } catch (IOException gone) {
            // So is the other side.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
