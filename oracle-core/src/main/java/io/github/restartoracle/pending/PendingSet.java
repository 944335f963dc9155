package io.github.restartoracle.pending;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one path that wait for an acknowledgement, and the oracle that says how long.
 *
 * <p>The oracle is asked again whenever the set is looked at, so a timeout that shrinks makes messages due at once and
 * one that grows makes them wait longer ("The Fast and the Fair", section IV.A).
 *
 * <p>Not thread-safe; confined to its path's lock. All times are on one monotonic clock with any origin.
 *
 * @param <M> the caller's messages
 */
public final class PendingSet<M> {
    /*
     * The timeout depends on the attempt number and the state of the oracle only. So messages wait in one FIFO lane per
     * attempt number and only the heads of lanes are looked at: no heap, no timer task per message, nothing to move when
     * the timeout changes. Adding, acknowledging and restarting a message are O(1); finding the next one that is due
     * looks at each lane that is not empty, of which there are as many as different attempt numbers. Lanes that are not
     * empty form a list in the order of their numbers: a restart goes to the neighbour, an addition to the front, so
     * neither searches. Only recover and resume walk the list.
     */

    private final RetransmissionOracle oracle;
    private final Lane<M> suspended = new Lane<>(this, 0);
    private @Nullable Lane<M> lowest;
    private @Nullable Lane<M> highest;
    private int size;
    private boolean sampled;
    private long sampledAtNanos;
    private long untilMostOverdueNanos;

    /**
     * An empty set.
     *
     * @param oracle the oracle of the path; only this set may call it
     */
    public PendingSet(RetransmissionOracle oracle) {
        this.oracle = Objects.requireNonNull(oracle, "oracle");
    }

    /**
     * The oracle of the path.
     *
     * @return the oracle, confined to the same lock as this set
     */
    public RetransmissionOracle oracle() {
        return oracle;
    }

    /**
     * How many messages wait.
     *
     * @return 0 or more, suspended messages included
     */
    public int size() {
        return size;
    }

    /**
     * How many messages wait by the number of their last transmission. Takes as long as there are different numbers.
     *
     * @return numbers of transmissions, 1 or more, and of messages; suspended messages, whatever their number, under 0;
     *     nothing that is not there
     */
    public SortedMap<Integer, Integer> sizeByAttempt() {
        SortedMap<Integer, Integer> sizes = new TreeMap<>();
        if (suspended.size > 0) {
            sizes.put(0, suspended.size);
        }
        for (Lane<M> lane = lowest; lane != null; lane = lane.higher) {
            sizes.put(lane.attempt, lane.size);
        }
        return sizes;
    }

    /**
     * A message whose first transmission is dispatched now.
     *
     * @param message the message
     * @param nowNanos the time of the transmission
     * @return the handle by which to acknowledge or remove it
     */
    public Pending<M> add(M message, long nowNanos) {
        return enter(new Pending<>(message, 0, nowNanos), nowNanos);
    }

