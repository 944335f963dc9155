package io.github.restartoracle.benchmarks.lab.theory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The times in which a path is down. An outage includes its start and excludes its end. The constructor merges outages that
 * overlap or touch, and throws {@link IllegalArgumentException} for one that does not end after it starts.
 *
 * @param list in any order
 */
public record Outages(List<Outage> list) {
    /** A path that is always up. */
    public static final Outages NONE = new Outages(List.of());

    /** The end, in nanoseconds, of an outage that does not end. */
    static final long NEVER_UP = Long.MAX_VALUE;

    public Outages {
        list = merged(list);
    }

    /**
     * One outage.
     *
     * @param from since the first message was due
     * @param to since the first message was due, after {@code from}; {@code Long.MAX_VALUE} nanoseconds for an outage
     *     that does not end
     */
    public record Outage(Duration from, Duration to) {}

    /**
     * {@return one outage}
     *
     * @param at the start, since the first message was due
     * @param length more than 0
     */
    public static Outages of(Duration at, Duration length) {
        return new Outages(List.of(new Outage(at, at.plus(length))));
    }

    /** {@return true if the path is down at a time, in nanoseconds since the first message was due} */
    public boolean down(long nanos) {
        return nextUpNanos(nanos) != nanos;
    }

    /**
     * {@return the first time, from a given time on, at which the path is up: the same time, or the end of the outage}
     *
     * @param nanos since the first message was due
     */
    public long nextUpNanos(long nanos) {
        for (Outage outage : list) {
            if (nanos >= outage.from().toNanos() && nanos < outage.to().toNanos()) {
                return outage.to().toNanos();
            }
        }
        return nanos;
    }

    private static List<Outage> merged(List<Outage> outages) {
        List<Outage> sorted = new ArrayList<>(outages);
        sorted.sort(Comparator.comparing(Outage::from));
        List<Outage> merged = new ArrayList<>();
        for (Outage next : sorted) {
            if (next.to().compareTo(next.from()) <= 0) {
                throw new IllegalArgumentException("an outage must end after it starts, was " + next);
            }
            Outage last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last == null || next.from().compareTo(last.to()) > 0) {
                merged.add(next);
            } else if (next.to().compareTo(last.to()) > 0) {
                merged.set(merged.size() - 1, new Outage(last.from(), next.to()));
            }
        }
        return List.copyOf(merged);
    }
}
