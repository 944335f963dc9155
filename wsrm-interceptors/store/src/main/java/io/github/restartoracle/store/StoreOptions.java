package io.github.restartoracle.store;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a process uses the database. Rejects a blank node name, a lease outside 1 s to 1 h, and a batch delay outside 0 to
 * 10 s.
 *
 * @param node the name of the process among those that use the database, the same after a restart, for example the host
 *     name of a stateful pod; a process that starts takes over at once what one of the same name left. Null for none: what
 *     a process left is then taken over when its lease has ended. Matters on PostgreSQL only
 * @param lease how long a process that is not heard of keeps its sequences, by the clock of the database; it renews the
 *     lease three times as often. Matters on PostgreSQL only
 * @param batchDelay how long messages that are acknowledged or delivered may stay in the database, so that they are
 *     deleted many at a time; zero to delete as soon as the last deletion is done
 */
public record StoreOptions(@Nullable String node, Duration lease, Duration batchDelay) {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration BATCH_DELAY = Duration.ofMillis(50);

    public StoreOptions {
        Objects.requireNonNull(lease, "lease");
        Objects.requireNonNull(batchDelay, "batchDelay");
        if (node != null && node.isBlank()) {
            throw new IllegalArgumentException("node must not be blank");
        }
        check("lease", lease, Duration.ofSeconds(1), Duration.ofHours(1));
        check("batchDelay", batchDelay, Duration.ZERO, Duration.ofSeconds(10));
    }

    private static void check(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " must be from " + least + " to " + most + ", was " + value);
        }
    }

    /**
     * No name, a lease of 10 s, a batch delay of 50 ms.
     *
     * @return the defaults
     */
    public static StoreOptions ofDefaults() {
        return new StoreOptions(null, LEASE, BATCH_DELAY);
    }

    /**
     * The same with another name.
     *
     * @param name of the process, or null
     * @return a copy
     */
    public StoreOptions withNode(@Nullable String name) {
        return new StoreOptions(name, lease, batchDelay);
    }

    /**
     * The same with another lease.
     *
     * @param duration from 1 s to 1 h
     * @return a copy
     */
    public StoreOptions withLease(Duration duration) {
        return new StoreOptions(node, duration, batchDelay);
    }

    /**
     * The same with another delay of deletions.
     *
     * @param delay from 0 to 10 s
     * @return a copy
     */
    public StoreOptions withBatchDelay(Duration delay) {
        return new StoreOptions(node, lease, delay);
    }
}
