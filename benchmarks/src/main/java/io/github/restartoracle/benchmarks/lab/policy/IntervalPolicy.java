package io.github.restartoracle.benchmarks.lab.policy;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import java.time.Duration;

/**
 * Restarts after an interval that is multiplied for each further transmission. Stateless, thread-safe.
 *
 * @param first after the first transmission
 * @param factor by which the interval grows, 1 or more
 * @param maxAttempts the number of transmissions after which the message is given up
 */
record IntervalPolicy(Duration first, int factor, int maxAttempts) implements RetransmissionOracle {
    @Override
    public long timeoutNanos(int attempt) {
        double nanos = first.toNanos() * Math.pow(factor, attempt - 1.0);
        return nanos >= Long.MAX_VALUE ? NEVER : (long) nanos;
    }

    @Override
    public boolean mayRestart(int attempt) {
        return attempt < maxAttempts;
    }

    @Override
    public void onAcknowledgement(RttSample sample) {}

    @Override
    public void onTimeout(int attempt) {}
}
