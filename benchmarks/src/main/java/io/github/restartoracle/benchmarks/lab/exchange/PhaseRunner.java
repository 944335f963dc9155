package io.github.restartoracle.benchmarks.lab.exchange;

import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Users;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Carries out phases in real time. Each phase has separate threads, so that exchanges left from the phase before do not delay
 * it.
 */
final class PhaseRunner {
    private final ExchangeClient client;
    private final ConcurrentLinkedQueue<Exchange> done = new ConcurrentLinkedQueue<>();

    PhaseRunner(ExchangeClient client) {
        this.client = client;
    }

    /** Runs all phases, and returns all exchanges in the order in which they ended. */
    List<Exchange> run(List<ExchangePhase> phases, long startNanos) {
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "exchange-client");
            thread.setDaemon(true);
            return thread;
        });
        Phaser running = new Phaser(1);
        try {
            for (ExchangePhase phase : phases) {
                submit(threads, running, () -> begin(threads, running, phase, startNanos));
            }
            running.arriveAndAwaitAdvance();
            return new ArrayList<>(done);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void submit(ExecutorService threads, Phaser running, Runnable task) {
        running.register();
        threads.execute(() -> {
            try {
                task.run();
            } finally {
                running.arriveAndDeregister();
            }
        });
    }

    private void begin(ExecutorService threads, Phaser running, ExchangePhase phase, long startNanos) {
        long begin = startNanos + phase.from().toNanos();
        long end = startNanos + phase.to().toNanos();
        park(begin);
        if (phase.load() instanceof Sequential sequential) {
            for (int i = 0; i < sequential.count() && System.nanoTime() < end; i++) {
                done.add(client.call(phase.label(), i, phase.call(), System.nanoTime()));
            }
        } else if (phase.load() instanceof Paced paced) {
            for (int i = 0; i < paced.count(); i++) {
                int number = i;
                long due = begin
                        + paced.first().plus(paced.interval().multipliedBy(i)).toNanos();
                park(due);
                submit(threads, running, () -> done.add(client.call(phase.label(), number, phase.call(), due)));
            }
        } else if (phase.load() instanceof Users users) {
            AtomicInteger numbers = new AtomicInteger();
            SplittableRandom seeds = new SplittableRandom(users.seed());
            for (int i = 0; i < users.count(); i++) {
                Surge surge = new Surge(seeds.split());
                submit(threads, running, () -> use(phase, surge, numbers, begin, end));
            }
        }
    }

    private void use(ExchangePhase phase, Surge surge, AtomicInteger numbers, long begin, long end) {
        long due = begin + surge.pauseNanos();
        while (due < end) {
            park(due);
            Call call = phase.call().withResponseBytes(surge.responseBytes());
            Exchange exchange = client.call(phase.label(), numbers.getAndIncrement(), call, due);
            done.add(exchange);
            due = System.nanoTime() + surge.pauseNanos();
        }
    }

    /** Waits until a time on the clock of {@link System#nanoTime()}. */
    static void park(long untilNanos) {
        for (long left = untilNanos - System.nanoTime(); left > 0; left = untilNanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
