package io.github.restartoracle.wsrm.attempt;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The failure of an attempt whose peer asks not to be sent anything for a while: the path pauses for so long. */
public final class RetryLater extends Unavailable {
    /** A peer may not ask for more. */
    public static final Duration LONGEST = Duration.ofMinutes(5);

    private static final long serialVersionUID = 1L;

    private final Duration delay;

    /**
     * A failure with a delay.
     *
     * @param delay from now, more than zero, at most {@link #LONGEST}
     * @param cause the failure
     */
    public RetryLater(Duration delay, Throwable cause) {
        super("the peer asks to wait for " + delay.toSeconds() + " s", cause);
        this.delay = delay.compareTo(LONGEST) > 0 ? LONGEST : delay;
    }

    /** {@return how long to wait from when the attempt failed} */
    public Duration delay() {
        return delay;
    }

    /**
     * Returns the delay in a failure.
     *
     * @param failure a failure, or null
     * @return the delay, null if the failure asks for none
     */
    public static @Nullable Duration in(@Nullable Throwable failure) {
        return failure instanceof RetryLater later ? later.delay() : null;
    }
}
