package io.github.restartoracle.internal.pending;

import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.status.SampleUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The messages of one path that wait for an acknowledgement, and the oracle that decides how long.
 *
 * <p>The set asks the oracle again whenever it looks for due messages. So a timeout that shrinks makes messages due at once,
 * and one that grows makes them wait longer ("The Fast and the Fair", section IV.A).
 *
 * <p>Not thread-safe; confined to its path's lock. All times are on one monotonic clock with any origin.
 *
 * @param <M> the messages
 */
public final class PendingSet<M extends Pending> {
    /*
     * The timeout depends on the stage and the number of the last transmission and the state of the oracle only. So messages
     * wait in one FIFO lane per stage and number, and only the first of each lane is looked at: no heap, no timer task per
     * message, no message to move when the timeout changes. Adding, acknowledging, restarting a message and telling its stage
     * take as long as it takes to find the lane; finding the next one that is due looks at each lane that is not empty. An
     * oracle for which stages make no difference has lanes of one stage only.
     */

    private final PathOracle oracle;
    private final boolean staged;
    private final StageLanes<M> lanes;

    /**
     * Creates an empty set.
     *
     * @param oracle the oracle of the path; confined to the lock of this set
     */
    public PendingSet(PathOracle oracle) {
        this.oracle = Objects.requireNonNull(oracle, "oracle");
        this.staged = oracle.staged();
        this.lanes = new StageLanes<>(oracle);
    }

    /** {@return the oracle of the path, confined to the same lock as this set} */
    public PathOracle oracle() {
        return oracle;
    }

    /**
     * Returns the number of messages that wait by the number of their last transmission. Takes as long as there are different
     * numbers.
     *
     * @return numbers of transmissions, 1 or more, and of messages; all suspended messages under 0; no entry for a number
     *     without messages
     */
    public SortedMap<Integer, Integer> sizeByAttempt() {
        SortedMap<Integer, Integer> sizes = new TreeMap<>();
        lanes.countByAttempt(sizes);
        return sizes;
    }

    /** {@return the number of messages that wait in a stage; 0 or more, without suspended messages} */
    public int size(Stage stage) {
        return lanes.size(stage);
    }

    /**
     * Returns the messages that wait in a stage. Takes as long as there are such messages.
     *
     * @return a snapshot without suspended messages, in the order of their attempt numbers, then of their waits
     */
    public List<M> in(Stage stage) {
        return lanes.in(stage);
    }

    /**
     * Notes that the last transmission of a message has reached a stage: its timeout counts from now. Has no effect if the
     * oracle does not use stages or the message is not pending; if it is suspended, it stays so.
     *
     * @param stage the stage, which may be the one that it is in
     * @throws IllegalArgumentException if the message is in another set
     */
    public void stage(M pending, Stage stage, long nowNanos) {
        if (!lanes.contains(pending) || !staged) {
            return;
        }
        boolean waiting = lanes.isWaiting(pending);
        if (waiting) {
            lanes.remove(pending);
        }
        pending.reached(stage, nowNanos);
        if (waiting) {
            lanes.add(pending, nowNanos);
        }
    }

    /**
     * Adds a message whose first transmission is dispatched now. Its earlier transmissions are forgotten.
     *
     * @param message a message that is in no set
     * @param nowNanos the time of the transmission
     * @throws IllegalArgumentException if the message is in a set
     */
    public void add(M message, long nowNanos) {
        enter(message, 0, nowNanos);
    }

    /**
     * Adds a message that an earlier process of the source transmitted already. Its timeout counts from now. Those
     * transmissions count, but their dispatch times are lost, so without an echo the message never gives a sample, and with an
     * echo only for a transmission of this process.
     *
     * @param message a message that is in no set
     * @param attempts transmissions made so far, 1 or more; one that is made right now included
     * @throws IllegalArgumentException if {@code attempts} is less than 1 (then {@link #add} it), or the message is in a set
     */
    public void recover(M message, int attempts, long nowNanos) {
        if (attempts < 1) {
            throw new IllegalArgumentException("attempts must be 1 or more, was " + attempts);
        }
        enter(message, attempts, nowNanos);
    }

    /**
     * Returns the time until a message is due. Ask again after each event that may change the timeout: an acknowledgement that
     * gave a sample, or {@link #expire}.
     *
     * @return nanoseconds; 0 if one is due now, {@link Long#MAX_VALUE} if none will ever be
     */
    public long nanosUntilDue(long nowNanos) {
        return lanes.nanosUntilDue(nowNanos);
    }

