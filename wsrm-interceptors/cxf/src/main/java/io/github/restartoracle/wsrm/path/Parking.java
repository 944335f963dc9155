package io.github.restartoracle.wsrm.path;

import java.util.Optional;

/**
 * The messages of a path that wait for their sequence to be created. They count as messages of the path; in which order they
 * get their numbers is up to the caller.
 *
 * <p>Thread-safe, by the lock of the path.
 *
 * @param <P> the content of a message
 */
public final class Parking<P> {
    private final Path<P> path;
    private final Transmissions<P> transmissions;
    private final Outcomes<P> outcomes;

    Parking(Path<P> path, Transmissions<P> transmissions, Outcomes<P> outcomes) {
        this.path = path;
        this.transmissions = transmissions;
        this.outcomes = outcomes;
    }

    /**
     * Adds a message without a number.
     *
     * @param message a {@linkplain Message#parked parked} message
     * @param position tells it from all other parked messages, 1 or more
     * @return false if the path is closed
     */
    public boolean add(Message<P> message, long position) {
        long nowNanos = path.settings().clock().nanoTime();
        return path.locked(() -> {
            if (path.isClosed()) {
                return false;
            }
            message.parkedAt(position, nowNanos);
            outcomes.begin(message, nowNanos);
            return true;
        });
    }

    /**
     * Parks a message that was given up, to be numbered again: the destination has {@linkplain Sequence#forsake forsaken} its
     * sequence. It begins anew, but for its name.
     *
     * @param message a message of this path that has a number
     * @param renewed its content, for a transmission under another number
     * @param position tells it from all other parked messages, 1 or more
     * @return the parked message, which stands for it from now on; empty if it is not given up
     */
    public Optional<Message<P>> again(Message<P> message, P renewed, long position) {
        return path.locked(() -> {
            if (message.state() != MessageState.GIVEN_UP) {
                return Optional.empty();
            }
            Message<P> parked = message.withoutNumber(renewed);
            boolean added = path.withdraw(message) && add(parked, position);
            return added ? Optional.of(parked) : Optional.empty();
        });
    }

    /** The destination has created a sequence for parked messages. */
    public void created() {
        long nowNanos = path.settings().clock().nanoTime();
        path.locked(() -> {
            outcomes.heard(nowNanos);
            return true;
        });
    }

    /**
     * Gives a message its number: it is captured then.
     *
     * @param message a message of this path
     * @param sequence a sequence of this path
     * @param number the number in it, 1 or more
     * @return false if the message is not parked any more, or the sequence was closed meanwhile
     */
    public boolean number(Message<P> message, Sequence<P> sequence, long number) {
        return path.locked(() -> {
            if (message.state() != MessageState.PARKED
                    || sequence.unacknowledged().isClosed()) {
                return false;
            }
            outcomes.numbered();
            message.number(sequence, number);
            sequence.unacknowledged().add(message);
            return true;
        });
    }

    /**
     * Takes a number back, which was not stored: the message is parked again.
     *
     * @param message a message of this path that has just been {@linkplain #number numbered}
     * @param position tells it from all other parked messages, 1 or more
     * @return false if it was settled meanwhile
     */
    public boolean unnumber(Message<P> message, long position) {
        return path.locked(() -> {
            if (message.state() != MessageState.CAPTURED) {
                return false;
            }
            message.sequence().unacknowledged().remove(message);
            message.unnumber(position);
            outcomes.unnumbered();
            return true;
        });
    }

    /**
     * Gives a message up.
     *
     * @param message a message of this path
     * @param reason why, for a person to read
     * @return false if the message is not parked any more
     */
    public boolean giveUp(Message<P> message, String reason) {
        return path.locked(() -> {
            boolean parked = message.state() == MessageState.PARKED;
            if (parked) {
                transmissions.giveUp(message, reason);
            }
            return parked;
        });
    }

    /**
     * A try to create the sequence has failed; the messages go on waiting.
     *
     * @param reason why, for a person to read
     */
    public void failed(String reason) {
        path.locked(() -> {
            outcomes.problem(reason);
            return path;
        });
    }
}
