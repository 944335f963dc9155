package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.time.NanoClock;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The sequences that destinations said not to know, and since when. Bounded: when there are too many, the ones that are
 * certainly unknown are forgotten, which only delays their next message.
 *
 * <p>Thread-safe.
 */
final class UnknownSequences {
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** After such a time without the answer, it is another matter. */
    private static final long STALE_NANOS = TimeUnit.HOURS.toNanos(1);

    static final int MANY = 10_000;

    private record Unknown(long firstNanos, long lastNanos) {}

    private final NanoClock clock;
    private final Map<String, Unknown> sequences = new HashMap<>();

    UnknownSequences(NanoClock clock) {
        this.clock = clock;
    }

    /** The destination said once more that it does not know a sequence; true if it has said so for long enough. */
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

    /** The destination knows the sequence. */
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
