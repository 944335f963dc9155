package io.github.restartoracle.internal.outbound;

import io.github.restartoracle.internal.sequence.SequenceState;
import java.util.function.BooleanSupplier;

/**
 * The messages of a path that wait for their sequence to be created. They count as messages of the path. The caller decides
 * on the order in which they get their numbers.
 *
 * <p>Thread-safe, by the lock of the path.
 */
public final class Parking<P> {
    private final Changes<P> changes;
    private final BooleanSupplier closed;
    private final Removal<P> removal;
    private final Outcomes<P> outcomes;

    Parking(Changes<P> changes, BooleanSupplier closed, Removal<P> removal, Outcomes<P> outcomes) {
        this.changes = changes;
        this.closed = closed;
        this.removal = removal;
        this.outcomes = outcomes;
    }

    /**
     * Adds a message without a number.
     *
     * @param message a {@linkplain Message#parked parked} message
     * @param position distinguishes it from all other parked messages, 1 or more
     * @return false if the path is closed
     */
    public boolean add(Message<P> message, long position, long nowNanos) {
        return changes.read(() -> {
            if (closed.getAsBoolean()) {
                return false;
            }
            message.parkedAt(position, nowNanos);
            outcomes.begin(message, nowNanos);
            return true;
        });
    }

    /** {@return whether a message waits for its number; false once it has its number, was given up or was taken out} */
    public boolean contains(Message<P> message) {
        return changes.read(() -> message.state() == MessageState.PARKED);
    }

    /** Records that the destination has created a sequence for parked messages. */
    public void created(long nowNanos) {
        changes.read(() -> outcomes.heard(nowNanos));
    }

    /** Gives a message its number; returns false if it is not parked any more, or if the sequence was closed meanwhile. */
    boolean number(Message<P> message, SequenceState<Message<P>> sequence, long number) {
        return changes.read(() -> {
            if (message.state() != MessageState.PARKED || sequence.isClosed()) {
                return false;
            }
            outcomes.numbered();
            message.number(sequence, number);
            sequence.messages().add(message);
            return true;
        });
    }

    /**
     * Takes a number back that was not stored: the message is parked again.
     *
     * @param message a message of this path that has just been {@linkplain #number numbered}
     * @param position distinguishes it from all other parked messages, 1 or more
     * @return false if it was settled meanwhile
     */
    public boolean unnumber(Message<P> message, long position) {
        return changes.read(() -> {
            if (message.state() != MessageState.CAPTURED) {
                return false;
            }
            message.sequence().messages().remove(message);
            message.unnumber(position);
            outcomes.unnumbered();
            return true;
        });
    }

    /** Gives a message up; returns false if the message is not parked any more. */
    public boolean giveUp(Message<P> message, String reason, long nowNanos) {
        return changes.make(nowNanos, () -> {
            boolean parked = message.state() == MessageState.PARKED;
            if (parked) {
                removal.giveUp(message, reason, nowNanos);
            }
            return parked;
        });
    }

    /** Records that an attempt to create the sequence has failed; the messages go on waiting. */
    public void failed(String reason) {
        changes.read(() -> outcomes.problem(reason));
    }
}
