package io.github.restartoracle.benchmarks.lab.simulator.tcp;

/**
 * Receives the events of a conversation, each at the time at which it occurs. "This end" is the one that opened the connection.
 */
public interface ConversationListener {
    /**
     * Handles the arrival of a complete turn at the other end. Called before the thinking time of the next turn begins.
     *
     * @param turn the number of the turn, from 0
     * @param nowNanos the time
     */
    void turnHeard(int turn, long nowNanos);

    /** Handles the set-up of the connection at this end. */
    default void connected(long nowNanos) {}

    /** Handles the acknowledgement, by the other machine, of all that this end has sent so far. */
    default void received(long nowNanos) {}

    /** Handles the acknowledgement, by the other machine, of more, but not all, of the data that this end has sent so far. */
    default void progressed(long nowNanos) {}

    /**
     * Returns whether a turn, from 1, is sent only when {@link Conversation#speak} is called, not after the time of the
     * dialogue.
     */
    default boolean holds(int turn) {
        return false;
    }

    /** Handles the end of a connection that was {@linkplain Conversation#abort aborted}: no packet of it will arrive any more. */
    default void closed(long nowNanos) {}

    /**
     * Handles a failure: the connection was not set up, or an end was not acknowledged for too long. No turn is received from
     * now on.
     */
    void failed(long nowNanos);
}
