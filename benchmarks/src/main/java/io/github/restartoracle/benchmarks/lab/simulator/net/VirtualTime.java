package io.github.restartoracle.benchmarks.lab.simulator.net;

import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/**
 * A clock and the events on it. Events of one time occur in the order in which they were scheduled, so that a repeated
 * simulation has exactly the same course.
 *
 * <p>Not thread-safe; confined to one simulation.
 */
public final class VirtualTime {
    /** The time of an event that never occurs. */
    public static final long NEVER = Long.MAX_VALUE;

    private final PriorityQueue<Scheduled> events = new PriorityQueue<>();
    private long scheduled;
    private long nowNanos;

    private record Scheduled(long nanos, long order, LongConsumer event) implements Comparable<Scheduled> {
        @Override
        public int compareTo(Scheduled other) {
            return nanos == other.nanos ? Long.compare(order, other.order) : Long.compare(nanos, other.nanos);
        }
    }

    /** {@return the time, in nanoseconds since the start} */
    public long nowNanos() {
        return nowNanos;
    }

    /** {@return the time of the next event, in nanoseconds since the start; {@link #NEVER} if there is none} */
    public long nextNanos() {
        Scheduled next = events.peek();
        return next == null ? NEVER : next.nanos();
    }

    /**
     * Lets time pass without an event.
     *
     * @param nanos not before now, and not after the next event
     */
    public void advanceTo(long nanos) {
        if (nanos < nowNanos || nanos > nextNanos()) {
            throw new IllegalArgumentException(
                    "expected a time from " + nowNanos + " to " + nextNanos() + ", was " + nanos);
        }
        nowNanos = nanos;
    }

    /**
     * Schedules an event.
     *
     * @param nanos the time; not before now
     * @param event receives its time
     */
    public void at(long nanos, LongConsumer event) {
        if (nanos < nowNanos) {
            throw new IllegalArgumentException("an event at " + nanos + " is scheduled at " + nowNanos);
        }
        events.add(new Scheduled(nanos, scheduled++, event));
    }

    /**
     * Schedules an event, or carries it out at once if that is its time.
     *
     * @param nanos the time; an earlier one than now counts as now
     * @param event receives its time
     */
    public void notBefore(long nanos, LongConsumer event) {
        if (nanos <= nowNanos) {
            event.accept(nowNanos);
        } else {
            at(nanos, event);
        }
    }

    /** {@return false if there is no event; else the next one is carried out} */
    public boolean step() {
        Scheduled next = events.poll();
        if (next == null) {
            return false;
        }
        nowNanos = next.nanos();
        next.event().accept(nowNanos);
        return true;
    }

    /** Carries out all events, including those that they schedule. */
    public void run() {
        while (nextNanos() != NEVER) {
            step();
        }
    }
}
