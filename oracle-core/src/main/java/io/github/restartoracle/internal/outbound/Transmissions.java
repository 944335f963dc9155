package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.AttemptListener;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.attempt.PermanentFailure;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.pending.Elapsed;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.oracle.Decision;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.Stage;
import java.time.Duration;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a path. Dispatches the attempts that are due, follows their progress, and restarts messages when the
 * oracle decides so.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Transmissions<P> {
    private final PathSettings settings;
    private final PathPolicy policy;
    private final PathResources resources;
    private final Changes<P> changes;
    private final PendingSet<Message<P>> pending;
    private final SendWindow<P> window;
    private final Outcomes<P> outcomes;
    private final StageReports<P> reports;
    private final AckProbes<P> ackProbes;
    private final SequenceEnds<P> ends;
    private final Removal<P> removal;
    private final SequenceLoss<P> loss;
    private final EmptyAnswers emptyAnswers = new EmptyAnswers();
    private long staleBeforeNanos = Attempt.NEVER_STALE;

    Transmissions(
            PathSettings settings,
            PathPolicy policy,
            PathResources resources,
            Changes<P> changes,
            Payloads<P> payloads,
            PendingSet<Message<P>> pending,
            SendWindow<P> window,
            Outcomes<P> outcomes) {
        this.settings = settings;
        this.policy = policy;
        this.resources = resources;
        this.changes = changes;
        this.pending = pending;
        this.window = window;
        this.outcomes = outcomes;
        this.reports = new StageReports<>(pending);
        this.ackProbes = new AckProbes<>(resources, changes, policy, this::sequenceRefused);
        this.ends = new SequenceEnds<>(changes);
        this.removal = new Removal<>(settings, pending, window, outcomes, ends);
        this.loss = new SequenceLoss<>(changes, payloads, outcomes, removal, ends);
    }

    Removal<P> removal() {
        return removal;
    }

    SequenceEnds<P> ends() {
        return ends;
    }

    SequenceLoss<P> loss() {
        return loss;
    }

    /**
     * Offers a message whose transmission is due; returns its attempt if it may be dispatched, otherwise null, and the
     * message waits.
     */
    @Nullable
    Attempt offer(Message<P> message, long nowNanos) {
        if (holds(message, nowNanos)) {
            return null;
        }
        if (message.transmissions() > 0 && message.sequence().isSuspended()) {
            takeBack(message);
            message.become(MessageState.HELD);
            return null;
        }
        if (window.admits(message, nowNanos)) {
            return dispatch(message, nowNanos);
        }
        takeBack(message);
        message.become(MessageState.WAITING);
        window.flight().overdue(message);
        window.await(message);
        return null;
    }

    /** Lets a message wait whose turn is after others of its caller; returns true if it waits. */
    boolean holds(Message<P> message, long nowNanos) {
        boolean held = window.holds(message, nowNanos);
        if (held) {
            message.become(MessageState.WAITING);
        }
        return held;
    }

    EmptyAnswers emptyAnswers() {
        return emptyAnswers;
    }

    /**
     * Lets a message wait again of whose last transmission no byte was written; it is made later, under the same number.
     */
    private void putBack(Message<P> message) {
        if (message.state() != MessageState.IN_FLIGHT) {
            return;
        }
        if (message.stage() == Stage.CONNECTING) {
            Attempt last = message.present();
            message.attempts().abandonUnconnected();
            if (last != null && !last.phase().ended()) {
                // The attempt has connected in this moment.
                return;
            }
            message.attempts().unwritten(message.attemptsMade());
        }
        pending.suspend(message);
        message.become(MessageState.WAITING);
        window.await(message);
    }

    /** Takes back a restart that is due but not made now, so that it does not count and its timeout does not run. */
    private void takeBack(Message<P> message) {
        if (message.state() == MessageState.IN_FLIGHT) {
            pending.postpone(message);
        }
    }

    /** Dispatches an attempt of the message, even if there is no room. */
    Attempt dispatch(Message<P> message, long nowNanos) {
        boolean isFirst = message.attemptsMade() == 0;
        if (message.transmissions() == 0 && message.earlierAttempts() == 0) {
            pending.add(message, nowNanos);
        } else if (message.transmissions() == 0) {
            // After a retry, an earlier transmission may still be acknowledged: no sample unless it is echoed.
            pending.recover(message, 1, nowNanos);
        } else if (message.state() == MessageState.WAITING && message.attempts().isUnwritten()) {
            pending.resume(message, nowNanos);
            pending.stage(message, Stage.UNOBSERVED, nowNanos);
        } else if (message.state() == MessageState.WAITING) {
            pending.restart(message, nowNanos);
        }
        // The new attempt replaces those that are still to be prepared.
        List.copyOf(message.attempts()).forEach(Attempt::abandonUnlessTaken);
        Attempt attempt =
                new Attempt(message.attemptsMade(), nowNanos, resources, staleBeforeNanos, new Progress(message));
        attempt.onRefusal(refusal(message.sequence(), message.number(), message.order()));
        if (!isFirst) {
            // The first transmission no longer counts as unsent.
            outcomes.left(message);
        }
        message.dispatched(attempt);
        emptyAnswers.dispatched();
        window.enter(message, attempt, nowNanos);
        if (message.sequence().isSuspended()) {
            pending.suspend(message);
            message.become(MessageState.HELD);
        }
        return attempt;
    }

    /**
     * Returns the handler for a refusal that comes after an attempt has ended. It names the message instead of holding it,
     * because transports keep it for long after the message has left the path.
     */
    private ObjLongConsumer<Throwable> refusal(Unacknowledged<Message<P>> sequence, long number, long order) {
        return (cause, nowNanos) -> changes.make(nowNanos, () -> {
            Message<P> message = sequence.get(number, order);
            Code code = SequenceRefusedException.in(cause);
            if (message != null && code != null) {
                sequenceRefused(message, code, cause, nowNanos, nowNanos);
            } else if (message != null && message.isUnresolved()) {
                removal.giveUpForGood(message, String.valueOf(cause.getMessage()), nowNanos);
            }
        });
    }

    /** Reports to the path, which takes its lock; an attempt that is abandoned under the lock reports under it. */
    private final class Progress implements AttemptListener {
        private final Message<P> message;

        Progress(Message<P> message) {
            this.message = message;
        }

        @Override
        public void advanced(Attempt attempt, Phase phase, long nowNanos) {
            changes.make(nowNanos, () -> Transmissions.this.advanced(message, attempt, phase, nowNanos));
        }

        @Override
        public void connected(Attempt attempt, long nowNanos, long tookNanos) {
            changes.make(nowNanos, () -> {
                window.gate().setUp(tookNanos);
                reports.connected(nowNanos, tookNanos);
            });
        }

        @Override
        public void progressed(Attempt attempt, long nowNanos) {
            changes.make(nowNanos, () -> reports.progressed(message, attempt, nowNanos));
        }

        @Override
        public boolean mayBeAnsweredWith(Attempt attempt, int status) {
            return changes.read(() -> emptyAnswers.mayBeTheDestinations(message, attempt, status));
        }

        @Override
        public void ended(Attempt attempt, long nowNanos) {
            changes.make(nowNanos, () -> Transmissions.this.ended(message, attempt, nowNanos));
        }
    }

    /** Records that the attempt has reached another phase. */
    void advanced(Message<P> message, Attempt attempt, Phase phase, long nowNanos) {
        if (message.attempts().begun(attempt)) {
            begun(message, attempt, nowNanos);
        }
        reports.advanced(message, attempt, phase, nowNanos);
        if (phase.compareTo(Phase.WRITTEN) >= 0) {
            outcomes.left(message);
        }
        window.advanced(message, attempt, phase, nowNanos);
    }

    /**
     * Counts samples and the timeout from the time when the transport begins, not from the time when a thread was asked
     * for.
     */
    private void begun(Message<P> message, Attempt attempt, long nowNanos) {
        int number = attempt.number() - message.earlierAttempts();
        if (number < 1 || number > message.transmissions()) {
            return;
        }
        if (number == message.transmissions() && message.state() == MessageState.IN_FLIGHT) {
            pending.correctDispatch(message, nowNanos);
        } else {
            message.dispatched(number, nowNanos);
        }
    }

    /** Records that the attempt has ended, with any outcome. */
    void ended(Message<P> message, Attempt attempt, long nowNanos) {
        boolean unclear = emptyAnswers.ended(attempt);
        reports.ended(message, attempt, unclear, nowNanos);
        message.ended(attempt);
        outcomes.left(message);
        window.ended(message, attempt, nowNanos);
        Duration pause = RetryLater.in(attempt.cause());
        Requester requester = message.requester();
        if (requester != null && pause == null && requester.ended(attempt)) {
            removal.withdraw(message, nowNanos);
            return;
        }
        Code refusal = SequenceRefusedException.in(attempt.cause());
        if (attempt.phase() == Phase.ANSWERED) {
            boolean last = !message.sequence().awaitsAnswer();
            confirmIf(!unclear && loss.answered(message, attempt, last, nowNanos), message, nowNanos);
        }
        if (attempt.phase() != Phase.FAILED || !message.isUnresolved()) {
            return;
        }
        if (refusal != null) {
            sequenceRefused(message, refusal, attempt.cause(), attempt.dispatchedNanos(), nowNanos);
        } else if (pause != null && mayRestart(message)) {
            restartAfterPause(message, nowNanos + pause.toNanos());
            doubtLowest(message.sequence(), nowNanos);
        } else {
            failed(message, attempt, nowNanos);
        }
    }

    /**
     * Transmits the lowest message of an in-order sequence again if it was answered and not acknowledged. The destination may
     * refuse others because its room is full of those behind it.
     */
    private void doubtLowest(Unacknowledged<Message<P>> sequence, long nowNanos) {
        Message<P> lowest = sequence.lowest();
        if (lowest != null && !lowest.callerWaits() && lowest.stage() == Stage.ANSWERED) {
            pending.stage(lowest, Stage.FAILED, nowNanos);
        }
    }

    private void sequenceRefused(
            Message<P> message, Code code, @Nullable Throwable cause, long sentNanos, long nowNanos) {
        String reason = cause == null ? code.name() : String.valueOf(cause.getMessage());
        confirmIf(loss.refused(message, code, reason, sentNanos, nowNanos), message, nowNanos);
    }

    /** Restarts a message soon, to confirm a report on its sequence. No other message of the sequence is sent until then. */
    private void confirmIf(boolean reported, Message<P> message, long nowNanos) {
        if (reported && mayRestart(message)) {
            window.closeFor(Duration.ofNanos(Participation.CONFIRM_NANOS), nowNanos);
            message.sequence().confirmBy(message);
            restartAfterPause(message, nowNanos + Participation.CONFIRM_NANOS);
        }
    }

    /**
     * Returns whether the message may be transmitted again: no attempt of it is in flight, and the limit of its transmissions
     * is not reached.
     */
    private boolean mayRestart(Message<P> message) {
        return message.state() == MessageState.IN_FLIGHT && message.attempts().isEmpty() && !isExhausted(message);
    }

    private boolean isExhausted(Message<P> message) {
        return message.transmissions() > 0 && policy.isLast(message.transmissions());
    }

    /**
     * Restarts a message after a pause. The destination has not taken it and names the time to send it again, so no oracle
     * is asked.
     */
    private void restartAfterPause(Message<P> message, long endNanos) {
        pending.suspend(message);
        message.restartDue(endNanos);
        message.become(MessageState.WAITING);
        window.await(message);
        outcomes.restarted();
    }

    private void failed(Message<P> message, Attempt attempt, long nowNanos) {
        if (PermanentFailure.isIn(attempt.cause())) {
            removal.giveUpForGood(message, "it was refused for good (" + attempt.cause() + ")", nowNanos);
        } else if (message.isRequest() && message.attempts().isEmpty() && isExhausted(message)) {
            removal.giveUp(message, "the last transmission failed (" + attempt.cause() + ")", nowNanos);
        } else if (message.state() != MessageState.WAITING
                && message.attempts().isEmpty()
                && pending.timeoutNanos(message, nowNanos) == RetransmissionOracle.NEVER) {
            removal.giveUp(
                    message,
                    "the transmission failed (" + attempt.cause() + ") and the oracle does not restart",
                    nowNanos);
        }
    }

    /**
     * Restarts or gives up the messages whose timeout has elapsed; returns true if messages were held for as long as they
     * may be.
     */
    boolean expire(long nowNanos) {
        List<Elapsed<Message<P>>> elapsed = pending.expire(nowNanos, message -> isStalled(message, nowNanos));
        elapsed.forEach(this::elapsed);
        elapsed.forEach(timeout -> giveUpIfDue(timeout, nowNanos));
        elapsed.forEach(this::lapsed);
        boolean overdue = window.releaseOverdue(nowNanos);
        boolean down = window.gate().now(nowNanos).down();
        Message<P> asking = null;
        for (Elapsed<Message<P>> timeout : elapsed) {
            Message<P> message = timeout.message();
            if (message.state() == MessageState.GIVEN_UP) {
                continue;
            }
            if (timeout.restarts()) {
                outcomes.restarted();
                message.restartDue(timeout.dueNanos());
                restart(message, down, nowNanos);
            } else if (timeout.decision() == Decision.RACE) {
                race(message, nowNanos);
            } else if (timeout.decision() == Decision.ASK && message.isNumbered() && !message.isRequest()) {
                asking = message;
            }
        }
        if (asking != null) {
            ask(asking, nowNanos);
        }
        return overdue;
    }

    /**
     * Returns whether no decision is due. The copies that the oracle allows are kept for messages that can use them; in order,
     * those behind one that is not acknowledged wait for it.
     */
    private boolean isStalled(Message<P> message, long nowNanos) {
        boolean answered = message.stage() == Stage.ANSWERED;
        Message<P> lowest = answered ? message.sequence().lowest() : null;
        return (answered && isOverdue(message, nowNanos))
                || message.attempts().isStalled(nowNanos)
                || (lowest != null && lowest != message)
                || (pending.oracle().staged()
                        && message.stage() == Stage.UNOBSERVED
                        && message.attempts().mayStillLeave(nowNanos));
    }

    private void elapsed(Elapsed<Message<P>> timeout) {
        Message<P> message = timeout.message();
        if (timeout.restarts()) {
            // A connection without input since a transmission that was not answered in time may be dead.
            staleBeforeNanos = Attempt.later(staleBeforeNanos, message.dispatchedBefore());
        }
        Attempt last = message.attempts().last();
        if (timeout.decision() == Decision.REPLACE && last != null && !message.callerWaits()) {
            last.abandonIfStoppable();
        }
    }

    /** Gives up a message that was transmitted often enough, or has waited for long enough. */
    private void giveUpIfDue(Elapsed<Message<P>> timeout, long nowNanos) {
        Message<P> message = timeout.message();
        Decision decision = timeout.decision();
        if (decision == Decision.GIVE_UP) {
            // The caller of a request waits for the answer to the attempts in flight.
            if (!message.isRequest() || message.attempts().isEmpty()) {
                removal.giveUp(
                        message, "no acknowledgement after " + message.attemptsMade() + " transmissions", nowNanos);
            }
        } else if (isOverdue(message, nowNanos) && timeout.restarts()) {
            takeBack(message);
            giveUpOverdue(message, nowNanos);
        } else if (isOverdue(message, nowNanos)
                && (decision == Decision.RACE || (decision == null && message.stage() == Stage.ANSWERED))) {
            giveUpOverdue(message, nowNanos);
            message.attempts().abandonUnconnected();
        }
    }

    private boolean isOverdue(Message<P> message, long nowNanos) {
        long limitNanos = settings.giveUpAfter().toNanos();
        return limitNanos > 0 && nowNanos - message.sinceNanos() >= limitNanos;
    }

    private void giveUpOverdue(Message<P> message, long nowNanos) {
        removal.giveUp(
                message,
                "no acknowledgement within " + settings.giveUpAfter() + ", after " + message.attemptsMade()
                        + " transmissions",
                nowNanos);
    }

    /**
     * Lets the messages behind one that was not received or answered in time go on without it. A message that connects has no
     * byte in flight, and goes on trying. One that the next machine has received may only have to wait for a slow service.
     */
    private void lapsed(Elapsed<Message<P>> timeout) {
        Message<P> message = timeout.message();
        Stage stage = message.stage();
        if (timeout.decision() == null || stage == Stage.CONNECTING || stage == Stage.RECEIVED) {
            return;
        }
        window.lapsed(message);
    }

    private void restart(Message<P> message, boolean down, long nowNanos) {
        if (message.isRequest() && mayHaveArrived(message)) {
            return;
        }
        if (down && window.waiting() > 0 && message.state() == MessageState.IN_FLIGHT) {
            // The service may refuse this one message only, so the next probe is another one.
            takeBack(message);
            message.become(MessageState.WAITING);
            window.flight().overdue(message);
            window.awaitBehind(message);
        } else {
            transmit(message, offer(message, nowNanos));
        }
    }

    /**
     * Returns whether a request may have arrived; closes its attempts that have not connected. No request is made twice: CXF's
     * destination refuses the second, whose offer is that of the first.
     */
    private static <P> boolean mayHaveArrived(Message<P> message) {
        message.attempts().abandonUnconnected();
        return !message.attempts().isEmpty();
    }

    /** Opens one more connection; if all have failed, under a new attempt of the same number. */
    private void race(Message<P> message, long nowNanos) {
        Attempt last = message.present();
        if (last != null && last.phase() == Phase.CONNECTING) {
            last.race(window.gate().now(nowNanos).connections());
        } else if (last == null && message.state() == MessageState.IN_FLIGHT) {
            putBack(message);
            if (window.admits(message, nowNanos)) {
                window.forget(message);
                transmit(message, dispatch(message, nowNanos));
            }
        }
    }

    /** Lets the messages that try while the path is down wait, except one; they hold no connection that is being set up. */
    private void holdBack(long nowNanos) {
        window.gate().look(nowNanos);
        List<Message<P>> surplus = window.gate().surplus(nowNanos);
        if (!surplus.isEmpty()) {
            // Address translation on the path may have forgotten connections from before the outage.
            staleBeforeNanos =
                    Attempt.later(staleBeforeNanos, window.gate().now(nowNanos).sinceNanos());
            for (Message<P> message : surplus) {
                if (!message.attempts().isEmpty() || !isExhausted(message)) {
                    putBack(message);
                }
            }
        }
    }

    /** Dispatches the waiting messages that may go now; returns their number. */
    int proceed(long nowNanos) {
        holdBack(nowNanos);
        int dispatched = 0;
        for (Message<P> next = window.next(nowNanos); next != null; next = window.next(nowNanos)) {
            transmit(next, dispatch(next, nowNanos));
            dispatched++;
        }
        return dispatched;
    }

    /** Asks for an acknowledgement of the sequence of a message. */
    void ask(Message<P> message, long nowNanos) {
        ackProbes.ask(message, nowNanos);
    }

    /** Sends an attempt, if there is one, from another thread. */
    void transmit(Message<P> message, @Nullable Attempt attempt) {
        if (attempt != null) {
            changes.act(new Act.Transmit<>(message, attempt, message.dueNanos()));
        }
    }
}
