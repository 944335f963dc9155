package io.github.restartoracle.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Runs tasks when its simulation says so, in the thread of the simulation. Not thread-safe. */
final class VirtualScheduler extends AbstractExecutorService implements ScheduledExecutorService {
    private final LongSupplier clock;
    private final List<Task> tasks = new ArrayList<>();
    private boolean closed;

    private final class Task extends FutureTask<@Nullable Object> implements ScheduledFuture<@Nullable Object> {
        private final long delayNanos;
        private long dueNanos;

        Task(Runnable action, long dueNanos, long delayNanos) {
            super(action, null);
            this.dueNanos = dueNanos;
            this.delayNanos = delayNanos;
        }

        void begin() {
            if (delayNanos > 0) {
                runAndReset();
                dueNanos = clock.getAsLong() + delayNanos;
                tasks.add(this);
            } else {
                run();
            }
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - clock.getAsLong(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }

    VirtualScheduler(LongSupplier clock) {
        this.clock = clock;
    }

    /** Runs the due tasks, the longest due first. */
    void runDue() {
        long nowNanos = clock.getAsLong();
        List<Task> due = tasks.stream()
                .filter(task -> task.dueNanos <= nowNanos)
                .sorted((one, other) -> Long.compare(one.dueNanos, other.dueNanos))
                .toList();
        tasks.removeAll(due);
        due.forEach(Task::begin);
    }

    private Task task(Runnable action, long delay, long period, TimeUnit unit) {
        if (closed) {
            throw new RejectedExecutionException();
        }
        return new Task(action, clock.getAsLong() + unit.toNanos(delay), unit.toNanos(period));
    }

    private Task add(Runnable action, long delay, long period, TimeUnit unit) {
        Task task = task(action, delay, period, unit);
        tasks.add(task);
        return task;
    }

    @Override
    public void execute(Runnable command) {
        tasks.add(task(command, 0, 0, TimeUnit.NANOSECONDS));
    }

    /** Runs the task at once, because a caller waits for it in the one thread of the simulation. */
    @Override
    public Future<?> submit(Runnable task) {
        task.run();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return add(command, delay, 0, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException("the store schedules no such task");
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
        throw new UnsupportedOperationException("the store schedules no such task");
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
        return add(command, initialDelay, delay, unit);
    }

    @Override
    public void shutdown() {
        closed = true;
        tasks.clear();
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown();
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return closed;
    }

    @Override
    public boolean isTerminated() {
        return closed;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return true;
    }
}
