package io.github.restartoracle.time;

/**
 * A monotonic clock. Its origin is arbitrary, so only differences mean anything; values may be negative and must be
 * compared by subtraction.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface NanoClock {
    /**
     * Returns the current time.
     *
     * @return nanoseconds since an arbitrary origin
     */
    long nanoTime();

    /**
     * Returns the clock of this machine, {@link System#nanoTime()}.
     *
     * @return a clock that never goes back
     */
    static NanoClock system() {
        return System::nanoTime;
    }
}
