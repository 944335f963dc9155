package io.github.restartoracle.benchmarks.lab.simulator.tcp;

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
     * The other machine has acknowledged all that the end which opened the connection has said so far. Does nothing by
     * default.
     *
     * @param nowNanos the time
     */
    default void received(long nowNanos) {}

    /**
     * The other machine has acknowledged more, but not all, of what the end which opened the connection has said so far. Does
     * nothing by default.
     *
     * @param nowNanos the time
     */
    default void progressed(long nowNanos) {}

    /**
     * Tells if a turn is spoken only when {@link Connection#speak} is called.
     *
     * @param turn the number of the turn, from 1
     * @return false by default: it is spoken after the time that the dialogue has for it
     */
    default boolean holds(int turn) {
        return false;
    }

    /**
     * A connection that was {@linkplain Connection#abort aborted} is gone: nothing more of it will arrive. Does nothing by
     * default.
     *
     * @param nowNanos the time
     */
    default void closed(long nowNanos) {}

    /**
     * An end has given up: the connection was not set up, or nothing it sent was acknowledged for too long. No turn is
     * heard from now on.
     *
     * @param nowNanos the time
     */
    void failed(long nowNanos);
}
