package io.github.restartoracle.benchmarks.lab.simulator.mail;

import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import java.util.function.LongConsumer;

/** A mail in transit between two servers. Not thread-safe. */
final class Mail {
    private final long key;
    private final LongConsumer reader;
    private long queuedNanos;
    private long retryNanos;
    private int tries;

    Mail(long key, LongConsumer reader) {
        this.key = key;
        this.reader = reader;
    }

    void queued(long nowNanos) {
        queuedNanos = nowNanos;
    }

    /** Returns the key of the next try. Each try has its own random numbers. */
    long nextTry() {
        return KeyedRandom.of(key, ++tries);
    }

    /** Tells the reader; twice if the first server did not receive the confirmation of the other. */
    void read(long nowNanos) {
        reader.accept(nowNanos);
    }

    /** Schedules the next try after a time that is equal to the age of the mail, within bounds. */
    void defer(long nowNanos, long minNanos, long maxNanos) {
        retryNanos = nowNanos + Math.min(maxNanos, Math.max(minNanos, nowNanos - queuedNanos));
    }

    boolean dueAt(long nowNanos) {
        return retryNanos <= nowNanos;
    }
}
