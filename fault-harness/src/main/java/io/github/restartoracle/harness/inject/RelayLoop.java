package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that serves all connections of an in-process link, and the queue of their next moments. */
final class RelayLoop implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RelayLoop.class);
    private static final int BACKLOG = 1024;
    private static final long MILLI = 1_000_000;

    private final InetSocketAddress target;
    private final LinkModel link;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final InetSocketAddress address;
    private final Thread thread;

    /** The open connections by the time at which each must be advanced. */
    private final NavigableSet<RelayedConnection> wakes = new TreeSet<>(RelayedConnection.BY_WAKE);

    private final ByteBuffer scratch = ByteBuffer.allocateDirect(64 * 1024);
    private long connections;
    private volatile boolean closing;

    /** The connection and the socket of it to which a key belongs. */
    private record End(RelayedConnection connection, RelaySocket socket) {}

    RelayLoop(InetSocketAddress target, LinkModel link) throws IOException {
        this.target = target;
        this.link = link;
        this.selector = Selector.open();
        this.listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        this.address = (InetSocketAddress) listener.getLocalAddress();
        this.thread = new Thread(this, "in-process-link-" + address.getPort());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    InetSocketAddress address() {
        return address;
    }

    @Override
    public void run() {
        try {
            while (!closing) {
                select();
                long now = System.nanoTime();
                selector.selectedKeys().forEach(key -> serve(key, now));
                selector.selectedKeys().clear();
                wakeDue(System.nanoTime());
            }
        } catch (IOException e) {
            LOG.error("in-process link to {} stopped", target, e);
        } finally {
            release();
        }
    }

    private void select() throws IOException {
        long next = nextWake();
        long wait = next - System.nanoTime();
        if (next == Long.MAX_VALUE) {
            selector.select();
        } else if (wait <= 0) {
            selector.selectNow();
        } else {
            selector.select((wait + MILLI - 1) / MILLI);
        }
    }

    private void serve(SelectionKey key, long now) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept(now);
            return;
        }
        End end = (End) key.attachment();
        end.connection().ready(end.socket(), key.isReadable(), scratch, now);
        reschedule(end.connection());
    }

    private void accept(long now) {
        try {
            for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
                SelectionKey key = register(channel, 0);
                RelaySocket client = new RelaySocket(channel, key, Direction.FORWARD);
                RelayedConnection connection = new RelayedConnection(client, this, link, connections++, now);
                key.attach(new End(connection, client));
                connection.advance(now);
                reschedule(connection);
            }
        } catch (IOException e) {
            LOG.warn("a connection to {} could not be accepted", address, e);
        }
    }

    /** Opens a connection to the server. */
    RelaySocket connect(RelayedConnection connection) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            SelectionKey key = register(channel, SelectionKey.OP_CONNECT);
            RelaySocket server = new RelaySocket(channel, key, Direction.BACKWARD);
            key.attach(new End(connection, server));
            channel.connect(target);
            return server;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e instanceof IOException io ? io : new IOException(e);
        }
    }

    private SelectionKey register(SocketChannel channel, int interest) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return channel.register(selector, interest);
    }

    private void reschedule(RelayedConnection connection) {
        wakes.remove(connection);
        if (!connection.closed()) {
            connection.planWake();
            wakes.add(connection);
        }
    }

    private long nextWake() {
        return wakes.isEmpty() ? Long.MAX_VALUE : wakes.first().wakeNanos();
    }

    private void wakeDue(long now) {
        while (nextWake() <= now) {
            RelayedConnection connection = wakes.first();
            connection.advance(now);
            reschedule(connection);
        }
    }

    private void release() {
        wakes.forEach(RelayedConnection::close);
        try {
            listener.close();
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
