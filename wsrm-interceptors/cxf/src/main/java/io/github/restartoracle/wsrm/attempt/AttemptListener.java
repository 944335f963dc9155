package io.github.restartoracle.wsrm.attempt;

/** The owner of an attempt, told of its progress in the thread that causes it. Must not block. */
public interface AttemptListener {
    /**
     * The attempt reached a later phase and has not ended.
     *
     * @param attempt the attempt
     * @param phase from {@link Phase#CONNECTING} to {@link Phase#RESPONDED}; phases may be left out
     * @param nowNanos the time on the clock of the attempt
     */
    default void advanced(Attempt attempt, Phase phase, long nowNanos) {}

    /**
     * A connection of the attempt stands.
     *
     * @param attempt the attempt, which may still be {@link Phase#CONNECTING}, as while TLS is negotiated
     * @param nowNanos the time on the clock of the attempt
     * @param tookNanos how long it took to set up, 0 or more
     */
    default void connected(Attempt attempt, long nowNanos, long tookNanos) {}

    /**
     * The next machine has confirmed some more of the request, but not all of it.
     *
     * @param attempt the attempt, {@link Phase#CONNECTED} or {@link Phase#WRITTEN}
     * @param nowNanos the time on the clock of the attempt
     */
    default void progressed(Attempt attempt, long nowNanos) {}

    /**
     * The attempt has ended. Called once.
     *
     * @param attempt the attempt, whose phase tells the outcome
     */
    default void ended(Attempt attempt) {}
}
