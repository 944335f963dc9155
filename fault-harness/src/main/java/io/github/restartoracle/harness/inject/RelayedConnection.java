package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One connection through an in-process link. Until its handshake is complete, the server does not see it, and a client that
 * closes it has abandoned it.
 *
 * <p>Not thread-safe; confined to the thread of one link.
 */
final class RelayedConnection {
    /** Orders the connections of one link by {@link #wakeNanos}. */
    static final Comparator<RelayedConnection> BY_WAKE =
            Comparator.comparingLong(RelayedConnection::wakeNanos).thenComparingLong(connection -> connection.number);

    /** The bytes beyond which the sender is not read; about as many as a kernel would buffer. */
    private static final long WINDOW_BYTES = 256 * 1024;

    private final long number;
    private final RelaySocket client;
    private final RelayLoop loop;
    private final TcpPath path;
    private final LinkTally tally;
    private final Handshake handshake;
    private final Pipe forward;
    private final Pipe backward;

    /** Data of the client from before the connection was established. */
    private final Deque<ByteBuffer> early = new ArrayDeque<>();

    private @Nullable RelaySocket server;
    private boolean closed;
    private boolean resetLost;
    private boolean resetCounted;
    private long wakeNanos = Long.MAX_VALUE;

    RelayedConnection(RelaySocket client, RelayLoop loop, LinkModel link, long number, long nowNanos) {
        this.number = number;
        this.client = client;
        this.loop = loop;
        this.path = new TcpPath(link, number);
        this.tally = link.tally;
        this.handshake = new Handshake(path, nowNanos);
        this.forward = new Pipe(path, Direction.FORWARD);
        this.backward = new Pipe(path, Direction.BACKWARD);
        tally.accepted.increment();
    }

    boolean closed() {
        return closed;
    }

    /** Returns the time that the last call of {@link #planWake} has found. */
    long wakeNanos() {
        return wakeNanos;
    }

    /** Finds the time at which {@link #advance} must be called. */
    void planWake() {
        wakeNanos = nextNanos();
    }

    private long nextNanos() {
        if (closed || resetLost) {
            return Long.MAX_VALUE;
        }
        if (server == null) {
            return Math.min(handshake.nextNanos(), path.resetNanos());
        }
        // Before it is connected, only its socket can cause an event.
        return server.connected()
                ? Math.min(Math.min(forward.nextNanos(), backward.nextNanos()), path.resetNanos())
                : Long.MAX_VALUE;
    }

    /** Does the actions that are due. */
    void advance(long nowNanos) {
        if (server == null && !closed) {
            shakeHands(nowNanos);
        }
        if (path.resetNanos() <= nowNanos && !closed && !resetLost) {
            reset();
        }
        RelaySocket peer = server;
        if (peer != null && !closed && !resetLost) {
            move(forward, peer, nowNanos);
            move(backward, client, nowNanos);
        }
        if (peer != null && !closed && client.done() && peer.done()) {
            close();
        }
        updateInterest();
    }

    private void shakeHands(long nowNanos) {
        Handshake.State state = handshake.advance(nowNanos);
        if (state == Handshake.State.GIVEN_UP) {
            tally.givenUp.increment();
            close(client);
        } else if (state == Handshake.State.ESTABLISHED) {
            establish(nowNanos);
        }
    }

    private void establish(long nowNanos) {
        try {
            server = loop.connect(this);
        } catch (IOException refused) {
            refuse();
            return;
        }
        if (server.connected()) {
            tally.established.increment();
        }
        early.forEach(bytes -> forward.offer(bytes, nowNanos));
        early.clear();
    }

    private void refuse() {
        tally.refused.increment();
        close(client);
    }

