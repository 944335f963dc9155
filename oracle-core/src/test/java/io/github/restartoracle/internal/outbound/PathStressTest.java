package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.outbound.Applied.Settled;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests messages that are sent, transmitted, restarted and acknowledged by several threads at once. */
@Timeout(60)
class PathStressTest {
    private static final int MESSAGES = 1_500;
    private static final int MAX_IN_FLIGHT = 4;

    private record Launched(Message<String> message, Attempt attempt) {}

    private final LinkedBlockingQueue<Launched> launched = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Long> arrived = new LinkedBlockingQueue<>();
    private final Set<Long> settled = ConcurrentHashMap.newKeySet();
    private final AtomicInteger settledTwice = new AtomicInteger();
    private final AtomicInteger oracleUsers = new AtomicInteger();
    private final AtomicInteger overlaps = new AtomicInteger();
    private final AtomicLong samples = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();
    private final CountDownLatch done = new CountDownLatch(MESSAGES);

    /** An oracle that checks its contract: one thread at a time. */
    private final class ConfinedOracle implements RetransmissionOracle {
        @Override
        public long timeoutNanos(int attempt) {
            if (oracleUsers.incrementAndGet() != 1) {
                overlaps.incrementAndGet();
            }
            oracleUsers.decrementAndGet();
            return 1_000;
        }

        @Override
        public void onAcknowledgement(RttSample sample) {
            samples.incrementAndGet();
        }

        @Override
        public void onTimeout(int attempt) {
            // The timeout is fixed.
        }
    }

    private final Path<String> path = new Path<>(
            new PathName("endpoint", "address"),
            new PathSettings(
                    "confined",
                    OracleFactory.of(ConfinedOracle::new),
                    0,
                    Duration.ZERO,
                    MAX_IN_FLIGHT,
                    Long.MAX_VALUE,
                    true,
                    true,
                    null),
            PathResources.withoutThreads(nanos::get),
            new SharedWindow(MAX_IN_FLIGHT, Long.MAX_VALUE),
            content -> content,
            this::carryOut);

    private void carryOut(Act<String> act) {
        if (act instanceof Act.Transmit<String> due) {
            launched.add(new Launched(due.message(), due.attempt()));
        } else if (act instanceof Act.Ask<String> due) {
            due.attempt().abandon();
        } else if (!(act instanceof Act.WakeUp<String>)) { // The timer of the test never sleeps.
            throw new IllegalStateException(act.toString());
        }
    }

    @ParameterizedTest(name = "seed {0}, in order {1}")
    @CsvSource({"1, false", "2, false", "3, false", "4, true", "5, true"})
    void shouldLoseNothingWhenEverythingHappensAtOnce(long seed, boolean inOrder) throws Exception {
        Sequence<String> sequence =
                Sequence.open(path, "s", inOrder, Resend.ALL).orElseThrow();
        ExecutorService pool = Executors.newFixedThreadPool(6);
        try {
            List<Future<?>> workers = new ArrayList<>();
            workers.add(pool.submit(() -> send(sequence)));
            workers.add(pool.submit(worker(() -> transmit(new Random(seed)))));
            workers.add(pool.submit(worker(() -> transmit(new Random(seed + 1000)))));
            workers.add(pool.submit(worker(this::expire)));
            workers.add(pool.submit(worker(() -> acknowledge(sequence, new Random(seed + 2000)))));
            workers.add(pool.submit(worker(() -> acknowledge(sequence, new Random(seed + 3000)))));
            for (Future<?> worker : workers) {
                join(worker, seed);
            }
        } finally {
            pool.shutdownNow();
            assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
        drain();
        PathStatus status = path.status(nanos.get());
        assertThat(settled).as("seed %d", seed).hasSize(MESSAGES);
        assertThat(settledTwice).hasValue(0);
        assertThat(overlaps).hasValue(0);
        assertThat(status.inFlight()).as("seed %d", seed).isZero();
        assertThat(status.unacknowledged()).isZero();
        assertThat(status.samples().values().stream().mapToLong(n -> n).sum()).isEqualTo(MESSAGES);
        assertThat(status.nanosUntilDue()).as("nothing is pending").isEqualTo(Long.MAX_VALUE);
        assertThat(sequence.size()).isZero();
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static Callable<@Nullable Void> worker(Work work) {
        return () -> {
            work.run();
            return null;
        };
    }

    private static void join(Future<?> worker, long seed) throws InterruptedException, ExecutionException {
        try {
            worker.get();
        } catch (ExecutionException e) {
            throw new AssertionError("seed " + seed, e.getCause());
        }
    }

    private void send(Sequence<String> sequence) {
        for (long number = 1; number <= MESSAGES; number++) {
            Message<String> message = PathFixture.message(sequence, number);
            path.add(message, nanos.get());
            nanos.addAndGet(7);
            path.transmit(message, nanos.get()).ifPresent(attempt -> launched.add(new Launched(message, attempt)));
        }
    }

    /** Lets attempts hang, fail, or arrive; an attempt that has ended or was abandoned meanwhile must not arrive. */
    private void transmit(Random random) throws InterruptedException {
        List<Attempt> hanging = new ArrayList<>();
        while (done.getCount() > 0) {
            Launched next = launched.poll(1, TimeUnit.MILLISECONDS);
            if (next == null) {
                continue;
            }
            nanos.addAndGet(3);
            transmit(next, random, hanging);
            if (hanging.size() > 2) {
                hanging.remove(0).fail(new IOException("timed out"));
            }
        }
        hanging.forEach(attempt -> attempt.fail(new IOException("timed out")));
    }

    private void transmit(Launched next, Random random, List<Attempt> hanging) {
        int fate = random.nextInt(10);
        if (fate == 0) {
            next.attempt().fail(new IOException("refused"));
        } else if (fate == 1) {
            next.attempt().advance(Phase.CONNECTING);
            hanging.add(next.attempt());
        } else if (next.attempt().advance(Phase.CONNECTED)) {
            arrived.add(next.message().number());
            next.attempt().advance(Phase.ANSWERED);
        }
    }

    private void expire() throws InterruptedException {
        while (!done.await(20, TimeUnit.MICROSECONDS)) {
            path.expire(nanos.addAndGet(1009));
        }
    }

    private void acknowledge(Sequence<String> sequence, Random random) throws InterruptedException {
        while (done.getCount() > 0) {
            Long number = arrived.poll(1, TimeUnit.MILLISECONDS);
            if (number != null && (random.nextInt(4) > 0 || !settled.contains(number))) {
                sequence.acknowledge(new long[] {number, number}, MESSAGES, nanos.addAndGet(1), nanos.get(), n -> null)
                        .settled()
                        .forEach(this::settle);
            }
        }
    }

    private void settle(Settled<String> one) {
        if (settled.add(one.message().number())) {
            done.countDown();
        } else {
            settledTwice.incrementAndGet();
        }
    }

    /** Takes the attempts that were launched after all messages were acknowledged. */
    private void drain() {
        for (Launched next = launched.poll(); next != null; next = launched.poll()) {
            assertThat(next.attempt().phase().ended()).isTrue();
        }
    }
}
