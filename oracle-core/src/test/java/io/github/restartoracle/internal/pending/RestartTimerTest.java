package io.github.restartoracle.internal.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RestartTimerTest {
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 5);
    private final List<Throwable> errors = new ArrayList<>();

    /** A timer whose thread has no work, so that the test runs its rounds itself. */
    private final RestartTimer timer =
            new RestartTimer(clock, nothing -> new Thread(() -> {}), (path, thrown) -> errors.add(thrown));

    /** A path whose next message is due at a time that the test sets. */
    private static class Path implements RestartTimer.Timed {
        final List<Long> expired = new ArrayList<>();
        long dueAt;
        long period;

        Path(long dueAt, long period) {
            this.dueAt = dueAt;
            this.period = period;
        }

        @Override
        public long nanosUntilDue(long nowNanos) {
            return dueAt - nowNanos;
        }

        @Override
        public void expire(long nowNanos) {
            expired.add(nowNanos);
            dueAt = nowNanos + period;
        }
    }

    @Test
    void shouldWakeEachPathWhenItIsDue() {
        Path one = new Path(10 * MILLI, 5 * MILLI);
        Path other = new Path(12 * MILLI, 100 * MILLI);
        timer.register(one);
        timer.register(other);

        assertThat(timer.runDue(0)).isEqualTo(10 * MILLI);
        assertThat(timer.runDue(10 * MILLI)).isEqualTo(2 * MILLI);
        assertThat(timer.runDue(12 * MILLI)).isEqualTo(3 * MILLI);
        assertThat(timer.runDue(16 * MILLI)).isEqualTo(5 * MILLI);

        assertThat(one.expired).containsExactly(10 * MILLI, 16 * MILLI);
        assertThat(other.expired).containsExactly(12 * MILLI);
    }

    @Test
    void shouldSleepForEverWhenThereIsNothingToDo() {
        assertThat(timer.runDue(0)).isEqualTo(Long.MAX_VALUE);
        Path path = new Path(10, 10);
        timer.register(path);
        timer.unregister(path);

        assertThat(timer.runDue(50)).isEqualTo(Long.MAX_VALUE);
        assertThat(path.expired).isEmpty();
    }

    @Test
    void shouldRegisterAPathOnce() {
        Path path = new Path(0, 10 * MILLI);
        timer.register(path);
        timer.register(path);

        timer.runDue(5);
        assertThat(path.expired).containsExactly(5L);
    }

    @Test
    void shouldNotSpinWhenAPathIsAlwaysDue() {
        timer.register(new Path(0, 0));

        assertThat(timer.runDue(0)).isEqualTo(RestartTimer.LEAST_PAUSE_NANOS);
    }

    @Test
    void shouldGoOnWithTheOthersWhenAPathThrows() {
        List<RestartTimer.Timed> failing = List.of(
                failing(new IllegalStateException("a")),
                failing(new OutOfMemoryError("b")),
                failing(new StackOverflowError("c")),
                failing(new AssertionError("d")));
        failing.forEach(timer::register);
        Path path = new Path(0, 1000 * MILLI);
        timer.register(path);

        assertThat(timer.runDue(0)).isEqualTo(RestartTimer.PAUSE_AFTER_ERROR_NANOS);
        assertThat(path.expired).containsExactly(0L);
        assertThat(errors).extracting(Throwable::getMessage).containsExactlyInAnyOrder("a", "b", "c", "d");

        assertThat(timer.runDue(30 * MILLI)).isEqualTo(70 * MILLI);
        assertThat(errors).hasSize(4);
        timer.runDue(100 * MILLI);
        assertThat(errors).hasSize(8);
    }

    @Test
    void shouldGoOnWhenTheErrorHandlerThrowsToo() {
        RestartTimer careless = new RestartTimer(clock, nothing -> new Thread(() -> {}), (path, thrown) -> {
            throw new IllegalStateException(thrown);
        });
        careless.register(failing(new IllegalStateException("a")));
        Path path = new Path(0, 1000 * MILLI);
        careless.register(path);

        careless.runDue(0);
        assertThat(path.expired).containsExactly(0L);
    }

    @Test
    void shouldRecoverWhenAPathThrewOnce() {
        AtomicInteger calls = new AtomicInteger();
        Path path = new Path(0, 1000 * MILLI) {
            @Override
            public void expire(long nowNanos) {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("once");
                }
                super.expire(nowNanos);
            }
        };
        timer.register(path);

        timer.runDue(0);
        assertThat(timer.runDue(100 * MILLI)).isEqualTo(1000 * MILLI);
        assertThat(timer.runDue(101 * MILLI)).isEqualTo(999 * MILLI);
        assertThat(path.expired).containsExactly(100 * MILLI);
        assertThat(errors).hasSize(1);
    }

    @Test
    void shouldEndWhenTheVirtualMachineIsBroken() {
        timer.register(failing(new InternalError("broken")));

        assertThatExceptionOfType(InternalError.class).isThrownBy(() -> timer.runDue(0));
        assertThat(errors).isEmpty();
    }

    @Test
    void shouldWakeNobodyWhenClosed() {
        Path path = new Path(0, 10);
        timer.register(path);
        timer.close();

        assertThat(timer.runDue(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(path.expired).isEmpty();
    }

    @Test
    void shouldStartOneDaemonThreadWithTheFirstPath() {
        List<Thread> made = new ArrayList<>();
        RestartTimer lazy = new RestartTimer(clock, nothing -> {
            made.add(new Thread(() -> {}));
            return made.get(made.size() - 1);
        });
        assertThat(made).isEmpty();

        lazy.register(new Path(0, 1));
        lazy.register(new Path(0, 1));
        assertThat(made).hasSize(1);
        assertThat(made.get(0).isDaemon()).isTrue();

        RestartTimer closed = new RestartTimer(clock, nothing -> {
            throw new AssertionError("no thread is needed");
        });
        closed.close();
        closed.register(new Path(0, 1));
    }

    /** Uses the real clock and thread, so it asserts only that events happen, and in which order. */
    @Test
    @Timeout(30)
    void shouldWakeAndSleepAndWakeAgainInItsThread() throws InterruptedException {
        NanoClock machine = NanoClock.system();
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        AtomicReference<Long> dueAt = new AtomicReference<>(machine.nanoTime() + 20 * MILLI);
        RestartTimer.Timed path = new RestartTimer.Timed() {
            @Override
            public long nanosUntilDue(long nowNanos) {
                Long at = dueAt.get();
                return at == null ? Long.MAX_VALUE : at - nowNanos;
            }

            @Override
            public void expire(long nowNanos) {
                dueAt.set(null);
                (first.getCount() > 0 ? first : second).countDown();
            }
        };
        List<Thread> made = new ArrayList<>();
        try (RestartTimer live = new RestartTimer(machine, task -> {
            made.add(new Thread(task, "restart-timer-test"));
            return made.get(0);
        })) {
            live.register(path);
            first.await();
            // No message is due now. An interrupt must not end the timer, and a new message must wake it.
            made.get(0).interrupt();
            dueAt.set(machine.nanoTime() + 20 * MILLI);
            live.dueIn(20 * MILLI);
            second.await();
        }
        made.get(0).join();
        assertThat(made).hasSize(1);
    }

    @Test
    @Timeout(30)
    void shouldTellTheUncaughtExceptionHandlerOfItsThread() throws InterruptedException {
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        CountDownLatch told = new CountDownLatch(1);
        try (RestartTimer live = new RestartTimer(NanoClock.system(), task -> {
            Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler((where, thrown) -> {
                uncaught.set(thrown);
                told.countDown();
            });
            return thread;
        })) {
            live.register(failing(new IllegalStateException("a")));
            told.await();
        }
        assertThat(uncaught.get()).hasMessage("a");
    }

    @Test
    @Timeout(30)
    void shouldWakeForManyPathsThatGetSomethingDueFromManyThreads() throws InterruptedException {
        int paths = 8;
        int rounds = 200;
        CountDownLatch done = new CountDownLatch(paths * rounds);
        NanoClock machine = NanoClock.system();
        try (RestartTimer live = new RestartTimer(machine, Thread::new)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < paths; i++) {
                CountingPath path = new CountingPath(done);
                live.register(path);
                Thread thread = new Thread(() -> {
                    for (int round = 0; round < rounds; round++) {
                        path.add(machine.nanoTime() + round % 3 * MILLI);
                        live.dueIn(round % 3 * MILLI);
                    }
                });
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(done.await(20, TimeUnit.SECONDS))
                    .as("%d were overslept", done.getCount())
                    .isTrue();
        }
    }

    private static final class CountingPath implements RestartTimer.Timed {
        private final PriorityQueue<Long> due = new PriorityQueue<>();
        private final CountDownLatch done;

        CountingPath(CountDownLatch done) {
            this.done = done;
        }

        synchronized void add(long at) {
            due.add(at);
        }

        @Override
        public synchronized long nanosUntilDue(long nowNanos) {
            Long head = due.peek();
            return head == null ? Long.MAX_VALUE : Math.max(0, head - nowNanos);
        }

        @Override
        public synchronized void expire(long nowNanos) {
            while (!due.isEmpty() && due.peek() - nowNanos <= 0) {
                due.remove();
                done.countDown();
            }
        }
    }

    private static RestartTimer.Timed failing(Throwable thrown) {
        return new RestartTimer.Timed() {
            @Override
            public long nanosUntilDue(long nowNanos) {
                if (thrown instanceof Error error) {
                    throw error;
                }
                return 0;
            }

            @Override
            public void expire(long nowNanos) {
                throw (RuntimeException) thrown;
            }
        };
    }
}
