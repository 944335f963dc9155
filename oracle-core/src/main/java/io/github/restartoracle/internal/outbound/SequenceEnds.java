package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.sequence.SequenceState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The sequences that end because a message was given up for which their destination waits. The destination delivers those that
 * it has accepted when the sequence is closed, in order, and the others move to another sequence. So that none overtakes another
 * one, those before a message that was accepted are still sent, and the sequence is closed when they are acknowledged or given up.
 * A call that waits for its answer does not hold that up: its destination may answer it only behind the missing message, and it
 * comes before no call of its caller. Neither do those of a sequence whose destination refuses all of them again and again: its
 * room is full of those that it has accepted, which then overtake the others.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class SequenceEnds<P> {
    private final Changes<P> changes;
    private final List<SequenceState<Message<P>>> ending = new ArrayList<>(0);

    SequenceEnds(Changes<P> changes) {
        this.changes = changes;
    }

    /** Ends the sequence of a message that was given up if its destination would wait for the message for ever. */
    void without(Message<P> message) {
        if (message.isNumbered() && !message.isRequest() && message.sequence().endsWithout(message)) {
            ending.add(message.sequence());
        }
    }

    /**
     * Has a sequence closed in which the destination seems to take no part any more, if it may hold messages behind a missing
     * one: if it knows the sequence after all, it delivers them then.
     *
     * @return false if it can hold none
     */
    boolean close(SequenceState<Message<P>> sequence) {
        if (sequence.isClosing()) {
            return true;
        }
        Message<P> gap = sequence.gap();
        if (gap == null) {
            noteArrived(sequence);
            Optional<Message<P>> lowest = sequence.messages().ascending().stream()
                    .filter(Message::isUnresolved)
                    .findFirst()
                    .filter(message -> sequence.isPassed(message) && sequence.endsWithout(message));
            gap = lowest.orElse(null);
        }
        if (gap != null) {
            close(sequence, gap);
        }
        return gap != null;
    }

    /**
     * Has a sequence closed that its destination has closed: the answer is the final acknowledgement, which tells which messages
     * have arrived.
     *
     * @param message a refused message of the sequence
     * @return false if the answer would change nothing
     */
    boolean closeAgain(Message<P> message) {
        SequenceState<Message<P>> sequence = message.sequence();
        if (sequence.isForsaken() || !sequence.resend().isAutomatic()) {
            return false;
        }
        if (!sequence.isClosing() && !nothingHasArrived(sequence)) {
            close(sequence, message);
        }
        return sequence.isClosing();
    }

    /** Returns whether the destination can have accepted none of the messages. */
    static <P> boolean nothingHasArrived(SequenceState<Message<P>> sequence) {
        return sequence.messages().ascending().stream()
                .noneMatch(each -> each.isUnresolved() && each.attempts().mayHaveArrived());
    }

    private void close(SequenceState<Message<P>> sequence, Message<P> gap) {
        sequence.closing();
        changes.act(new Act.Close<>(gap));
    }

    private static <P> void noteArrived(SequenceState<Message<P>> sequence) {
        sequence.arrived(sequence.messages().ascending().stream()
                .filter(message -> message.attempts().mayHaveArrived())
                .mapToLong(Message::number)
                .max()
                .orElse(0));
    }

    /** Has the sequences closed that can be; called after each change. */
    void proceed() {
        if (!ending.isEmpty()) {
            ending.removeIf(this::isOver);
        }
    }

    private boolean isOver(SequenceState<Message<P>> sequence) {
        Message<P> gap = sequence.gap();
        if (gap == null || sequence.isClosing() || sequence.isForsaken()) {
            return true;
        }
        noteArrived(sequence);
        boolean ready = true;
        for (Message<P> message : sequence.messages().ascending()) {
            if (!message.isUnresolved()) {
                continue;
            }
            boolean behind = sequence.isBehindAll(message);
            // A message that confirms a report would be restarted at once.
            if (behind && !sequence.isConfirming(message)) {
                message.attempts().abandonUnconnected();
            }
            ready &= sequence.isRefused() || (behind ? message.attempts().isEmpty() : message.callerWaits());
        }
        if (ready) {
            close(sequence, gap);
        }
        return ready;
    }
}
