package io.github.restartoracle.internal.attempt;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Throwable} that knows if sending the same message again would fail as well. An attempt that fails with such a
 * cause, or with a cause that has one, ends its message: it is given up, and not restarted.
 */
public interface PermanentFailure {
    /**
     * Returns whether the message itself was refused for good.
     *
     * @return false for failures that may pass, and for those that a change of configuration cures for all messages
     */
    boolean isPermanent();

    /**
     * Returns whether a failure, or any of its causes, is permanent.
     *
     * @param failure a failure, or null
     * @return false for null
     */
    static boolean isIn(@Nullable Throwable failure) {
        return Causes.of(failure).stream()
                .anyMatch(cause -> cause instanceof PermanentFailure known && known.isPermanent());
    }
}