    /**
     * A message that an earlier life of the source transmitted already. Its timeout counts from now. Those transmissions
     * count, but nobody knows when they were made, so without an echo the message never gives a sample, and with an echo
     * only for a transmission of this life.
     *
     * @param message the message
     * @param attempts transmissions made so far, 1 or more; one that is made right now included
     * @param nowNanos the time
     * @return the handle by which to acknowledge or remove it
     * @throws IllegalArgumentException if {@code attempts} is less than 1 (then {@link #add} it)
     */
    public Pending<M> recover(M message, int attempts, long nowNanos) {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be 1 or more, was " + attempts);
        }
        return enter(new Pending<>(message, attempts, nowNanos), nowNanos);
    }

    /**
     * How long until a message is due. Ask again after anything that may change the timeout: an acknowledgement that
     * gave a sample, or {@link #expire}.
     *
     * @param nowNanos the time
     * @return nanoseconds; 0 if one is due now, {@link Long#MAX_VALUE} if none will ever be
     */
    public long nanosUntilDue(long nowNanos) {
        long soonest = Long.MAX_VALUE;
        for (Lane<M> lane = lowest; lane != null; lane = lane.higher) {
            soonest = Math.min(soonest, nanosUntilDue(lane, nowNanos));
        }
        return Math.max(0, soonest);
    }

    /**
     * Restarts or gives up every message that has waited for its timeout: the one that is longest overdue first, of two
     * the one that was sent more often. The timeout is asked for again after each, so an oracle that doubles it keeps
     * back the rest. A restarted message counts as dispatched now.
     *
     * <p>A message is in its new place before {@code due} is told, so {@code due} may use this set. If it throws a
     * {@link RuntimeException}, the other messages are dealt with first and then the first such exception is thrown. An
     * exception of the oracle, or an {@link Error}, ends the call at once; the message concerned is still due, or in its
     * new place.
     *
     * @param nowNanos the time
     * @param due told what to do with each message
     * @return how many timeouts elapsed
     */
    public int expire(long nowNanos, Due<M> due) {
        int expired = 0;
        RuntimeException thrown = null;
        for (Pending<M> next = mostOverdue(nowNanos); next != null; next = mostOverdue(nowNanos)) {
            long dueNanos = dueNanos(nowNanos);
            boolean restart = timedOut(next, nowNanos);
            expired++;
            try {
                if (restart) {
                    due.restart(next, dueNanos);
                } else {
                    due.giveUp(next);
                }
            } catch (RuntimeException e) {
                thrown = thrown == null ? e : thrown;
            }
        }
        if (thrown != null) {
            throw thrown;
        }
        return expired;
    }

    /**
     * A message is acknowledged and nobody says which transmission of it arrived. It is no longer pending. The oracle
     * gets a sample from the first dispatch; Karn's rule decides what it is worth. Nothing happens if the message was not
     * pending any more.
     *
     * @param pending the message
     * @param nowNanos the time at which the acknowledgement came
     * @return what the acknowledgement was good for
     * @throws IllegalArgumentException if the message is in another set
     */
    public SampleUse acknowledge(Pending<M> pending, long nowNanos) {
        if (!leave(pending) || pending.isRecovered()) {
            return SampleUse.NONE;
        }
        SampleUse use = pending.attempts() == 1 ? SampleUse.UNAMBIGUOUS : SampleUse.AMBIGUOUS;
        return sample(pending, nowNanos, nowNanos - pending.firstDispatchedNanos(), use);
    }

    /**
     * A message is acknowledged and the destination says which transmission arrived. It is no longer pending. The echo
     * gives an exact sample if that transmission was made, and the acknowledgement was held back for 0 or more
     * nanoseconds, but no longer than since its dispatch; otherwise it is rejected and there is no sample at all. Nothing
     * happens if the message was not pending any more.
     *
     * @param pending the message
     * @param nowNanos the time at which the acknowledgement came
     * @param echo what the destination says
     * @return what the acknowledgement was good for; {@link SampleUse#NONE} also if the dispatch time of that
     *     transmission is no longer kept (64 per message are)
     * @throws IllegalArgumentException if the message is in another set
     */
    public SampleUse acknowledge(Pending<M> pending, long nowNanos, Echo echo) {
        if (!leave(pending)) {
            return SampleUse.NONE;
        }
        if (echo.attempt() < 1 || echo.attempt() > pending.attempts() || echo.heldNanos() < 0) {
            return SampleUse.REJECTED;
        }
        long dispatchedNanos = pending.dispatchNanos(echo.attempt());
        if (dispatchedNanos == Pending.UNKNOWN) {
            return SampleUse.NONE;
        }
        long elapsedNanos = nowNanos - dispatchedNanos;
        // Before the subtraction, which would wrap if the acknowledgement were older than the dispatch.
        if (echo.heldNanos() > elapsedNanos) {
            return SampleUse.REJECTED;
        }
        return sample(pending, nowNanos, elapsedNanos - echo.heldNanos(), SampleUse.EXACT);
    }

    /**
     * A message is acknowledged without a usable sample, or purged. Nothing happens if it was not pending any more.
     *
     * @param pending the message
     * @throws IllegalArgumentException if the message is in another set
     */
    public void remove(Pending<M> pending) {
        leave(pending);
    }

    /**
     * A message is not to be restarted until it is {@linkplain #resume resumed}. It can be acknowledged all the same.
     * Nothing happens if it was not pending, or suspended already.
     *
     * @param pending the message
     * @throws IllegalArgumentException if the message is in another set
     */
    public void suspend(Pending<M> pending) {
        Lane<M> lane = laneOf(pending);
        if (lane != null && lane != suspended) {
            unlink(lane, pending);
            suspended.append(pending, pending.waitingSinceNanos);
        }
    }

    /**
     * The restart that {@link #expire} has just asked for cannot be made yet: the transmission does not count, and the
     * message is suspended. {@link #restart} makes the restart up; {@link #resume} calls it off. Nothing happens if the
     * message was not pending, or suspended already.
     *
     * @param pending the message
     * @throws IllegalArgumentException if the message is in another set
     * @throws IllegalStateException if the message was not restarted
     */
    public void postpone(Pending<M> pending) {
        Lane<M> lane = laneOf(pending);
        if (lane != null && lane != suspended) {
            pending.takeBack();
            unlink(lane, pending);
            suspended.append(pending, pending.waitingSinceNanos);
        }
    }

    /**
     * A suspended message is transmitted again now. Nothing happens if it was not suspended. The oracle is not asked: it
     * was when the message was due.
     *
     * @param pending the message
     * @param nowNanos the time of the transmission
     * @throws IllegalArgumentException if the message is in another set
     */
    public void restart(Pending<M> pending, long nowNanos) {
        if (laneOf(pending) == suspended) {
            pending.restarted(nowNanos);
            resume(pending, nowNanos);
        }
    }

    /**
     * A suspended message waits again, for the timeout of its last transmission counted from now. Nothing happens if it
     * was not suspended.
     *
     * @param pending the message
     * @param nowNanos the time
     * @throws IllegalArgumentException if the message is in another set
     */
    public void resume(Pending<M> pending, long nowNanos) {
        if (laneOf(pending) == suspended) {
            suspended.unlink(pending);
            laneFor(pending.attempts(), lowest).append(pending, nowNanos);
        }
    }

    private Pending<M> enter(Pending<M> pending, long nowNanos) {
        laneFor(pending.attempts(), lowest).append(pending, nowNanos);
        size++;
        return pending;
    }

    private boolean leave(Pending<M> pending) {
        Lane<M> lane = laneOf(pending);
        if (lane == null) {
            return false;
        }
        unlink(lane, pending);
        size--;
        return true;
    }

    private SampleUse sample(Pending<M> pending, long nowNanos, long rttNanos, SampleUse use) {
        if (rttNanos < 0) {
            return SampleUse.REJECTED;
        }
        oracle.onAcknowledgement(new RttSample(rttNanos, pending.attempts(), use == SampleUse.EXACT));
        sampled = true;
        sampledAtNanos = nowNanos;
        return use;
    }

    /** When the message that is most overdue was due; the timeout may have dropped below its age since. */
    private long dueNanos(long nowNanos) {
        long dueNanos = nowNanos + untilMostOverdueNanos;
        boolean dropped = sampled && sampledAtNanos - dueNanos > 0 && sampledAtNanos - nowNanos <= 0;
        return dropped ? sampledAtNanos : dueNanos;
    }

    /** One timeout; true if the message is restarted, false if it is given up. */
    private boolean timedOut(Pending<M> pending, long nowNanos) {
        int attempt = pending.attempts();
        oracle.onTimeout(attempt);
        if (attempt == Integer.MAX_VALUE || !oracle.mayRestart(attempt)) {
            leave(pending);
            return false;
        }
        Lane<M> lane = Objects.requireNonNull(laneOf(pending), "a message that timed out is in a lane");
        Lane<M> next = laneFor(attempt + 1, lane);
        pending.restarted(nowNanos);
        unlink(lane, pending);
        next.append(pending, nowNanos);
        return true;
    }

    private @Nullable Pending<M> mostOverdue(long nowNanos) {
        Pending<M> most = null;
        long soonest = 1;
        for (Lane<M> lane = highest; lane != null; lane = lane.lower) {
            long nanos = nanosUntilDue(lane, nowNanos);
            if (nanos < soonest) {
                soonest = nanos;
                most = lane.head;
            }
        }
        untilMostOverdueNanos = soonest;
        return most;
    }

    /** Less than 0 if the head of the lane is overdue. */
    private long nanosUntilDue(Lane<M> lane, long nowNanos) {
        long timeoutNanos = oracle.timeoutNanos(lane.attempt);
        Pending<M> head = lane.head;
        if (timeoutNanos == RetransmissionOracle.NEVER || head == null) {
            return Long.MAX_VALUE;
        }
        // An oracle that breaks its contract must not make the same message due twice at one time.
        return Math.max(1, timeoutNanos) - Math.max(0, nowNanos - head.waitingSinceNanos);
    }

    private @Nullable Lane<M> laneOf(Pending<M> pending) {
        Lane<M> lane = pending.lane;
        if (lane != null && lane.owner != this) {
            throw new IllegalArgumentException("the message is pending in another set");
        }
        return lane;
    }

    /** The lane of an attempt number, made if it was empty; looked for from a lane with a smaller number upwards. */
    private Lane<M> laneFor(int attempt, @Nullable Lane<M> from) {
        Lane<M> above = from;
        while (above != null && above.attempt < attempt) {
            above = above.higher;
        }
        if (above != null && above.attempt == attempt) {
            return above;
        }
        Lane<M> lane = new Lane<>(this, attempt);
        lane.enter(above == null ? highest : above.lower, above);
        lowest = lane.lower == null ? lane : lowest;
        highest = lane.higher == null ? lane : highest;
        return lane;
    }

    private void unlink(Lane<M> lane, Pending<M> pending) {
        lane.unlink(pending);
        if (lane.head == null && lane != suspended) {
            lane.leave();
            lowest = lane.lower == null ? lane.higher : lowest;
            highest = lane.higher == null ? lane.lower : highest;
        }
    }
}
