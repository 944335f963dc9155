package io.github.restartoracle.benchmarks.lab.simulator.net;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * <p>Not thread-safe; confined to one simulation.
 *
 * A clock and the events on it. Events of one time occur in the order in which they were scheduled, so that a repeated
 * simulation has exactly the same course.
 */
public final class VirtualTime {
    /** The time of an event that never occurs. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int FIRST_CAPACITY = 64;

    // A binary heap over parallel arrays: the event itself is the only object of an entry.
    private long[] times = new long[FIRST_CAPACITY];
    private long[] orders = new long[FIRST_CAPACITY];
    private Event[] events = new Event[FIRST_CAPACITY];
    private final EventLane[] lanes = {new EventLane(), new EventLane()};
    private int size;
    private long scheduled;
    private long nowNanos;

    /** An event. */
    @FunctionalInterface
    public interface Event {
        /**
         * Carries out the event.
         *
         * @param nowNanos the time it was scheduled for
         */
        void occur(long nowNanos);
    }

    /** Creates a clock at 0 without events. */
    public VirtualTime() {
        // an empty heap
    }

    /**
     * Returns the time.
     *
     * @return nanoseconds since the start
     */
    public long nowNanos() {
        return nowNanos;
    }

    /**
     * Returns the time of the next event.
     *
     * @return nanoseconds since the start; {@link #NEVER} if there is no event
     */
    public long nextNanos() {
        return Math.min(size == 0 ? NEVER : times[0], Math.min(lanes[0].nextNanos(), lanes[1].nextNanos()));
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
     * Schedules an arrival. Has the effect of {@link #at}, but is faster if arrivals in one direction are scheduled in their
     * order.
     *
     * @param forward the direction
     * @param nanos the time; not before now
     * @param event the event
     */
    public void arrivalAt(boolean forward, long nanos, Event event) {
        if (nanos < nowNanos || !lanes[forward ? 0 : 1].offer(nanos, scheduled, event)) {
            at(nanos, event);
        } else {
            scheduled++;
        }
    }

    /**
     * Schedules an event.
     *
     * @param nanos the time; not before now
     * @param event the event
     */
    public void at(long nanos, Event event) {
        if (nanos < nowNanos) {
            throw new IllegalArgumentException("an event at " + nanos + " is scheduled at " + nowNanos);
        }
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            orders = Arrays.copyOf(orders, 2 * size);
            events = Arrays.copyOf(events, 2 * size);
        }
        int place = size++;
        long order = scheduled++;
        while (place > 0) {
            int parent = (place - 1) >>> 1;
            if (times[parent] <= nanos) {
                break;
            }
            move(parent, place);
            place = parent;
        }
        put(place, nanos, order, event);
    }

    /**
     * Carries out the next event.
     *
     * @return false if there is none
     */
    public boolean step() {
        EventLane first = first();
        if (first != null) {
            nowNanos = first.nextNanos();
            Event arrival = first.remove();
            if (arrival != null) {
                arrival.occur(nowNanos);
            }
            return true;
        }
        if (size == 0) {
            return false;
        }
        nowNanos = times[0];
        Event event = events[0];
        size--;
        long nanos = times[size];
        long order = orders[size];
        Event last = events[size];
        siftDown(nanos, order, last);
        event.occur(nowNanos);
        return true;
    }

    /** Carries out all events, including those that they schedule. */
    public void run() {
        boolean more = step();
        while (more) {
            more = step();
        }
    }

    /** Returns the lane with the next event; null if that event is in the heap, or if there is none. */
    private @Nullable EventLane first() {
        long least = size == 0 ? NEVER : times[0];
        long order = size == 0 ? Long.MAX_VALUE : orders[0];
        EventLane first = null;
        for (EventLane lane : lanes) {
            long nanos = lane.nextNanos();
            if (nanos < least || (nanos == least && nanos != NEVER && lane.nextOrder() < order)) {
                first = lane;
                least = nanos;
                order = lane.nextOrder();
            }
        }
        return first;
    }

    private void siftDown(long nanos, long order, Event event) {
        int place = 0;
        int half = size >>> 1;
        while (place < half) {
            int child = 2 * place + 1;
            if (child + 1 < size && before(child + 1, times[child], orders[child])) {
                child++;
            }
            if (!before(child, nanos, order)) {
                break;
            }
            move(child, place);
            place = child;
        }
        put(place, nanos, order, event);
    }

    private boolean before(int place, long nanos, long order) {
        return times[place] < nanos || (times[place] == nanos && orders[place] < order);
    }

    private void move(int from, int to) {
        times[to] = times[from];
        orders[to] = orders[from];
        events[to] = events[from];
    }

    private void put(int place, long nanos, long order, Event event) {
        times[place] = nanos;
        orders[place] = order;
        events[place] = event;
    }
}
