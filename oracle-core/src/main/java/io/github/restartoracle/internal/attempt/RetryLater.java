package io.github.restartoracle.internal.attempt;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The failure of an attempt whose peer is overloaded: the path sends it fewer messages at once. If the peer names a delay,
 * the path pauses for that time.
 */
public final class RetryLater extends IOException {
    /** The longest delay for which a peer may ask. */
    public static final Duration LONGEST = Duration.ofMinutes(5);

    private static final long serialVersionUID = 1L;

    private final @Nullable Duration delay;

    /**
     * Creates a failure with a delay.
     *
     * @param delay from now, more than zero, at most {@link #LONGEST}
     * @param cause the failure
     */
    public RetryLater(Duration delay, Throwable cause) {
        super("the peer asks to wait for " + delay.toSeconds() + " s", cause);
        this.delay = delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    }

    /**
     * Creates a failure without a delay.
     *
     * @param cause the failure
     */
    public RetryLater(Throwable cause) {
        super(cause.getMessage(), cause);
        this.delay = null;
    }

    /**
     * Returns the delay in a failure.
     *
     * @param failure a failure, or null
     * @return the delay, counted from the failure of the attempt; null if the failure names none
     */
    public static @Nullable Duration in(@Nullable Throwable failure) {
        return failure instanceof RetryLater later ? later.delay : null;
    }
}
