package io.github.restartoracle.benchmarks.lab.simulator.mail;

import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;

/** A mail in transit between two servers. Not thread-safe. */
final class Mail {
    /** Is called when the other server has received a mail; twice if the first server did not receive the confirmation. */
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

    /** Returns the key of the next try. Each try has its own random numbers. */
    long nextTry() {
        return KeyedRandom.of(key, ++tries);
    }

    void delivered(long nowNanos) {
        delivery.delivered(nowNanos);
    }

    /** Schedules the next try after a time that is equal to the age of the mail, within bounds. */
    void defer(long nowNanos, long minNanos, long maxNanos) {
        retryNanos = nowNanos + Math.min(maxNanos, Math.max(minNanos, nowNanos - queuedNanos));
    }

    boolean dueAt(long nowNanos) {
        return retryNanos <= nowNanos;
    }
}
