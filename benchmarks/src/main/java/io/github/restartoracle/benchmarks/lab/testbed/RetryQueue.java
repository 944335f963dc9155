package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;

/**
 * Plain calls that Resilience4j makes again until they succeed, with the backoff that its guide shows: 500 ms, half as long again
 * each time, with jitter. Each call blocks a thread meanwhile.
 */
final class RetryQueue implements SourceQueue {
    static final String NAME = "resilience4j";

    private static final Duration FIRST_INTERVAL = Duration.ofMillis(500);
    private static final double MULTIPLIER = 1.5;
    private static final int MOST_ATTEMPTS = 1_000;

    private final PlainTransmissions transmissions;
    private final BlockedCallers callers;
    private final Retry retry = Retry.of(
            NAME,
            RetryConfig.custom()
                    .maxAttempts(MOST_ATTEMPTS)
                    .intervalFunction(IntervalFunction.ofExponentialRandomBackoff(FIRST_INTERVAL, MULTIPLIER))
                    .build());

    RetryQueue(Bus bus, Dispatches dispatches, CallTimes times) {
        transmissions = new PlainTransmissions(bus, dispatches);
        callers = new BlockedCallers(times);
    }

    @Override
    public void warmUp(Runnable call) {
        BlockedCallers.warmUp(call);
    }

    @Override
    public void call(long message, Runnable call) {
        AtomicInteger attempts = new AtomicInteger();
        callers.call(
                () -> retry.executeRunnable(() -> transmissions.transmit(message, attempts.incrementAndGet(), call)));
    }

    @Override
    public int outstanding() {
        return callers.underWay();
    }

    @Override
    public int attemptsUnderWay() {
        return callers.underWay();
    }

    @Override
    public void close() {
        callers.close();
    }
}