    /** {@return the timeout after the last transmission of a message, or after the first one to come} */
    public long timeoutNanos(M message, long nowNanos) {
        return oracle.timeoutNanos(nowNanos, message.stage(), Math.max(1, message.transmissions()));
    }

    /**
     * Lets the oracle decide about every message whose timeout has elapsed: the one that is longest overdue first, of two the one
     * that was transmitted more often. The oracle is asked for the timeout again after each message, so an oracle that doubles it
     * keeps back the rest. A message that is to be restarted counts as dispatched now, and one that is to be given up is no longer
     * pending. An exception of the oracle ends the call at once; the message concerned is still due, and the decisions before it
     * are lost.
     *
     * @param isStalled returns whether a message does not wait for its destination, but for example for a thread that prepares its
     *     transmission: the oracle is not asked, and the message waits for its timeout once more; must not use this set
     * @return the decisions, in the order in which they were made
     */
    public List<Elapsed<M>> expire(long nowNanos, Predicate<M> isStalled) {
        List<Elapsed<M>> elapsed = new ArrayList<>(0);
        for (M next = lanes.mostOverdue(nowNanos); next != null; next = lanes.mostOverdue(nowNanos)) {
            long dueNanos = lanes.dueNanos(nowNanos);
            if (isStalled.test(next)) {
                waitAgain(next, nowNanos);
                elapsed.add(new Elapsed<>(next, null, dueNanos));
            } else {
                elapsed.add(new Elapsed<>(next, timedOut(next, nowNanos), dueNanos));
            }
        }
        return elapsed;
    }

    /**
     * Corrects the dispatch time of a message's last transmission to now: samples and the timeout count from now. If the
     * message is not pending, only the dispatch time is corrected; if it is suspended, it stays so.
     *
     * @throws IllegalArgumentException if the message is in another set
     */
    public void correctDispatch(M pending, long nowNanos) {
        pending.dispatched(pending.transmissions(), nowNanos);
        if (lanes.contains(pending)) {
            pending.stageSinceNanos = nowNanos;
        }
        waitAgain(pending, nowNanos);
    }

    /** Moves a message to the end of its lane: its timeout counts from now. */
    private void waitAgain(M pending, long nowNanos) {
        if (lanes.isWaiting(pending)) {
            lanes.remove(pending);
            lanes.add(pending, nowNanos);
        }
    }

    /**
     * Acknowledges a message without an echo: it is unknown which transmission arrived. The message is no longer pending. The
     * oracle gets a sample from the first dispatch, and must apply Karn's rule to it. Has no effect if the message was not
     * pending any more.
     *
     * @param nowNanos the time at which the acknowledgement came
     * @return the round trip, and its use as a sample
     * @throws IllegalArgumentException if the message is in another set
     */
    public RoundTrip acknowledge(M pending, long nowNanos) {
        if (!leave(pending)) {
            return RoundTrip.NONE;
        }
        if (pending.isRecovered()) {
            return without(RoundTrip.NONE, nowNanos);
        }
        SampleUse use = pending.transmissions() == 1 ? SampleUse.UNAMBIGUOUS : SampleUse.AMBIGUOUS;
        return sample(pending, nowNanos, nowNanos - pending.firstDispatchedNanos(), use);
    }

    /**
     * Acknowledges a message with an echo: the destination says which transmission arrived. The message is no longer pending.
     * The echo gives an exact sample if that transmission was made, and the acknowledgement was held back for 0 or more
     * nanoseconds, but no longer than since its dispatch; otherwise it is rejected and there is no sample at all. Has no effect
     * if the message was not pending any more.
     *
     * @param nowNanos the time at which the acknowledgement came
     * @param echo the statement of the destination
     * @return the round trip, and its use as a sample; {@link SampleUse#NONE} also if the dispatch time of that transmission is
     *     no longer kept (64 per message are)
     * @throws IllegalArgumentException if the message is in another set
     */
    public RoundTrip acknowledge(M pending, long nowNanos, Echo echo) {
        if (!leave(pending)) {
            return RoundTrip.NONE;
        }
        if (echo.attempt() < 1 || echo.attempt() > pending.transmissions() || echo.heldNanos() < 0) {
            return without(RoundTrip.REJECTED, nowNanos);
        }
        long dispatchedNanos = pending.dispatchNanos(echo.attempt());
        if (dispatchedNanos == Pending.UNKNOWN) {
            return without(RoundTrip.NONE, nowNanos);
        }
        long elapsedNanos = nowNanos - dispatchedNanos;
        // Checked before the subtraction, which would wrap if the acknowledgement were older than the dispatch.
        if (echo.heldNanos() > elapsedNanos) {
            return without(RoundTrip.REJECTED, nowNanos);
        }
        return sample(pending, nowNanos, elapsedNanos - echo.heldNanos(), SampleUse.EXACT);
    }

