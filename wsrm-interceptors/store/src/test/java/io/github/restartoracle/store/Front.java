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
 * One address for several nodes: each connection goes to the next node that accepts it. It does not read HTTP, like a balancer
 * for TCP.
 */
final class Front implements Closeable {
    private static final int CONNECT_MILLIS = 1_000;

    private final ServerSocket socket;
    private final List<Integer> nodes;
    private final AtomicInteger next = new AtomicInteger();

    /** Creates a front of the nodes at the given ports. */
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
            // The client sees a closed connection, as if the only node were gone.
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

    /** Copies until one of the sockets closes; then both are closed. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        } catch (IOException gone) {
            // The other side is closed as well.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
