package io.github.restartoracle.internal.ledger;

import java.util.Arrays;

/** The transmissions of one message. Confined to the lock of its ledger. */
final class MessageTransmissions {
    /** Stands for "not recorded", or for an infinite arrival time. No clock shows the least long in practice. */
    private static final long ABSENT = Long.MIN_VALUE;

    private long dueNanos = ABSENT;
    private long[] dispatchedNanos = {ABSENT};
    private long[] arrivedNanos = {ABSENT};
    private int arrivals;

    void due(long nanos) {
        dueNanos = nanos;
    }

    void dispatched(int attempt, long nanos) {
        grow(attempt);
        dispatchedNanos[attempt - 1] = nanos;
    }

    /** Records an arrival; of several arrivals of the same transmission the earliest counts. */
    void arrived(int attempt, long nanos) {
        grow(attempt);
        arrivals++;
        arrivedNanos[attempt - 1] = earlier(arrivedNanos[attempt - 1], nanos);
    }

    /** Returns whether the time is known from which ETT counts. */
    boolean hasStart() {
        return dueNanos != ABSENT || Arrays.stream(dispatchedNanos).anyMatch(nanos -> nanos != ABSENT);
    }

    MessageOutcome outcome(long message) {
        int attempts = 0;
        int first = -1;
        long dispatched = ABSENT;
        for (int i = 0; i < arrivedNanos.length; i++) {
            if (dispatchedNanos[i] != ABSENT || arrivedNanos[i] != ABSENT) {
                attempts++;
            }
            dispatched = earlier(dispatched, dispatchedNanos[i]);
            if (arrivedNanos[i] != ABSENT && (first < 0 || arrivedNanos[i] - arrivedNanos[first] < 0)) {
                first = i;
            }
        }
        long start = dueNanos == ABSENT ? dispatched : dueNanos;
        if (first < 0) {
            return new MessageOutcome(message, start, attempts, MessageOutcome.INFINITE, 0, 0);
        }
        int urc = attempts - failedBefore(first) - 1;
        return new MessageOutcome(message, start, attempts, arrivedNanos[first] - start, urc, arrivals);
    }

    /** Returns |{j &lt; k* : r_ij infinite}|, the number of necessary transmissions that failed. */
    private int failedBefore(int first) {
        int failed = 0;
        for (int i = 0; i < first; i++) {
            if (dispatchedNanos[i] != ABSENT && arrivedNanos[i] == ABSENT) {
                failed++;
            }
        }
        return failed;
    }

    private void grow(int attempt) {
        if (attempt > arrivedNanos.length) {
            int length = arrivedNanos.length;
            int grown = Math.max(attempt, 2 * length);
            dispatchedNanos = Arrays.copyOf(dispatchedNanos, grown);
            arrivedNanos = Arrays.copyOf(arrivedNanos, grown);
            Arrays.fill(dispatchedNanos, length, grown, ABSENT);
            Arrays.fill(arrivedNanos, length, grown, ABSENT);
        }
    }

    private static long earlier(long oneNanos, long otherNanos) {
        if (oneNanos == ABSENT || otherNanos == ABSENT) {
            return oneNanos == ABSENT ? otherNanos : oneNanos;
        }
        return oneNanos - otherNanos < 0 ? oneNanos : otherNanos;
    }
}