    /**
     * Acknowledges a message whose round trip is known to be of no use. It is no longer pending. Has no effect if it was not
     * pending any more.
     *
     * @param nowNanos the time at which the acknowledgement came
     * @return {@link RoundTrip#NONE}
     * @throws IllegalArgumentException if the message is in another set
     */
    public RoundTrip acknowledgeWithoutSample(M pending, long nowNanos) {
        return leave(pending) ? without(RoundTrip.NONE, nowNanos) : RoundTrip.NONE;
    }

    private RoundTrip without(RoundTrip sample, long nowNanos) {
        oracle.acknowledged(nowNanos, null);
        return sample;
    }

    /**
     * Removes a message, for example because it is purged. Has no effect if it was not pending any more.
     *
     * @throws IllegalArgumentException if the message is in another set
     */
    public void remove(M pending) {
        leave(pending);
    }

    /**
     * Suspends a message: it is not restarted until it is {@linkplain #resume resumed}. It can still be acknowledged. Has no
     * effect if it was not pending, or suspended already.
     *
     * @throws IllegalArgumentException if the message is in another set
     */
    public void suspend(M pending) {
        if (lanes.isWaiting(pending)) {
            lanes.suspend(pending);
        }
    }

    /**
     * Postpones the restart that {@link #expire} has just asked for: the transmission does not count, and the message is
     * suspended. {@link #restart} makes the restart later; {@link #resume} cancels it. Has no effect if the message was not
     * pending, or suspended already.
     *
     * @throws IllegalArgumentException if the message is in another set
     * @throws IllegalStateException if the message was not restarted
     */
    public void postpone(M pending) {
        if (lanes.isWaiting(pending)) {
            pending.takeBack();
            lanes.suspend(pending);
        }
    }

    /**
     * Restarts a suspended message now. Has no effect if it was not suspended. The oracle is not asked: it was asked when the
     * message was due.
     *
     * @param nowNanos the time of the transmission
     * @throws IllegalArgumentException if the message is in another set
     */
    public void restart(M pending, long nowNanos) {
        if (lanes.isSuspended(pending)) {
            lanes.remove(pending);
            pending.restarted(nowNanos);
            lanes.add(pending, nowNanos);
        }
    }

    /**
     * Resumes a suspended message: it waits again, for the timeout of its last transmission counted from now. Has no effect if
     * it was not suspended.
     *
     * @throws IllegalArgumentException if the message is in another set
     */
    public void resume(M pending, long nowNanos) {
        if (lanes.isSuspended(pending)) {
            lanes.remove(pending);
            lanes.add(pending, nowNanos);
        }
    }

    private void enter(M message, int attemptsBefore, long nowNanos) {
        if (message.isPending()) {
            throw new IllegalArgumentException("the message is pending");
        }
        message.begin(attemptsBefore, nowNanos);
        lanes.add(message, nowNanos);
    }

    private boolean leave(M pending) {
        boolean pends = lanes.contains(pending);
        lanes.remove(pending);
        return pends;
    }

    private RoundTrip sample(M pending, long nowNanos, long rttNanos, SampleUse use) {
        if (rttNanos < 0) {
            return without(RoundTrip.REJECTED, nowNanos);
        }
        oracle.acknowledged(nowNanos, new RttSample(rttNanos, pending.transmissions(), use == SampleUse.EXACT));
        lanes.sampled(nowNanos);
        return new RoundTrip(use, use == SampleUse.AMBIGUOUS ? RoundTrip.UNKNOWN : rttNanos);
    }

    /** Lets the oracle decide about a message whose timeout elapsed, and moves it to the lane that the decision requires. */
    private Decision timedOut(M pending, long nowNanos) {
        int attempt = pending.transmissions();
        Decision decision = oracle.elapsed(nowNanos, pending.stage, attempt, pending.stageSinceNanos);
        if (decision == Decision.WAIT || decision == Decision.RACE || decision == Decision.ASK) {
            waitAgain(pending, nowNanos);
            return decision;
        }
        if (decision == Decision.GIVE_UP || attempt == Integer.MAX_VALUE) {
            leave(pending);
            return Decision.GIVE_UP;
        }
        lanes.remove(pending);
        pending.restarted(nowNanos);
        lanes.add(pending, nowNanos);
        return decision;
    }
}
