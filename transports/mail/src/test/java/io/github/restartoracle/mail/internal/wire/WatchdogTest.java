package io.github.restartoracle.mail.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WatchdogTest {
    private static final int ROUNDS = 5_000;
    private static final Duration HOUR = Duration.ofHours(1);

    @Test
    void shouldRunAnActionAtOnceWhenItIsClosed() {
        Watchdog watchdog = new Watchdog("watchdog");
        AtomicInteger runs = new AtomicInteger();
        watchdog.after(HOUR, runs::incrementAndGet);
        watchdog.close();
        assertThat(runs).hasValue(1);

        watchdog.after(HOUR, () -> {
            runs.incrementAndGet();
            throw new IllegalStateException("is logged, as in every other case");
        });

        assertThat(runs).hasValue(2);
    }

    @Test
    void shouldRunEveryActionOnceWhenItIsClosedMeanwhile() throws Exception {
        ExecutorService closer = Executors.newSingleThreadExecutor();
        AtomicInteger runs = new AtomicInteger();
        try {
            for (int round = 1; round <= ROUNDS; round++) {
                Watchdog watchdog = new Watchdog("watchdog");
                CyclicBarrier begin = new CyclicBarrier(2);
                Future<Void> closed = closer.submit(() -> {
                    begin.await();
                    watchdog.close();
                    return null;
                });
                begin.await();
                watchdog.after(HOUR, runs::incrementAndGet);
                closed.get(1, TimeUnit.MINUTES);
                assertThat(runs).as("round %d", round).hasValue(round);
            }
        } finally {
            closer.shutdownNow();
        }
    }
}
