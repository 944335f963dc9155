package io.github.restartoracle.benchmarks.simulator.tcp;

/** Told how a conversation gets on, at the time it does. */
public interface ConversationListener {
    /**
     * All of a turn has been heard by the other end. Called before the next turn is thought about.
     *
     * @param turn the number of the turn, from 0
     * @param nowNanos the time
     */
    void turnHeard(int turn, long nowNanos);

    /**
     * The end that opened the connection is connected. Does nothing by default.
     *
     * @param nowNanos the time
     */
    default void connected(long nowNanos) {}

    /**
     * An end has given up: the connection was not set up, or nothing it sent was acknowledged for too long. No turn is
     * heard from now on.
     *
     * @param nowNanos the time
     */
    void failed(long nowNanos);
}
