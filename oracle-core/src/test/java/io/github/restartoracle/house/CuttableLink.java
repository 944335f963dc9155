package io.github.restartoracle.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Forwards TCP connections to servers on this machine in turn, and refuses them while it is down. */
public final class CuttableLink implements AutoCloseable {
    /** The socket that listens, and the thread that waits for connections. */
    private record Entrance(ServerSocket socket, Thread acceptor) {}

    private static final int CONNECT_MILLIS = 1_000;

    public final int port;
    private final List<Integer> targets;
    private final AtomicInteger turn = new AtomicInteger();
    /** The sockets of all connections, and the server of each. */
    private final Map<Socket, Integer> sockets = new ConcurrentHashMap<>();

    private volatile Entrance entrance;
    private final AtomicInteger generation = new AtomicInteger();
    private volatile CountDownLatch answers = new CountDownLatch(0);

    /** Creates a link to a port. */
    public CuttableLink(int target) {
        this(FreePort.next(), Integer.valueOf(target));
    }

    /** Creates a link from one port to others. */
    public CuttableLink(int port, Integer... targets) {
        this.port = port;
        this.targets = new CopyOnWriteArrayList<>(targets);
        this.entrance = up();
    }

    private Entrance up() {
        try {
            ServerSocket opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return new Entrance(opened, start(() -> accept(opened)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Accepts connections again. */
    public void restore() {
        entrance = up();
    }

    /** Cuts the connections, and refuses new ones. */
    public void cut() {
        close();
    }

    /** Cuts the connections, and accepts new ones. */
    public void reset() {
        sockets.keySet().forEach(CuttableLink::close);
    }

    /** Cuts the connections to a server, and makes no new ones to it. */
    public void leave(Integer target) {
        targets.remove(target);
        sockets.forEach((socket, server) -> {
            if (server.equals(target)) {
                close(socket);
            }
        });
    }

    /** Makes connections to a server again. */
    public void enter(Integer target) {
        targets.add(target);
    }

    /** Holds the answers of the server from now on. */
    public void holdAnswers() {
        answers = new CountDownLatch(1);
    }

    /** Lets the held answers go on. */
    public void releaseAnswers() {
        answers.countDown();
    }

    /** Lets the present connections carry nothing any more, as a firewall does that has forgotten them; further ones work. */
    public void silence() {
        generation.incrementAndGet();
    }

    private void accept(ServerSocket from) {
        while (!from.isClosed()) {
            try {
                Socket source = from.accept();
                // A server that is frozen holds up no connection to another one.
                Thread unused = start(() -> connect(source, from));
            } catch (IOException refusedOrClosed) {
                // The loop ends when the entrance is closed.
            }
        }
    }

    private void connect(Socket source, ServerSocket from) {
        try {
            Socket destination = connect(turn.getAndIncrement());
            Integer server = destination.getPort();
            sockets.put(source, server);
            sockets.put(destination, server);
            if (from.isClosed() || !targets.contains(server)) {
                // It is accepted although the entrance is closed, if it comes before the thread has noticed.
                close(source);
                close(destination);
                return;
            }
            Thread unused = start(() -> forward(source, destination, false));
            forward(destination, source, true);
        } catch (IOException noServer) {
            close(source);
        }
    }

    /** Connects to the server whose turn it is, or to the next one that answers. */
    private Socket connect(int first) throws IOException {
        List<Integer> present = List.copyOf(targets);
        for (int i = 0; i < present.size(); i++) {
            int server = present.get(Math.floorMod(first + i, present.size()));
            Socket destination = new Socket();
            try {
                destination.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server), CONNECT_MILLIS);
                return destination;
            } catch (IOException down) {
                // The next one may be up.
                destination.close();
            }
        }
        throw new ConnectException("no server answers");
    }

    private void forward(Socket from, Socket to, boolean answering) {
        int own = generation.get();
        try (from;
                to) {
            byte[] buffer = new byte[1 << 13];
            for (int read = from.getInputStream().read(buffer);
                    read >= 0;
                    read = from.getInputStream().read(buffer)) {
                if (answering) {
                    answers.await();
                }
                if (own == generation.get()) {
                    to.getOutputStream().write(buffer, 0, read);
                }
            }
        } catch (IOException | InterruptedException cut) {
            // Cutting connections is the purpose of this class.
        } finally {
            sockets.remove(from);
        }
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task, "test-link");
        thread.setDaemon(true);
        thread.start();
        return thread;
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
        close(entrance.socket());
        try {
            // The system listens until the thread has noticed.
            entrance.acceptor().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sockets.keySet().forEach(CuttableLink::close);
    }
}
