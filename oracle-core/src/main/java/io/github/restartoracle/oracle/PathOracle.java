package io.github.restartoracle.oracle;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the messages of one path, from the reports of its transport on each transmission. A
 * {@link RetransmissionOracle} knows the time only and can only restart; a path oracle knows the {@link Stage} as well, and may
 * race connections, replace a transmission that cannot have arrived, or hold back all messages but one.
 *
 * <p>Times are on one monotonic clock with any origin, in nanoseconds, and do not go back.
 *
 * <p>Not thread-safe; the pending set of a path confines all calls to one thread at a time. An implementation reads no clock,
 * starts no thread and does no I/O.
 */
public interface PathOracle {
    /** The timeout of an oracle that does not restart. */
    long NEVER = RetransmissionOracle.NEVER;

    /**
     * Returns the time to wait before {@link #elapsed} is called. The pending set asks again whenever it looks for due
     * messages.
     *
     * @param nowNanos the time
     * @param stage the stage of the last transmission
     * @param attempt the number of the last transmission, 1 for the first
     * @return nanoseconds since the stage began, or since the last {@link Decision#WAIT}, {@link Decision#ASK} or
     *     {@link Decision#RACE}; more than 0; {@link #NEVER} for no timeout
     */
    long timeoutNanos(long nowNanos, Stage stage, int attempt);

    /**
     * Decides on a message whose timeout has elapsed.
     *
     * @param nowNanos the time
     * @param stage the stage of the last transmission
     * @param attempt the number of the last transmission, 1 for the first
     * @param sinceNanos the time at which that stage began
     * @return the action for the message
     */
    Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos);

    /**
     * Returns whether stages make a difference.
     *
     * @return false if timeouts count from the dispatch of a transmission in every stage; false by default
     */
    default boolean staged() {
        return false;
    }

    /**
     * Returns the limits on dispatching, and the state of the path.
     *
     * @param nowNanos the time
     * @return {@link Gate#OPEN} by default
     */
    default Gate gate(long nowNanos) {
        return Gate.OPEN;
    }

    /**
     * Notes that a connection to the destination was established.
     *
     * @param nowNanos the time
     * @param tookNanos the nanoseconds that this took, 0 or more
     */
    default void connected(long nowNanos, long tookNanos) {}

    /**
     * Notes that the next machine has received more of a transmission, and not all of it.
     *
     * @param nowNanos the time
     */
    default void progressed(long nowNanos) {}

    /**
     * Notes that the next machine has received all of a transmission.
     *
     * @param nowNanos the time
     * @param tookNanos nanoseconds since it was written, or since its dispatch if stages make no difference; 0 or more
     */
    default void received(long nowNanos, long tookNanos) {}

    /**
     * Notes that the destination has answered a transmission without an error.
     *
     * @param nowNanos the time
     */
    default void answered(long nowNanos) {}

    /**
     * Notes that the next machine has received the request that {@link Decision#ASK} has called for.
     *
     * @param nowNanos the time
     */
    default void asked(long nowNanos) {}

    /**
     * Notes that the destination has answered the request that {@link Decision#ASK} has called for, with any content.
     *
     * @param nowNanos the time
     */
    default void askAnswered(long nowNanos) {
        answered(nowNanos);
    }

    /**
     * Notes that a pending message was acknowledged.
     *
     * @param nowNanos the time
     * @param sample the round trip as the acknowledgement tells it; null if it tells none
     */
    void acknowledged(long nowNanos, @Nullable RttSample sample);

    /**
     * Notes that a transmission has failed.
     *
     * @param nowNanos the time
     * @param stage the stage that it had reached; {@link Stage#ANSWERED} if the answer was an error, or a handshake failed
     */
    default void failed(long nowNanos, Stage stage) {}

    /**
     * Returns the state of the oracle at this moment, for display.
     *
     * @return as {@link RetransmissionOracle#describe}; empty by default
     */
    default Map<String, Double> describe() {
        return Map.of();
    }

    /**
     * Adapts an oracle that knows the time only: in every stage, a timeout that elapses restarts the message or gives it up.
     *
     * @param oracle the oracle
     * @return the same oracle for a path
     */
    static PathOracle of(RetransmissionOracle oracle) {
        return new TimedPathOracle(oracle);
    }
}
