package io.github.restartoracle.pending;

import io.github.restartoracle.time.NanoClock;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the paths when a message is due: one daemon thread for all, which sleeps until the earliest is. It starts with
 * the first path. What a path does when it expires must not wait for the network, since all paths wait for it.
 *
 * <p>The thread never sleeps for less than 0.1 ms between two looks at a path that says it is due at once, and leaves a
 * path that has thrown alone for 100 ms.
 *
 * <p>Thread-safe.
 */
public final class RestartTimer implements AutoCloseable {
    /** A path as the timer sees it. Both methods are called by the timer's thread and take the path's own lock. */
    public interface Timed {
        /**
         * How long until something is due.
         *
         * @param nowNanos the time on the timer's clock
         * @return nanoseconds; 0 or less if something is due, {@link Long#MAX_VALUE} if nothing will ever be
         */
        long nanosUntilDue(long nowNanos);

        /**
         * Something is due, or was a moment ago.
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
     * A timer that gives what a path throws to the uncaught exception handler of its thread.
     *
     * @param clock the clock of all paths
     * @param threads makes the timer's thread, which becomes a daemon
     */
    public RestartTimer(NanoClock clock, ThreadFactory threads) {
        this(clock, threads, (path, thrown) -> {
            Thread current = Thread.currentThread();
            current.getUncaughtExceptionHandler().uncaughtException(current, thrown);
        });
    }

    /**
     * A timer.
     *
     * @param clock the clock of all paths
     * @param threads makes the timer's thread, which becomes a daemon
     * @param onError told what a path has thrown, in the timer's thread; what it throws itself is dropped
     */
    public RestartTimer(NanoClock clock, ThreadFactory threads, BiConsumer<Timed, Throwable> onError) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.threads = Objects.requireNonNull(threads, "threads");
        this.onError = Objects.requireNonNull(onError, "onError");
        this.wake = new WakeTime(clock.nanoTime());
    }

    /**
     * From now on the path is woken when it is due. No effect if it is registered already or the timer is closed.
     *
     * @param path the path
     */
    public void register(Timed path) {
        watches.putIfAbsent(path, new Watch());
        start();
        dueIn(0);
    }

    /**
     * The path is left alone from now on, except for a call that is under way.
     *
     * @param path the path
     */
    public void unregister(Timed path) {
        watches.remove(path);
    }

    /**
     * A registered path got something due. Wakes the thread only if it would sleep longer; otherwise one read of the
     * clock and one of a volatile field.
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
     * @param nowNanos the time
     * @return nanoseconds until the next round; {@link Long#MAX_VALUE} if nothing will ever be due
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
            // The virtual machine itself is broken. Anything else, even no memory, must not stop the other paths.
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
            // There is nobody left to tell.
        }
    }

    private void run() {
        while (!closed) {
            long nowNanos = clock.nanoTime();
            // Whatever gets due from here on is noted, so that a path which was asked already is not overslept.
            wake.reset(nowNanos);
            wake.bringForward(nowNanos, runDue(nowNanos));
            long sleepNanos = wake.nanosUntil(clock.nanoTime());
            if (sleepNanos > 0) {
                LockSupport.parkNanos(this, sleepNanos);
            }
            // An interrupt ends the sleep, not the timer; left set, it would end every sleep.
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
