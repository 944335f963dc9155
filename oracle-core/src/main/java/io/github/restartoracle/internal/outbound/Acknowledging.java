package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.outbound.Applied.Settled;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.internal.pending.PendingSet;
import io.github.restartoracle.internal.pending.RoundTrip;
import io.github.restartoracle.internal.sequence.Participation;
import io.github.restartoracle.internal.sequence.SequenceState;
import io.github.restartoracle.oracle.Stage;
import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.SampleUse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Applies acknowledgements to the messages of a path and gives the oracle the samples that it may learn from.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class Acknowledging<P> {
    private final PathName name;
    private final PendingSet<Message<P>> pending;
    private final Removal<P> removal;
    private final SequenceLoss<P> loss;
    private final Outcomes<P> outcomes;

    Acknowledging(
            PathName name,
            PendingSet<Message<P>> pending,
            Removal<P> removal,
            SequenceLoss<P> loss,
            Outcomes<P> outcomes) {
        this.name = name;
        this.pending = pending;
        this.removal = removal;
        this.loss = loss;
        this.outcomes = outcomes;
    }

    Applied<P> apply(
            SequenceState<Message<P>> sequence,
            long[] ranges,
            boolean isFinal,
            long highestSent,
            long arrivedNanos,
            long nowNanos,
            LongFunction<@Nullable Echo> echoes,
            Predicate<P> awaitsAnswer) {
        sequence.participation().acknowledged(nowNanos);
        String defect = sequence.defect(ranges, highestSent);
        if (defect != null) {
            outcomes.rejectedAcknowledgement();
            throw new IllegalArgumentException(defect);
        }
        List<Settled<P>> settled = new ArrayList<>(1);
        List<Message<P>> neverSent = new ArrayList<>(0);
        // The answer may have been lost; a restart fetches it again.
        Predicate<Message<P>> kept = message -> sequence.keepsAnswers()
                && message.callerWaits()
                && !message.isOneAtATime()
                && !message.isAnswered()
                && message.isUnresolved()
                && awaitsAnswer.test(message.payload());
        for (Message<P> message : sequence.acknowledge(ranges, kept, neverSent)) {
            Delivery delivery = delivery(message, arrivedNanos, echoes.apply(message.number()));
            removal.acknowledged(message, nowNanos);
            settled.add(new Settled<>(message, delivery));
        }
        if (!settled.isEmpty()) {
            outcomes.heard(nowNanos);
        }
        if (!neverSent.isEmpty()) {
            outcomes.rejectedAcknowledgement();
        }
        if (isFinal) {
            loss.closed(sequence, true, nowNanos);
        }
        return new Applied<>(settled, neverSent, pending.size(Stage.ANSWERED) > 0);
    }

    /**
     * Records that the answer to an attempt has brought an acknowledgement. A destination that is starting may answer before it
     * has its sequences, and accept nothing. A destination may also accept a message just after it has answered: CXF does.
     */
    void acknowledgedInAnswerTo(SequenceState<Message<P>> sequence, Attempt attempt, long nowNanos) {
        if (!sequence.participation().expectsAcknowledgements()) {
            return;
        }
        long beforeNanos = attempt.dispatchedNanos() - Participation.CONFIRM_NANOS;
        for (Message<P> message : pending.in(Stage.ANSWERED)) {
            if (message.sequence() == sequence
                    && !message.callerWaits()
                    && message.stageSinceNanos() - beforeNanos <= 0) {
                pending.stage(message, Stage.FAILED, nowNanos);
            }
        }
    }

    /** Gives the oracle the sample, if there is one, and takes the message out of the pending set. */
    private Delivery delivery(Message<P> message, long arrivedNanos, @Nullable Echo echo) {
        int attempts = message.attemptsMade();
        RoundTrip roundTrip = roundTrip(message, arrivedNanos, echo);
        outcomes.sampled(roundTrip.use());
        int arrived = 0;
        if (roundTrip.use() == SampleUse.EXACT && echo != null) {
            arrived = echo.attempt();
            message.sequence().callerDepth().add(roundTrip.nanos(), echo.heldNanos());
        }
        return new Delivery(
                message.id(),
                name.endpoint(),
                name.address(),
                attempts,
                arrived,
                roundTrip.use(),
                message.ettNanos(arrivedNanos),
                roundTrip.nanos());
    }

    private RoundTrip roundTrip(Message<P> message, long arrivedNanos, @Nullable Echo echo) {
        boolean withheld = message.sequence().mayHaveBeenWithheld(message, arrivedNanos);
        if (echo == null && !withheld) {
            return pending.acknowledge(message, arrivedNanos);
        }
        // The dispatch times of the transmissions before a retry are no longer known.
        int earlier = message.earlierAttempts();
        if (echo == null || (echo.attempt() >= 1 && echo.attempt() <= earlier)) {
            return pending.acknowledgeWithoutSample(message, arrivedNanos);
        }
        Echo own = earlier == 0 ? echo : new Echo(Math.max(0, echo.attempt() - earlier), echo.heldNanos());
        return pending.acknowledge(message, arrivedNanos, own);
    }
}
