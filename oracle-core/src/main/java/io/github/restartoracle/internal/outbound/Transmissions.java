package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.AttemptListener;
import io.github.restartoracle.internal.attempt.ConnectionReuse;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.attempt.PermanentFailure;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.pending.PathPolicy;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.internal.sequence.EmptyAnswers;
import io.github.restartoracle.internal.sequence.Participation;
import io.github.restartoracle.internal.sequence.SequenceState;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.Stage;
import java.time.Duration;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a path. Dispatches the attempts that are due, and follows their progress.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Transmissions<P> {
    private final PathPolicy policy;
    private final PathResources resources;
    private final Changes<P> changes;
    private final PendingSet<Message<P>> pending;
    private final SendWindow<P> window;
    private final Outcomes<P> outcomes;
    private final StageReports<P> reports;
    private final AckProbes<P> ackProbes;
    private final Removal<P> removal;
    private final SequenceLoss<P> loss;
    private final EmptyAnswers emptyAnswers = new EmptyAnswers();
    private ConnectionReuse reuse = ConnectionReuse.ANY;

    Transmissions(
            PathPolicy policy,
            PathResources resources,
            Changes<P> changes,
            PendingSet<Message<P>> pending,
            SendWindow<P> window,
            Outcomes<P> outcomes,
            Removal<P> removal,
            SequenceLoss<P> loss) {
        this.policy = policy;
        this.resources = resources;
        this.changes = changes;
        this.pending = pending;
        this.window = window;
        this.outcomes = outcomes;
        this.reports = new StageReports<>(pending);
        this.ackProbes = new AckProbes<>(resources, changes, policy, this::sequenceRefused);
        this.removal = removal;
        this.loss = loss;
    }

    /** Offers a message whose transmission is due; returns its attempt, or null if it may not be dispatched and waits. */
    @Nullable
    Attempt offer(Message<P> message, long nowNanos) {
        if (holds(message, nowNanos)) {
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

    /** Distrusts the connections without input since a time. */
    void distrustBefore(long nanos) {
        reuse = reuse.since(nanos);
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

    /** Lets a message wait again of whose last transmission no byte was written; it is made later, under the same number. */
    void putBack(Message<P> message) {
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
    void takeBack(Message<P> message) {
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
        Attempt attempt = new Attempt(message.attemptsMade(), nowNanos, resources, reuse, new Progress(message));
        attempt.follow(window.after(message));
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
            message.become(MessageState.SUSPENDED);
        }
        return attempt;
    }

    /**
     * Returns the handler for a refusal that comes after an attempt has ended. It names the message instead of holding it,
     * because transports keep it for long after the message has left the path.
     */
    private ObjLongConsumer<Throwable> refusal(SequenceState<Message<P>> sequence, long number, long order) {
        return (cause, nowNanos) -> changes.make(nowNanos, () -> {
            Message<P> message = sequence.messages().get(number, order);
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
                pending.oracle().connected(nowNanos, tookNanos);
            });
        }

        @Override
        public void progressed(Attempt attempt, long nowNanos) {
            changes.make(nowNanos, () -> reports.progressed(message, attempt, nowNanos));
        }

        @Override
        public boolean mayBeAnsweredWith(Attempt attempt, int status) {
            return changes.read(() -> message.isRequest()
                    || emptyAnswers.mayBeTheDestinations(message.sequence().participation(), attempt, status));
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

    /** Counts samples and the timeout from the time when the transport begins, not from the time when a thread was asked for. */
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
        if (attempt.phase() == Phase.ANSWERED && requester != null) {
            // Its answer comes on another connection, for which its caller waits; a second request would be refused.
            pending.suspend(message);
        } else if (attempt.phase() == Phase.ANSWERED) {
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
    private void doubtLowest(SequenceState<Message<P>> sequence, long nowNanos) {
        Message<P> lowest = sequence.messages().lowest();
        if (lowest != null && !lowest.callerWaits() && lowest.stage() == Stage.ANSWERED) {
            pending.stage(lowest, Stage.FAILED, nowNanos);
        }
    }

    private void sequenceRefused(
            Message<P> message, Code code, @Nullable Throwable cause, long sentNanos, long nowNanos) {
        String reason = cause == null ? code.name() : String.valueOf(cause.getMessage());
        boolean restarts = mayRestart(message) && pending.timeoutNanos(message, nowNanos) != RetransmissionOracle.NEVER;
        confirmIf(loss.refused(message, code, reason, restarts, sentNanos, nowNanos), message, nowNanos);
    }

    /** Restarts a message soon, to confirm a report on its sequence. No other message of the sequence is sent until then. */
    private void confirmIf(boolean reported, Message<P> message, long nowNanos) {
        if (reported && mayRestart(message)) {
            window.closeFor(Duration.ofNanos(Participation.CONFIRM_NANOS), nowNanos);
            message.sequence().confirmBy(message);
            restartAfterPause(message, nowNanos + Participation.CONFIRM_NANOS);
        }
    }

    /** Returns whether the message may be transmitted again: none of its attempts is in flight, and their limit not reached. */
    private boolean mayRestart(Message<P> message) {
        return message.state() == MessageState.IN_FLIGHT && message.attempts().isEmpty() && !isExhausted(message);
    }

    private boolean isExhausted(Message<P> message) {
        return message.transmissions() > 0 && policy.isLast(message.transmissions());
    }

    /** Restarts a message after a pause that the destination, which has not taken it, asks for: no oracle decides. */
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

    /** Lets the messages that try while the path is down wait, except one; they hold no connection that is being set up. */
    private void holdBack(long nowNanos) {
        window.gate().look(nowNanos);
        List<Message<P>> surplus = window.gate().surplus(nowNanos);
        if (!surplus.isEmpty()) {
            // Address translation on the path may have forgotten connections from before the outage.
            distrustBefore(window.gate().now(nowNanos).sinceNanos());
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
