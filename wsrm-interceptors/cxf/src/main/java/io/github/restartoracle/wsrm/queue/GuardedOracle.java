package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what an oracle throws away from the messages: anybody may write one. Its last good timeout is then used, and its
 * first mistake is logged.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class GuardedOracle implements RetransmissionOracle {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedOracle.class);

    private final RetransmissionOracle oracle;
    private long lastTimeoutNanos = TimeUnit.SECONDS.toNanos(60);
    private long lastRttNanos;
    private boolean reported;

    GuardedOracle(RetransmissionOracle oracle) {
        this.oracle = oracle;
    }

    @Override
    public long timeoutNanos(int attempt) {
        try {
            lastTimeoutNanos = oracle.timeoutNanos(attempt);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            report(e);
        }
        return lastTimeoutNanos;
    }

    @Override
    public void onAcknowledgement(RttSample sample) {
        lastRttNanos = sample.rttNanos();
        try {
            oracle.onAcknowledgement(sample);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            report(e);
        }
    }

    @Override
    public void onTimeout(int attempt) {
        try {
            oracle.onTimeout(attempt);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            report(e);
        }
    }

    @Override
    public boolean mayRestart(int attempt) {
        try {
            return oracle.mayRestart(attempt);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            report(e);
            return true;
        }
    }

    /** A copy, which no longer changes. */
    @Override
    public Map<String, Double> describe() {
        try {
            return Collections.unmodifiableMap(new LinkedHashMap<>(oracle.describe()));
        } catch (RuntimeException | AssertionError | LinkageError e) {
            report(e);
            return Map.of();
        }
    }

    @Override
    public double[] snapshot() {
        try {
            return oracle.snapshot();
        } catch (RuntimeException | AssertionError | LinkageError e) {
            report(e);
            return new double[0];
        }
    }

    @Override
    public void restore(double[] snapshot) {
        oracle.restore(snapshot);
    }

    /** The round trip of the last sample that the oracle was told of. */
    long lastRttNanos() {
        return lastRttNanos;
    }

    private void report(Throwable mistake) {
        if (!reported) {
            reported = true;
            LOG.error(
                    "A restart oracle failed; its last timeout stays in use. Further failures are not logged", mistake);
        }
    }
}
