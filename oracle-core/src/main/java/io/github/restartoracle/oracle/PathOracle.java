package io.github.restartoracle.oracle;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides what is done with the messages of one path, from what its transport tells of each transmission. A {@link
 * RetransmissionOracle} knows the time only and can only restart; a path oracle knows the {@link Stage} as well, and may
 * race connections, replace a transmission that cannot have arrived, or hold back all messages but one.
 *
 * <p>Times are on one monotonic clock with any origin, in nanoseconds, and do not go back.
 *
 * <p>Not thread-safe; the pending set of a path confines all calls to one thread at a time. An implementation reads no
 * clock, starts no thread and does no I/O.
 */
public interface PathOracle {
    /** The timeout of an oracle that does not restart. */
    long NEVER = RetransmissionOracle.NEVER;

    /**
     * Returns how long to wait before {@link #elapsed} is called. Asked at every look at the pending messages.
     *
     * @param nowNanos the time
     * @param stage the stage of the last transmission
     * @param attempt the number of the last transmission, 1 for the first
     * @return nanoseconds since the stage began, or since the last {@link Decision#WAIT}, {@link Decision#ASK} or {@link
     *     Decision#RACE}; more than 0; {@link #NEVER} for ever
     */
    long timeoutNanos(long nowNanos, Stage stage, int attempt);

    /**
     * Decides on a message whose timeout has elapsed.
     *
     * @param nowNanos the time
     * @param stage the stage of the last transmission
     * @param attempt the number of the last transmission, 1 for the first
     * @param sinceNanos when that stage began
     * @return what to do with the message
     */
    Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos);

    /**
     * Tells if stages make a difference.
     *
     * @return false if timeouts count from the dispatch of a transmission, whatever its stage; false by default
     */
    default boolean staged() {
        return false;
    }

    /**
     * Returns how many messages may be on their way.
     *
     * @param nowNanos the time
     * @return {@link Gate#OPEN} by default
     */
    default Gate gate(long nowNanos) {
        return Gate.OPEN;
    }

    /**
     * A connection to the destination stands.
     *
     * @param nowNanos the time
     * @param tookNanos how long it took to set up, 0 or more
     */
    default void connected(long nowNanos, long tookNanos) {}

    /**
     * The next machine has received more of a transmission, and not all of it.
     *
     * @param nowNanos the time
     */
    default void progressed(long nowNanos) {}

    /**
     * The next machine has received all of a transmission.
     *
     * @param nowNanos the time
     * @param tookNanos nanoseconds since it was written, or since its dispatch if stages make no difference; 0 or more
     */
    default void received(long nowNanos, long tookNanos) {}

    /**
     * The destination has answered a transmission without an error.
     *
     * @param nowNanos the time
     */
    default void answered(long nowNanos) {}

    /**
     * The next machine has got what {@link Decision#ASK} has called for.
     *
     * @param nowNanos the time
     */
    default void asked(long nowNanos) {}

    /**
     * The destination has answered what {@link Decision#ASK} has called for, whatever it says.
     *
     * @param nowNanos the time
     */
    default void askAnswered(long nowNanos) {
        answered(nowNanos);
    }

    /**
     * A pending message was acknowledged.
     *
     * @param nowNanos the time
     * @param sample what the acknowledgement told of the round trip; null if it told nothing
     */
    void acknowledged(long nowNanos, @Nullable RttSample sample);

    /**
     * A transmission has failed.
     *
     * @param nowNanos the time
     * @param stage the stage that it had reached; {@link Stage#ANSWERED} if the answer was an error, or a handshake failed
     */
    default void failed(long nowNanos, Stage stage) {}

    /**
     * Returns what the oracle knows at this moment, for people to look at.
     *
     * @return as {@link RetransmissionOracle#describe}; empty by default
     */
    default Map<String, Double> describe() {
        return Map.of();
    }

    /**
     * Returns what the oracle has learnt, for a later oracle of the same kind and path to begin with.
     *
     * @return as {@link RetransmissionOracle#snapshot}; empty by default
     */
    default double[] snapshot() {
        return new double[0];
    }

    /**
     * Replaces what the oracle has learnt. To be called before the oracle is used.
     *
     * @param snapshot what {@link #snapshot} of an oracle of this kind has said, or anything else
     * @throws IllegalArgumentException if the oracle cannot go on from it, as by default; nothing was changed
     */
    default void restore(double[] snapshot) {
        throw new IllegalArgumentException("the oracle keeps nothing");
    }

    /**
     * Lets an oracle that knows the time only decide for a path: every timeout that elapses restarts the message or gives it
     * up, whatever the stage.
     *
     * @param oracle the oracle
     * @return the same oracle for a path
     */
    static PathOracle of(RetransmissionOracle oracle) {
        return new TimedPathOracle(oracle);
    }
}
