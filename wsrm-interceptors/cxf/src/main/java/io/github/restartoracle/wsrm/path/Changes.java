package io.github.restartoracle.wsrm.path;

import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * The lock of a path. A change is made as a whole; only then is carried out what follows from it. What a change causes
 * itself, such as the end of an attempt that it abandons, is part of it.
 *
 * <p>Thread-safe.
 */
final class Changes {
    private final Object lock = new Object();
    private final LongConsumer after;
    private boolean changing;

    /** The action takes the time and is run under the lock after each change. */
    Changes(LongConsumer after) {
        this.after = after;
    }

    <T> T read(Supplier<T> action) {
        synchronized (lock) {
            return action.get();
        }
    }

    <T> T make(long nowNanos, Supplier<T> change) {
        synchronized (lock) {
            if (changing) {
                return change.get();
            }
            changing = true;
            try {
                T result = change.get();
                after.accept(nowNanos);
                return result;
            } finally {
                changing = false;
            }
        }
    }

    void make(long nowNanos, Runnable change) {
        make(nowNanos, () -> {
            change.run();
            return lock;
        });
    }
}
