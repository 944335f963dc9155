package io.github.restartoracle.internal.inbound;

import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The messages of a sequence that are here, and the order of their next steps. Not thread-safe. */
final class Deliveries<P> {
    private final boolean inOrder;
    private final int threads;
    private final NavigableMap<Long, Received<P>> messages = new TreeMap<>();
    /** Without order: the messages that wait to be delivered, the first one first. */
    private final NavigableSet<Received<P>> deliveries = new TreeSet<>(Deliveries::byTime);
    /** Without order: the messages whose end waits to be noted. */
    private final NavigableSet<Received<P>> notes = new TreeSet<>(Deliveries::byTime);

    private long position;
    /** Messages that are being delivered by threads that this machine has begun. */
    private int running;
    /** Messages whose end is being noted. */
    private int noting;
    /** Messages that are being delivered by their requests. */
    private int inRequests;

    Deliveries(boolean inOrder, int threads) {
        this.inOrder = inOrder;
        this.threads = threads;
    }

    private static int byTime(Received<?> a, Received<?> b) {
        return a.dueNanos() == b.dueNanos()
                ? Long.compare(a.position(), b.position())
                : Long.signum(a.dueNanos() - b.dueNanos());
    }

    void add(Received<P> message) {
        messages.put(message.number(), message);
        if (message.state().isTimed()) {
            enqueue(message);
        }
    }

    void remove(Received<P> message) {
        messages.remove(message.number(), message);
    }

    @Nullable
    Received<P> get(long number) {
        return messages.get(number);
    }

    /** Returns the messages, lowest number first, a snapshot. */
    List<Received<P>> all() {
        return List.copyOf(messages.values());
    }

    boolean isEmpty() {
        return messages.isEmpty();
    }

    /** Returns whether no message with a lower number is here. */
    boolean isLowest(long number) {
        return messages.headMap(number).isEmpty();
    }

    /** Returns whether a thread is at work for a message. */
    boolean isWorking() {
        return running + noting > 0;
    }

    /**
     * Returns the time since which the lowest message waits for one that has not come.
     *
     * @param reached the number up to which no gap matters
     */
    OptionalLong heldSince(long reached) {
        Map.Entry<Long, Received<P>> lowest = messages.firstEntry();
        return lowest != null && lowest.getValue().state() == ReceivedState.WAITING && reached < lowest.getKey()
                ? OptionalLong.of(lowest.getValue().dueNanos())
                : OptionalLong.empty();
    }

    /**
     * Returns the message that waits only for its time; null if there is none.
     *
     * @param reached the number up to which no gap matters; less than any number if nothing is delivered
     */
    @Nullable
    Received<P> next(long reached) {
        if (inOrder) {
            Map.Entry<Long, Received<P>> lowest = messages.firstEntry();
            boolean alone = running + noting + inRequests == 0;
            return lowest != null && alone && mayBegin(lowest.getValue(), reached) ? lowest.getValue() : null;
        }
        Received<P> note = notes.isEmpty() ? null : notes.first();
        Received<P> delivery = deliveries.isEmpty() || running >= threads || !mayBegin(deliveries.first(), reached)
                ? null
                : deliveries.first();
        if (note == null || delivery == null) {
            return note == null ? delivery : note;
        }
        return byTime(note, delivery) < 0 ? note : delivery;
    }

    private static boolean mayBegin(Received<?> message, long reached) {
        return message.state() == ReceivedState.WAITING
                ? reached >= message.number()
                : message.state().isTimed();
    }

    private void enqueue(Received<P> message) {
        if (!inOrder) {
            message.place(++position);
            waiting(message).add(message);
        }
    }

    private NavigableSet<Received<P>> waiting(Received<P> message) {
        return message.state() == ReceivedState.WAITING ? deliveries : notes;
    }

    /** Changes the state of a message. All changes go through here, so that the counts and the queues follow from them. */
    void become(Received<P> message, ReceivedState next) {
        if (message.state().isTimed()) {
            waiting(message).remove(message);
        }
        count(message, -1);
        message.become(next);
        count(message, 1);
        if (next.isTimed()) {
            enqueue(message);
        }
    }

    private void count(Received<P> message, int one) {
        switch (message.state()) {
            case RUNNING -> running += one;
            case NOTING, GIVING_UP -> noting += one;
            case ACCEPTED -> inRequests += message.kind() == Received.Kind.ONE_WAY ? 0 : one;
            default -> {
                // No thread is at work for it.
            }
        }
    }
}
