package io.github.restartoracle.benchmarks.lab.simulator.net;

import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime.Event;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Events that are scheduled in the order in which they occur, such as arrivals over one wire. Not thread-safe. */
final class EventLane {
    private static final int FIRST_CAPACITY = 64;

    // A ring; the capacity is a power of two.
    private long[] times = new long[FIRST_CAPACITY];
    private long[] orders = new long[FIRST_CAPACITY];
    private @Nullable Event[] events = new Event[FIRST_CAPACITY];
    private int head;
    private int size;

    /** Returns the time of the first event; {@link VirtualTime#NEVER} if there is none. */
    long nextNanos() {
        return size == 0 ? VirtualTime.NEVER : times[head];
    }

    long nextOrder() {
        return orders[head];
    }

    /** Adds an event. Returns false, without adding it, if it would occur before the last one. */
    boolean offer(long nanos, long order, Event event) {
        int mask = times.length - 1;
        if (size > 0 && times[(head + size - 1) & mask] > nanos) {
            return false;
        }
        if (size == times.length) {
            grow();
            mask = times.length - 1;
        }
        int place = (head + size++) & mask;
        times[place] = nanos;
        orders[place] = order;
        events[place] = event;
        return true;
    }

    @Nullable
    Event remove() {
        Event event = events[head];
        events[head] = null;
        head = (head + 1) & (times.length - 1);
        size--;
        return event;
    }

    private void grow() {
        int old = times.length;
        long[] moreTimes = new long[2 * old];
        long[] moreOrders = new long[2 * old];
        @Nullable Event[] moreEvents = Arrays.copyOf(events, 2 * old);
        for (int i = 0; i < size; i++) {
            int from = (head + i) & (old - 1);
            moreTimes[i] = times[from];
            moreOrders[i] = orders[from];
            moreEvents[i] = events[from];
        }
        times = moreTimes;
        orders = moreOrders;
        events = moreEvents;
        head = 0;
    }
}
