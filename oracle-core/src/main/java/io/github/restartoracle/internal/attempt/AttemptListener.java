package io.github.restartoracle.internal.attempt;

/** The owner of an attempt, told of its progress in the thread that causes it. Must not block. */
public interface AttemptListener {
    /**
     * Tells that the attempt reached a later phase and has not ended.
     *
     * @param phase from {@link Phase#CONNECTING} to {@link Phase#RESPONDED}; phases may be left out
     * @param nowNanos the time on the clock of the attempt
     */
    default void advanced(Attempt attempt, Phase phase, long nowNanos) {}

    /**
     * Tells that a connection of the attempt was set up.
     *
     * @param attempt the attempt, which may still be {@link Phase#CONNECTING}, as while TLS is negotiated
     * @param nowNanos the time on the clock of the attempt
     * @param tookNanos the time that it took to set up, 0 or more
     */
    default void connected(Attempt attempt, long nowNanos, long tookNanos) {}

    /**
     * Tells that the next machine has confirmed more bytes of the request, but not all of it.
     *
     * @param attempt the attempt, {@link Phase#CONNECTED} or {@link Phase#WRITTEN}
     * @param nowNanos the time on the clock of the attempt
     */
    default void progressed(Attempt attempt, long nowNanos) {}

    /**
     * Returns whether an answer without content may be the destination's.
     *
     * @param attempt the attempt that was answered
     * @param status the HTTP status, 200 to 299
     * @return true by default
     */
    default boolean mayBeAnsweredWith(Attempt attempt, int status) {
        return true;
    }

    /**
     * Tells that the attempt has ended. Called once.
     *
     * @param attempt the attempt, whose phase tells the outcome
     * @param nowNanos the time on the clock of the attempt
     */
    default void ended(Attempt attempt, long nowNanos) {}
}
