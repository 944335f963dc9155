package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.sequence.Participation;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.internal.sequence.SequenceState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Leaves the sequences in which their destination takes no part any more, or that have ended without a message: their messages
 * move to another sequence, or are given up if they may have arrived and must not be delivered twice.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class SequenceLoss<P> {
    private static final String FORGOTTEN = "the destination answers without acknowledging any message of the sequence";
    private static final String DOUBTED = "the destination has answered as if it did not know the sequence";
    private static final String CLOSED = "the destination has closed the sequence";

    private final Changes<P> changes;
    private final Payloads<P> payloads;
    private final Outcomes<P> outcomes;
    private final Removal<P> removal;
    private final SequenceEnds<P> ends;

    SequenceLoss(
            Changes<P> changes, Payloads<P> payloads, Outcomes<P> outcomes, Removal<P> removal, SequenceEnds<P> ends) {
        this.changes = changes;
        this.payloads = payloads;
        this.outcomes = outcomes;
        this.removal = removal;
        this.ends = ends;
    }

    /**
     * Records that an attempt was answered; returns true if the message is to be restarted, to confirm a report.
     *
     * @param last true if no other attempt of the sequence is to be answered
     */
    boolean answered(Message<P> message, Attempt attempt, boolean last, long nowNanos) {
        if (message.isRequest() || attempt.respondedNanos().isEmpty()) {
            // No transport has read an answer.
            return false;
        }
        Participation participation = message.sequence().participation();
        if (message.state() == MessageState.SETTLED) {
            participation.answeredWithAcknowledgement();
            return false;
        }
        if (!message.isUnresolved()) {
            return false;
        }
        Participation.Verdict verdict = participation.answeredWithout(attempt, last, nowNanos);
        if (verdict == Participation.Verdict.GONE) {
            lose(message.sequence(), FORGOTTEN, nowNanos);
        }
        return verdict == Participation.Verdict.CONFIRM;
    }

    /**
     * Records that the destination refuses the sequence; returns true if the message is to be restarted, to confirm that.
     *
     * @param restarts true if the oracle restarts the message
     * @param sentNanos when the transmission was dispatched that is refused
     */
    boolean refused(Message<P> message, Code code, String reason, boolean restarts, long sentNanos, long nowNanos) {
        if (message.isRequest() || !message.isUnresolved()) {
            return false;
        }
        SequenceState<Message<P>> sequence = message.sequence();
        Participation.Verdict verdict = code == Code.UNKNOWN
                ? sequence.participation().unknown(sentNanos, nowNanos)
                : Participation.Verdict.GONE;
        if (verdict == Participation.Verdict.GONE
                && code == Code.UNKNOWN
                && restarts
                && awaitsRefusals(sequence, nowNanos)) {
            return false;
        }
        if (verdict == Participation.Verdict.GONE || SequenceEnds.nothingHasArrived(sequence)) {
            if (code == Code.UNKNOWN) {
                lose(sequence, reason, nowNanos);
            } else if (code != Code.CLOSED || !ends.closeAgain(message)) {
                leave(sequence, reason, false, nowNanos);
            }
            return false;
        }
        return verdict == Participation.Verdict.CONFIRM;
    }

    /**
     * Returns whether a sequence that is unknown is not left yet, because messages would be given up of which a transmission is
     * under way that is probably refused as well. The last refusal, or a later restart, has it left.
     */
    private static <P> boolean awaitsRefusals(SequenceState<Message<P>> sequence, long nowNanos) {
        return !sequence.isForsaken()
                && sequence.participation().doubtNanos(nowNanos) > 0
                && sequence.resend() == Resend.UNSENT
                && sequence.messages().ascending().stream()
                        .anyMatch(message ->
                                message.isUnresolved() && message.attempts().hasConnected());
    }

    /** Leaves a sequence in which the destination seems to take no part any more. */
    private void lose(SequenceState<Message<P>> sequence, String reason, long nowNanos) {
        if (sequence.isForsaken() || !ends.close(sequence)) {
            leave(sequence, reason, false, nowNanos);
        }
    }

    /** Records that the destination delivers in order, however messages arrive. It waits for those that were given up. */
    void deliveredInOrder(SequenceState<Message<P>> sequence) {
        if (!sequence.isOrderedOtherwise()) {
            sequence.deliveredInOrder();
            sequence.messages().ascending().stream()
                    .filter(message -> message.state() == MessageState.GIVEN_UP)
                    .findFirst()
                    .ifPresent(ends::without);
        }
    }

    /**
     * Records that a sequence is closed.
     *
     * @param known true if the destination has told which messages it has accepted, and that it accepts no other
     */
    void closed(SequenceState<Message<P>> sequence, boolean known, long nowNanos) {
        Message<P> gap = sequence.gap();
        boolean anyLeft = sequence.messages().ascending().stream().anyMatch(Message::isUnresolved);
        if (!sequence.isForsaken() && (gap != null || anyLeft)) {
            String reason = gap == null
                    ? CLOSED
                    : gap.isUnresolved() ? DOUBTED : "message " + gap.number() + " of it was given up";
            leave(sequence, reason, known, nowNanos);
        }
    }

    /**
     * Leaves a sequence. Messages that are not stored yet follow when they are. Those that were acknowledged and wait for their
     * answer stay if the destination still has it.
     */
    private void leave(SequenceState<Message<P>> sequence, String reason, boolean known, long nowNanos) {
        sequence.forsake();
        List<Message<P>> moved = new ArrayList<>();
        List<Message<P>> lost = new ArrayList<>();
        for (Message<P> message : sequence.messages().ascending()) {
            if (message.isUnresolved()
                    && message.state() != MessageState.CAPTURED
                    && !(known && sequence.messages().isAcknowledged(message))) {
                (sequence.resend().includes(!known && message.attempts().mayHaveArrived()) ? moved : lost).add(message);
            }
        }
        List<Message<P>> parked = moved.stream()
                .map(message -> moved(message, !known && message.attempts().mayHaveArrived(), nowNanos))
                .toList();
        Stream<Message<P>> present =
                Stream.of(parked, lost, sequence.messages().ascending()).flatMap(List::stream);
        Message<P> any = Stream.concat(present, Stream.ofNullable(sequence.gap()))
                .findFirst()
                .orElseThrow();
        changes.act(new Act.Leave<>(any, reason, parked, lost));
        if (!sequence.kept().isEmpty()) {
            changes.act(new Act.Forget<>(sequence.kept()));
        }
        for (Message<P> message : lost) {
            removal.giveUpForGood(message, reason + doubt(sequence, message), nowNanos);
        }
    }

    /** Returns the words that warn a person who would send a message of a sequence again. */
    private static <P> String doubt(SequenceState<Message<P>> sequence, Message<P> message) {
        if (sequence.messages().isAcknowledged(message)) {
            return ", and the answer to the message, which has arrived, is lost";
        }
        return message.attempts().mayHaveArrived() ? ", and the message may have arrived" : "";
    }

    /** Takes a message of an earlier process, whose sequence that process has left. */
    void recovered(Message<P> message, long nowNanos) {
        if (!message.sequence().resend().includes(message.attempts().mayHaveArrived())) {
            removal.giveUpForGood(message, "its sequence has ended, and the message may have arrived", nowNanos);
        } else if (!move(message, nowNanos)) {
            throw new IllegalStateException(message + " is in a sequence that was not left");
        }
    }

    /** Moves a message to another sequence; returns false if it cannot be moved. */
    boolean move(Message<P> message, long nowNanos) {
        boolean movable = message.isForsaken() && message.sequence().resend() != Resend.IMPOSSIBLE;
        if (movable) {
            Message<P> parked = moved(message, message.attempts().mayHaveArrived(), nowNanos);
            changes.act(new Act.Park<>(List.of(parked)));
        }
        return movable;
    }

    /** Returns the message that replaces another one: it waits for a sequence, and keeps its name until it has a number. */
    private Message<P> moved(Message<P> message, boolean arrived, long nowNanos) {
        Message<P> parked = message.withoutNumber(payloads.withoutNumber(message.payload()), arrived, nowNanos);
        outcomes.begin(parked, nowNanos);
        outcomes.moved();
        removal.withdraw(message, nowNanos);
        message.attempts().abandonUnconnected();
        return parked;
    }
}