    private void move(Pipe pipe, RelaySocket to, long nowNanos) {
        if (!to.connected()) {
            return;
        }
        try {
            for (ByteBuffer bytes = pipe.poll(nowNanos); bytes != null; bytes = pipe.poll(nowNanos)) {
                (pipe == forward ? tally.bytesForward : tally.bytesBackward).add(bytes.remaining());
                to.write(bytes);
            }
        } catch (IOException brokenByReceiver) {
            resetBy(to, nowNanos);
        }
        if (pipe.broken() && !closed) {
            tally.givenUp.increment();
            close(client);
        }
    }

    /** Handles a socket that can be read or written, or has been connected or refused. */
    void ready(RelaySocket from, boolean readable, ByteBuffer scratch, long nowNanos) {
        if (!from.connected()) {
            try {
                from.finishConnect();
            } catch (IOException refused) {
                refuse();
                return;
            }
            tally.established.increment();
        }
        if (resetLost) {
            answerOrphan(from, scratch, nowNanos);
            return;
        }
        try {
            from.flush();
            ByteBuffer bytes = readable ? from.read(scratch) : ByteBuffer.allocate(0);
            Pipe pipe = from == client ? forward : backward;
            if (server == null) {
                hold(bytes);
            } else if (bytes == null) {
                pipe.offerEnd(nowNanos);
            } else {
                pipe.offer(bytes, nowNanos);
            }
        } catch (IOException reset) {
            resetBy(from, nowNanos);
        }
        advance(nowNanos);
    }

    /** Answers data that an end sends to a peer that is gone by a reset, if both packets pass. */
    private void answerOrphan(RelaySocket orphan, ByteBuffer scratch, long nowNanos) {
        Direction sending = orphan.sending();
        try {
            if (orphan.read(scratch) != null
                    && !(path.transmit(nowNanos, sending) && path.transmit(nowNanos, sending.turned()))) {
                return;
            }
        } catch (IOException alreadyReset) {
            // The end is gone too.
        }
        countReset();
        close(orphan);
    }

    private void hold(@Nullable ByteBuffer bytes) {
        if (bytes == null) {
            abandon();
        } else if (bytes.hasRemaining()) {
            early.add(bytes);
        }
    }

    private void abandon() {
        tally.abandoned.increment();
        close();
    }

    /** Handles the end of one side; the other side learns of it only if the single reset packet passes. */
    private void resetBy(RelaySocket gone, long nowNanos) {
        if (closed) {
            return;
        }
        if (server == null) {
            abandon();
            return;
        }
        RelaySocket other = gone == client ? server : client;
        if (path.transmit(nowNanos, gone.sending())) {
            countReset();
            close(other);
        } else {
            leave(gone, other);
        }
    }

    /** Closes one side; the other side learns of it when it sends data. */
    private void leave(RelaySocket gone, RelaySocket other) {
        resetLost = true;
        gone.close();
        other.interest(true);
    }

    /** Ends the connection for the sender of a packet that was answered with a reset. */
    private void reset() {
        RelaySocket peer = server;
        countReset();
        if (peer == null) {
            close(client);
        } else if (path.resetSender() == Direction.FORWARD) {
            client.reset();
            leave(client, peer);
        } else {
            peer.reset();
            leave(peer, client);
        }
    }

    /** Counts the connection, even if both ends get a reset, once. */
    private void countReset() {
        if (!resetCounted) {
            resetCounted = true;
            tally.reset.increment();
        }
    }

    /** Ends the connection with a reset to one end. */
    private void close(RelaySocket informed) {
        informed.reset();
        close();
    }

    void close() {
        closed = true;
        client.close();
        if (server != null) {
            server.close();
        }
    }

    private void updateInterest() {
        if (closed || resetLost) {
            return;
        }
        RelaySocket peer = server;
        if (peer == null) {
            client.interest(early.stream().mapToLong(ByteBuffer::remaining).sum() < WINDOW_BYTES);
        } else {
            client.interest(forward.bytesHeld() + peer.bytesUnwritten() < WINDOW_BYTES);
            peer.interest(backward.bytesHeld() + client.bytesUnwritten() < WINDOW_BYTES);
        }
    }
}
