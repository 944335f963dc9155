package io.github.restartoracle.wsrm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Forwards TCP connections to a server on this machine, and refuses them while it is down. */
final class Link implements AutoCloseable {
    final int port = FreePort.next();
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket entrance;

    Link(int target) {
        this.target = target;
        this.entrance = up();
    }

    private ServerSocket up() {
        try {
            ServerSocket opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            start(() -> accept(opened));
            return opened;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connections are accepted again. */
    void restore() {
        entrance = up();
    }

    /** Connections are cut, and new ones refused. */
    void cut() {
        close();
    }

    /** Connections are cut, and new ones accepted. */
    void reset() {
        sockets.forEach(Link::close);
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                connect(from.accept(), from);
            } catch (IOException refusedOrClosed) {
                // The loop ends when the entrance is closed.
            }
        }
    }

    private void connect(Socket source, ServerSocket from) throws IOException {
        try {
            Socket destination = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(source);
            sockets.add(destination);
            if (from.isClosed()) {
                // A thread that waits for connections takes one more if that comes before it notices.
                close(source);
                close(destination);
                return;
            }
            start(() -> forward(source, destination));
            start(() -> forward(destination, source));
        } catch (IOException noServer) {
            source.close();
        }
    }

    private void forward(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException cut) {
            // That is what this class is for.
        } finally {
            sockets.remove(from);
        }
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "test-link");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        close(entrance);
        sockets.forEach(Link::close);
    }
}
