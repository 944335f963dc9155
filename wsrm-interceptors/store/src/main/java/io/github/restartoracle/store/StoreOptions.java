package io.github.restartoracle.store;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The way a process uses the database. Rejects a blank node name, a lease outside 1 s to 1 h, a batch delay outside 0 to 10 s,
 * and a timeout outside 100 ms to 1 h.
 *
 * @param node the name of the process among those that use the database, the same after a restart, for example the host name of
 *     a stateful pod; a process that starts takes over at once the sequences that one of the same name left. Null for none:
 *     another process then takes them over when no renewal has come for the time of the lease. Matters on PostgreSQL only
 * @param lease the time without a renewal after which a process loses its sequences, by the monotonic clock of the process that
 *     takes them over; the lease is renewed three times as often. Matters on PostgreSQL only
 * @param batchDelay the time for which messages that are acknowledged or delivered may stay in the database, so that they are
 *     deleted many at a time; zero to delete as soon as the last deletion is done
 * @param timeout the time within which PostgreSQL has to answer a statement; then the call fails, and its connection is thrown
 *     away. A pool's own timeout comes on top
 */
public record StoreOptions(@Nullable String node, Duration lease, Duration batchDelay, Duration timeout) {
    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException naming the one that is out of its range
     */
    public StoreOptions {
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(batchDelay, "batchDelay");
        Objects.requireNonNull(timeout, "timeout");
        if (node != null && node.isBlank()) {
            throw new IllegalArgumentException("node must not be blank");
        }
        check("lease", lease, Duration.ofSeconds(1), Duration.ofHours(1));
        check("batchDelay", batchDelay, Duration.ZERO, Duration.ofSeconds(10));
        check("timeout", timeout, Duration.ofMillis(100), Duration.ofHours(1));
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ", was " + value);
        }
    }

    /** {@return the defaults: no name, a lease of 10 s, a batch delay of 50 ms, a timeout of 10 s} */
    public static StoreOptions ofDefaults() {
        return new StoreOptions(null, Duration.ofSeconds(10), Duration.ofMillis(50), Duration.ofSeconds(10));
    }

    /**
     * Returns the same with another name.
     *
     * @param name of the process, or null
     * @return a copy
     */
    public StoreOptions withNode(@Nullable String name) {
        return new StoreOptions(name, lease, batchDelay, timeout);
    }

    /**
     * Returns the same with another lease.
     *
     * @param duration from 1 s to 1 h
     * @return a copy
     */
    public StoreOptions withLease(Duration duration) {
        return new StoreOptions(node, duration, batchDelay, timeout);
    }

    /**
     * Returns the same with another delay of deletions.
     *
     * @param delay from 0 to 10 s
     * @return a copy
     */
    public StoreOptions withBatchDelay(Duration delay) {
        return new StoreOptions(node, lease, delay, timeout);
    }

    /**
     * Returns the same with another timeout.
     *
     * @param duration from 100 ms to 1 h
     * @return a copy
     */
    public StoreOptions withTimeout(Duration duration) {
        return new StoreOptions(node, lease, batchDelay, duration);
    }
}
