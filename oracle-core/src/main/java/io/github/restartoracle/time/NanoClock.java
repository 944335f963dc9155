package io.github.restartoracle.time;

/**
 * A monotonic clock. Its origin is arbitrary, so only differences mean anything; values may be negative and must be
 * compared by subtraction.
 *
 * <p>Implementations are thread-safe.
 */
@FunctionalInterface
public interface NanoClock {
    /** {@return the current time in nanoseconds since an arbitrary origin} */
    long nanoTime();

    /** {@return the clock of this machine, {@link System#nanoTime()}, which never goes back} */
    static NanoClock system() {
        return System::nanoTime;
    }
}
