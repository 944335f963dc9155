package io.github.restartoracle.benchmarks.lab.simulator.mail;

import io.github.restartoracle.benchmarks.lab.simulator.net.Luck;

/** A mail on its way between two servers. Not thread-safe. */
final class Mail {
    /** Told when the other server has got a mail; twice if the first server did not hear that it had. */
    @FunctionalInterface
    interface Delivery {
        void delivered(long nowNanos);
    }

    private final long key;
    private final Delivery delivery;
    private long queuedNanos;
    private long retryNanos;
    private int tries;

    Mail(long key, Delivery delivery) {
        this.key = key;
        this.delivery = delivery;
    }

    void queued(long nowNanos) {
        queuedNanos = nowNanos;
    }

    /** The key of the next try, each of which has luck of its own. */
    long nextTry() {
        return Luck.of(key, ++tries);
    }

    void delivered(long nowNanos) {
        delivery.delivered(nowNanos);
    }

    /** As old as it is, so long it waits, within bounds. */
    void defer(long nowNanos, long minNanos, long maxNanos) {
        retryNanos = nowNanos + Math.min(maxNanos, Math.max(minNanos, nowNanos - queuedNanos));
    }

    boolean dueAt(long nowNanos) {
        return retryNanos <= nowNanos;
    }
}
