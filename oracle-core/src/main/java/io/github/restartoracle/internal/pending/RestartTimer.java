package io.github.restartoracle.internal.pending;

import io.github.restartoracle.time.NanoClock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the paths when a message is due: one daemon thread for all paths, which sleeps until the earliest message is due. It
 * starts with the first path. {@link Timed#expire} must not wait for the network, since all other paths wait for it.
 *
 * <p>The thread sleeps for at least 0.1 ms between two looks at a path that says it is due at once, and does not call a path
 * again for 100 ms after it has thrown.
 *
 * <p>Thread-safe.
 */
public final class RestartTimer implements AutoCloseable {
    /** A path as the timer sees it. Both methods are called by the timer's thread and take the path's own lock. */
    public interface Timed {
        /**
         * Returns the time until a message is due.
         *
         * @param nowNanos the time on the timer's clock
         * @return nanoseconds; 0 or less if one is due, {@link Long#MAX_VALUE} if none will ever be
         */
        long nanosUntilDue(long nowNanos);

        /**
         * Handles the messages that are due; by now there may be none.
         *
         * @param nowNanos the time on the timer's clock
         */
        void expire(long nowNanos);
    }

    static final long LEAST_PAUSE_NANOS = 100_000;
    static final long PAUSE_AFTER_ERROR_NANOS = 100_000_000;

    private final NanoClock clock;
    private final ThreadFactory threads;
    private final BiConsumer<Timed, Throwable> onError;
    private final Map<Timed, Watch> watches = new ConcurrentHashMap<>();
    private final WakeTime wake;
    private volatile @Nullable Thread thread;
    private volatile boolean closed;

    /** A registered path; used by the timer's thread only. */
    private static final class Watch {
        boolean failed;
        long failedAtNanos;
    }

    /**
     * Creates a timer that passes exceptions of a path to the uncaught exception handler of its thread.
     *
     * @param clock the clock of all paths
     * @param threads the factory that makes the timer's thread, which becomes a daemon
     */
    public RestartTimer(NanoClock clock, ThreadFactory threads) {
        this(clock, threads, (path, thrown) -> {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, thrown);
        });
    }

    /**
     * Creates a timer.
     *
     * @param clock the clock of all paths
     * @param threads the factory that makes the timer's thread, which becomes a daemon
     * @param onError receives the exceptions of a path, in the timer's thread; exceptions that it throws itself are dropped
     */
    public RestartTimer(NanoClock clock, ThreadFactory threads, BiConsumer<Timed, Throwable> onError) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.threads = Objects.requireNonNull(threads, "threads");
        this.onError = Objects.requireNonNull(onError, "onError");
        this.wake = new WakeTime(clock.nanoTime());
    }

    /**
     * Registers a path: from now on it is woken when a message is due. Has no effect if it is registered already or the timer
     * is closed.
     */
    public void register(Timed path) {
        watches.putIfAbsent(path, new Watch());
        start();
        dueIn(0);
    }

    /** Unregisters a path: it is not called any more, except for a call that is under way. */
    public void unregister(Timed path) {
        watches.remove(path);
    }

    /**
     * Notes that a message of a registered path will be due. Wakes the thread only if it would sleep longer; otherwise this
     * costs one read of the clock and one of a volatile field.
     *
     * @param delayNanos nanoseconds from now until it is due; {@link Long#MAX_VALUE} for never
     */
    public void dueIn(long delayNanos) {
        if (wake.bringForward(clock.nanoTime(), delayNanos)) {
            LockSupport.unpark(thread);
        }
    }

    /** Ends the thread without waiting for it. No path is woken any more. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }

    /**
     * Wakes the paths that are due: one round of the timer's thread.
     *
     * @return nanoseconds until the next round; {@link Long#MAX_VALUE} if no message will ever be due
     */
    long runDue(long nowNanos) {
        long soonest = Long.MAX_VALUE;
        for (Map.Entry<Timed, Watch> entry : watches.entrySet()) {
            if (closed) {
                break;
            }
            soonest = Math.min(soonest, runDue(entry.getKey(), entry.getValue(), nowNanos));
        }
        return soonest;
    }

    private long runDue(Timed path, Watch watch, long nowNanos) {
        long sinceFailureNanos = nowNanos - watch.failedAtNanos;
        if (watch.failed && sinceFailureNanos < PAUSE_AFTER_ERROR_NANOS) {
            return PAUSE_AFTER_ERROR_NANOS - sinceFailureNanos;
        }
        watch.failed = false;
        try {
            long delayNanos = path.nanosUntilDue(nowNanos);
            if (delayNanos > 0) {
                return delayNanos;
            }
            path.expire(nowNanos);
            return Math.max(LEAST_PAUSE_NANOS, path.nanosUntilDue(nowNanos));
        } catch (InternalError | UnknownError broken) {
            // The virtual machine itself is broken. Any other error, even a lack of memory, must not stop the other
            // paths.
            throw broken;
        } catch (Throwable thrown) {
            watch.failed = true;
            watch.failedAtNanos = nowNanos;
            report(path, thrown);
            return PAUSE_AFTER_ERROR_NANOS;
        }
    }

    private void report(Timed path, Throwable thrown) {
        try {
            onError.accept(path, thrown);
        } catch (Throwable alsoThrown) {
            // No handler is left that could report this exception.
        }
    }

    private void run() {
        while (!closed) {
            long nowNanos = clock.nanoTime();
            // A path that gets a message due from here on is noted, even if it was asked already, so that the thread
            // does not oversleep.
            wake.reset(nowNanos);
            wake.bringForward(nowNanos, runDue(nowNanos));
            long sleepNanos = wake.nanosUntil(clock.nanoTime());
            if (sleepNanos > 0) {
                LockSupport.parkNanos(this, sleepNanos);
            }
            // An interrupt ends the sleep, not the timer. If the flag stayed set, it would end every sleep.
            Thread.interrupted();
        }
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            Thread started = threads.newThread(this::run);
            started.setDaemon(true);
            thread = started;
            started.start();
        }
    }
}
