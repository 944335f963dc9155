package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One end of a relayed connection: a non-blocking socket and the bytes it could not take yet.
 *
 * <p>Not thread-safe; confined to the thread of one link.
 */
final class RelaySocket {
    private final SocketChannel channel;
    private final SelectionKey key;
    private final Direction sending;
    private final Deque<ByteBuffer> unwritten = new ArrayDeque<>();
    private boolean outputEnded;
    private boolean inputEnded;

    RelaySocket(SocketChannel channel, SelectionKey key, Direction sending) {
        this.channel = channel;
        this.key = key;
        this.sending = sending;
    }

    /** Returns the direction of the data that is read here: forward from the client, backward from the server. */
    Direction sending() {
        return sending;
    }

    /** Reads available bytes, empty if there are none; null at the end of the stream. */
    @Nullable
    ByteBuffer read(ByteBuffer scratch) throws IOException {
        scratch.clear();
        int size = channel.read(scratch);
        if (size < 0) {
            inputEnded = true;
            return null;
        }
        byte[] copy = new byte[size];
        scratch.flip().get(copy);
        return ByteBuffer.wrap(copy);
    }

    /** Writes bytes, or the end of the stream if there are none. */
    void write(ByteBuffer bytes) throws IOException {
        unwritten.add(bytes);
        flush();
    }

    void flush() throws IOException {
        for (ByteBuffer head = unwritten.peek(); head != null; head = unwritten.peek()) {
            if (head.hasRemaining()) {
                channel.write(head);
            } else {
                outputEnded = true;
                channel.shutdownOutput();
            }
            if (head.hasRemaining()) {
                return;
            }
            unwritten.remove();
        }
    }

    void finishConnect() throws IOException {
        channel.finishConnect();
    }

    boolean connected() {
        return channel.isConnected();
    }

    long bytesUnwritten() {
        return unwritten.stream().mapToLong(ByteBuffer::remaining).sum();
    }

    boolean done() {
        return inputEnded && outputEnded;
    }

    void interest(boolean read) {
        if (key.isValid()) {
            int connect = connected() ? 0 : SelectionKey.OP_CONNECT;
            int reading = read && connected() && !inputEnded ? SelectionKey.OP_READ : 0;
            int writing = connected() && !unwritten.isEmpty() ? SelectionKey.OP_WRITE : 0;
            key.interestOps(connect | reading | writing);
        }
    }

    void close() {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            // The socket cannot even be closed, and no data is lost by that.
        }
    }

    void reset() {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException | UnsupportedOperationException alreadyGone) {
            // Only closing it remains.
        }
        close();
    }
}
