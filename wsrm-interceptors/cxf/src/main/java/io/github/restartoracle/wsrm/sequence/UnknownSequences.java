package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.time.NanoClock;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The sequences that destinations reported as unknown, with the times of the reports. Bounded: when there are too many, the
 * ones that are certainly unknown are forgotten, which only delays their next message.
 *
 * <p>Thread-safe.
 */
final class UnknownSequences {
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The time without such a report after which the next one starts again. */
    private static final long STALE_NANOS = TimeUnit.HOURS.toNanos(1);

    static final int MANY = 10_000;

    private record Unknown(long firstNanos, long lastNanos) {}

    private final NanoClock clock;
    private final Map<String, Unknown> sequences = new HashMap<>();

    UnknownSequences(NanoClock clock) {
        this.clock = clock;
    }

    /**
     * Records that the destination reported a sequence as unknown once more; returns true if it has done so for long
     * enough.
     */
    synchronized boolean isCertain(String sequence) {
        long nowNanos = clock.nanoTime();
        Unknown former = sequences.get(sequence);
        if (former == null || nowNanos - former.lastNanos() > STALE_NANOS) {
            makeRoom(nowNanos);
            former = new Unknown(nowNanos, nowNanos);
        }
        sequences.put(sequence, new Unknown(former.firstNanos(), nowNanos));
        return nowNanos - former.firstNanos() >= GRACE_NANOS;
    }

    /** Records that the destination knows the sequence. */
    synchronized void known(String sequence) {
        if (!sequences.isEmpty()) {
            sequences.remove(sequence);
        }
    }

    private void makeRoom(long nowNanos) {
        if (sequences.size() < MANY) {
            return;
        }
        Iterator<Unknown> all = sequences.values().iterator();
        while (all.hasNext()) {
            if (nowNanos - all.next().firstNanos() >= GRACE_NANOS) {
                all.remove();
            }
        }
    }
}
