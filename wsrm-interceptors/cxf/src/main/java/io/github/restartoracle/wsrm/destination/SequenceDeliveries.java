package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.wsrm.destination.Undelivered.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one sequence that are accepted and not yet delivered.
 *
 * <p>In order, the lowest of them is delivered if no lower one is missing, and the others wait. Nothing else tells the place in
 * order: what was accepted and is not here was delivered, so the place survives wherever these two survive.
 *
 * <p>Not thread-safe.
 */
final class SequenceDeliveries {
    final DestinationSequence sequence;
    private final boolean inOrder;
    /** The number up to which none is missing; {@link Long#MAX_VALUE} if gaps do not matter. */
    private final LongSupplier contiguous;

    private final NavigableMap<Long, Undelivered> messages = new TreeMap<>();
    /** Without order: messages that may be delivered, and those that are to be later. */
    private final Queue<Undelivered> ready = new ArrayDeque<>();

    private final Queue<Undelivered> later = new PriorityQueue<>((a, b) ->
            a.dueNanos == b.dueNanos ? Long.compare(a.position, b.position) : Long.signum(a.dueNanos - b.dueNanos));
    /** Requests that are to be processed when everything below is: by number, all copies. */
    private final NavigableMap<Long, List<Runnable>> waiting = new TreeMap<>();

    private long position;
    private int running;
    private boolean suspended;
    /** The time of the earliest look that is planned; null if none is. */
    private @Nullable Long plannedNanos;

    SequenceDeliveries(DestinationSequence sequence, boolean inOrder, LongSupplier contiguous) {
        this.sequence = sequence;
        this.inOrder = inOrder;
        this.contiguous = contiguous;
    }

    boolean isEmpty() {
        return messages.isEmpty() && waiting.isEmpty() && !suspended;
    }

    boolean contains(long number) {
        return messages.containsKey(number);
    }

    @Nullable
    Undelivered get(long number) {
        return messages.get(number);
    }

    Collection<Undelivered> all() {
        return List.copyOf(messages.values());
    }

    void add(Undelivered message) {
        messages.put(message.number, message);
    }

    /** A message that is here waits for its time from now on. */
    void enqueue(Undelivered message) {
        message.state = State.WAITING;
        if (!inOrder) {
            message.position = ++position;
            later.add(message);
        }
    }

    /** Takes a message out; false if it is not here, because its sequence was stopped since. */
    boolean remove(Undelivered message) {
        return messages.remove(message.number, message);
    }

    /** In order, whether a message that is not here may be processed now. */
    boolean isTurnOf(long number) {
        return !inOrder || (messages.headMap(number).isEmpty() && contiguous.getAsLong() >= number - 1);
    }

    /** In order, whether others wait for a message, or will. */
    boolean isNeeded(long number) {
        long reached = inOrder ? contiguous.getAsLong() : Long.MAX_VALUE;
        return reached != Long.MAX_VALUE && reached >= number - 1;
    }

    /** Runs a task when the turn of a number has come. */
    void await(long number, Runnable task) {
        waiting.computeIfAbsent(number, key -> new ArrayList<>(1)).add(task);
    }

    void awaitNoMore(long number, Runnable task) {
        waiting.computeIfPresent(number, (key, tasks) -> {
            tasks.remove(task);
            return tasks.isEmpty() ? null : tasks;
        });
    }

    int countWaiting() {
        return waiting.values().stream().mapToInt(List::size).sum();
    }

    /** Takes out the tasks whose turn has come. */
    List<Runnable> takeTurns() {
        List<Runnable> tasks = new ArrayList<>();
        while (!waiting.isEmpty() && isTurnOf(waiting.firstKey())) {
            tasks.addAll(waiting.pollFirstEntry().getValue());
        }
        return tasks;
    }

    /** Takes out all tasks that wait for a turn. */
    List<Runnable> takeAll() {
        List<Runnable> tasks = waiting.values().stream().flatMap(List::stream).toList();
        waiting.clear();
        return tasks;
    }

    boolean isSuspended() {
        return suspended;
    }

    void suspend() {
        suspended = true;
    }

    void resume() {
        suspended = false;
    }

    /**
     * Begins deliveries.
     *
     * @param most the number that may run at a time
     * @return those that are to be run; each ends with {@link #ended}
     */
    List<Undelivered> takeDue(long nowNanos, int most) {
        List<Undelivered> due = new ArrayList<>();
        while (running < most) {
            Undelivered message = nextDue(nowNanos);
            if (message == null) {
                break;
            }
            message.state = State.RUNNING;
            running++;
            due.add(message);
        }
        return due;
    }

    private @Nullable Undelivered nextDue(long nowNanos) {
        if (suspended) {
            return null;
        }
        if (inOrder) {
            Undelivered next = nextInOrder();
            return next != null && next.dueNanos - nowNanos <= 0 ? next : null;
        }
        while (!later.isEmpty() && later.element().dueNanos - nowNanos <= 0) {
            ready.add(later.remove());
        }
        Undelivered next = ready.poll();
        while (next != null && messages.get(next.number) != next) {
            next = ready.poll();
        }
        return next;
    }

    /** In order, the message that waits for nothing but its time. */
    private @Nullable Undelivered nextInOrder() {
        Undelivered lowest = messages.isEmpty() ? null : messages.firstEntry().getValue();
        return lowest != null && lowest.state == State.WAITING && contiguous.getAsLong() >= lowest.number
                ? lowest
                : null;
    }

    boolean isRunning() {
        return running > 0;
    }

    /** A delivery that {@link #takeDue} began has ended. */
    void ended() {
        // The sequence may have been stopped and have begun anew since.
        running = Math.max(0, running - 1);
    }

    /**
     * Returns the time at which {@link #takeDue} has something to take if nothing else happens; null if there is none. Changes
     * nothing.
     */
    @Nullable
    Long nextLookNanos(int most) {
        if (suspended || running >= most) {
            return null;
        }
        Undelivered next = inOrder ? nextInOrder() : ready.isEmpty() ? later.peek() : ready.peek();
        return next == null ? null : next.dueNanos;
    }

    /**
     * Notes that a look is planned.
     *
     * @return false if one is planned already that is not later
     */
    boolean plan(long lookNanos) {
        if (plannedNanos != null && plannedNanos - lookNanos <= 0) {
            return false;
        }
        plannedNanos = lookNanos;
        return true;
    }

    /** A look that was planned for a time is done. */
    void looked(long lookNanos) {
        if (plannedNanos != null && plannedNanos == lookNanos) {
            plannedNanos = null;
        }
    }
}
