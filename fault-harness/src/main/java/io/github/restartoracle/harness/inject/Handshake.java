package io.github.restartoracle.harness.inject;

import io.github.restartoracle.harness.fault.Direction;

/**
 * Connection set-up in virtual time: SYN and SYN-ACK must both pass, or the next SYN is sent at the time of the retry schedule.
 *
 * <p>Not thread-safe; confined to the thread of one link.
 */
final class Handshake {
    enum State {
        WAITING,
        ESTABLISHED,
        GIVEN_UP
    }

    private final TcpPath path;
    private final LinkModel link;
    private State state = State.WAITING;
    private int transmissions;
    private long nextNanos;
    private boolean answered;

    Handshake(TcpPath path, long nowNanos) {
        this.path = path;
        this.link = path.link;
        this.nextNanos = nowNanos;
    }

    /** Returns the time at which {@link #advance} must be called. */
    long nextNanos() {
        return state == State.WAITING ? nextNanos : Long.MAX_VALUE;
    }

    State advance(long nowNanos) {
        while (state == State.WAITING && nextNanos <= nowNanos) {
            step(nextNanos);
        }
        return state;
    }

    private void step(long at) {
        if (answered) {
            // The third packet of the handshake. If it is lost, the first data replaces it.
            path.transmit(at, Direction.FORWARD);
            state = State.ESTABLISHED;
        } else if (transmissions > 0 && link.handshakeRetries.exhausted(transmissions)) {
            state = State.GIVEN_UP;
        } else {
            transmissions++;
            if (transmissions > 1) {
                link.tally.handshakeRetries.increment();
            }
            if (transmissions == 2) {
                link.tally.held.increment();
            }
            answered = path.transmit(at, Direction.FORWARD) && path.transmit(at + link.delayNanos, Direction.BACKWARD);
            nextNanos = at + (answered ? 2 * link.delayNanos : link.handshakeRetries.waitNanos(transmissions));
        }
    }
}
