package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the deliveries of an endpoint that run at a time, in threads of requests and in its own. Requests wait for theirs
 * only if the service returns soon: one that has taken its time makes none wait until it was prompt several times; one that
 * hangs makes only those wait that came before it was seen. Thread-safe.
 */
final class DeliveryTurns {
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int ENOUGH = 4;

    /** The right to deliver one message. */
    final class Turn {
        private final long begunNanos = clock.nanoTime();

        private Turn() {}

        /** Returns the right. Has no effect the second time. */
        void end() {
            DeliveryTurns.this.end(this);
        }
    }

    private final NanoClock clock;
    /** The number of deliveries at a time. */
    private final int most;

    /** The first one first. */
    private final Set<Turn> running = new LinkedHashSet<>();

    private int waiting;
    private int inARow = ENOUGH;

    DeliveryTurns(NanoClock clock, int most) {
        this.clock = clock;
        this.most = most;
    }

    /** Begins a delivery for which a request waits; returns null if it must not. */
    synchronized @Nullable Turn beginSoon() {
        boolean prompt = inARow >= ENOUGH
                && (running.isEmpty() || clock.nanoTime() - running.iterator().next().begunNanos < SOON_NANOS);
        return prompt && waiting == 0 && running.size() < most ? begun() : null;
    }

    /** Begins a delivery as soon as so few are running. */
    synchronized Turn begin() throws InterruptedException {
        waiting++;
        try {
            while (running.size() >= most) {
                wait();
            }
            return begun();
        } finally {
            waiting--;
        }
    }

    private Turn begun() {
        Turn turn = new Turn();
        running.add(turn);
        return turn;
    }

    private synchronized void end(Turn turn) {
        if (running.remove(turn)) {
            inARow = clock.nanoTime() - turn.begunNanos < SOON_NANOS ? Math.min(inARow + 1, ENOUGH) : 0;
            notifyAll();
        }
    }
}
