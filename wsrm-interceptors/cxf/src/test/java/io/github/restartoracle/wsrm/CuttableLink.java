package io.github.restartoracle.wsrm;

import io.github.restartoracle.house.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Forwards TCP connections to a server on this machine, and refuses them while it is down. */
final class CuttableLink implements AutoCloseable {
    final int port = FreePort.next();
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile ServerSocket entrance;
    private volatile CountDownLatch answers = new CountDownLatch(0);

    CuttableLink(int target) {
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

    /** Accepts connections again. */
    void restore() {
        entrance = up();
    }

    /** Cuts the connections, and refuses new ones. */
    void cut() {
        close();
    }

    /** Cuts the connections, and accepts new ones. */
    void reset() {
        sockets.forEach(CuttableLink::close);
    }

    /** Holds the answers of the server from now on. */
    void holdAnswers() {
        answers = new CountDownLatch(1);
    }

    void releaseAnswers() {
        answers.countDown();
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
                // A thread that waits for connections accepts one more if that comes before it notices the end.
                close(source);
                close(destination);
                return;
            }
            start(() -> forward(source, destination, false));
            start(() -> forward(destination, source, true));
        } catch (IOException noServer) {
            source.close();
        }
    }

    private void forward(Socket from, Socket to, boolean answering) {
        try (from;
                to) {
            byte[] buffer = new byte[1 << 13];
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                if (answering) {
                    answers.await();
                }
                to.getOutputStream().write(buffer, 0, read);
            }
        } catch (IOException | InterruptedException cut) {
            // Cutting connections is the purpose of this class.
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
        sockets.forEach(CuttableLink::close);
    }
}
