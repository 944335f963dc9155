package io.github.restartoracle.benchmarks.lab.simulator.tcp;

/** Receives the events of a conversation, at the time at which they occur. */
public interface ConversationListener {
    /**
     * Handles the arrival of a complete turn at the other end. Called before the thinking time of the next turn begins.
     *
     * @param turn the number of the turn, from 0
     * @param nowNanos the time
     */
    void turnHeard(int turn, long nowNanos);

    /**
     * Handles the set-up of the connection at the end that opened it. Has no effect by default.
     *
     * @param nowNanos the time
     */
    default void connected(long nowNanos) {}

    /**
     * Handles the acknowledgement, by the other machine, of all that the end which opened the connection has sent so far. Has
     * no effect by default.
     *
     * @param nowNanos the time
     */
    default void received(long nowNanos) {}

    /**
     * Handles the acknowledgement, by the other machine, of more, but not all, of the data that the end which opened the
     * connection has sent so far. Has no effect by default.
     *
     * @param nowNanos the time
     */
    default void progressed(long nowNanos) {}

    /**
     * Tells if a turn is sent only when {@link Conversation#speak} is called.
     *
     * @param turn the number of the turn, from 1
     * @return false by default: it is sent after the time that the dialogue has for it
     */
    default boolean holds(int turn) {
        return false;
    }

    /**
     * Handles the end of a connection that was {@linkplain Conversation#abort aborted}: no packet of it will arrive any more. Has
     * no effect by default.
     *
     * @param nowNanos the time
     */
    default void closed(long nowNanos) {}

    /**
     * Handles a failure: the connection was not set up, or an end was not acknowledged for too long. No turn is received from
     * now on.
     *
     * @param nowNanos the time
     */
    void failed(long nowNanos);
}
