package io.github.restartoracle.internal.sequence;

import java.util.concurrent.TimeUnit;

/**
 * The moves of a message from one sequence to another. A destination that forgets all the time gets the message no more often
 * than twice in a minute.
 *
 * @param count the number of moves
 * @param lastNanos the time of the last move
 * @param formerNanos the time of the move before it
 * @param waitNanos the time after the last move for which the message waits
 */
public record Moves(long count, long lastNanos, long formerNanos, long waitNanos) {
    /** No move. */
    public static final Moves NONE = new Moves(0, 0, 0, 0);

    private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** Returns the moves with another one; the third in a minute waits until a minute has passed since the first. */
    public Moves next(long nowNanos) {
        long sinceNanos = nowNanos - formerNanos;
        return new Moves(count + 1, nowNanos, lastNanos, count < 2 ? 0 : Math.max(0, MINUTE_NANOS - sinceNanos));
    }

    /** Returns the time for which the message still waits; 0 if it need not. */
    public long waitNanos(long nowNanos) {
        return waitNanos == 0 ? 0 : Math.max(0, waitNanos - (nowNanos - lastNanos));
    }
}
