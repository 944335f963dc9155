package io.github.restartoracle.oracle;

import java.util.Map;

/** No timeout is longer than a limit, except for {@link #NEVER}, which is a decision and not a length. */
final class ClampedOracle implements RetransmissionOracle {
    private final RetransmissionOracle oracle;
    private final long maxTimeoutNanos;

    ClampedOracle(RetransmissionOracle oracle, long maxTimeoutNanos) {
        this.oracle = oracle;
        this.maxTimeoutNanos = maxTimeoutNanos;
    }

    @Override
    public long timeoutNanos(int attempt) {
        long timeoutNanos = oracle.timeoutNanos(attempt);
        return timeoutNanos == NEVER ? NEVER : Math.min(timeoutNanos, maxTimeoutNanos);
    }

    @Override
    public void onAcknowledgement(RttSample sample) {
        oracle.onAcknowledgement(sample);
    }

    @Override
    public void onTimeout(int attempt) {
        oracle.onTimeout(attempt);
    }

    @Override
    public boolean mayRestart(int attempt) {
        return oracle.mayRestart(attempt);
    }

    @Override
    public Map<String, Double> describe() {
        return oracle.describe();
    }

    @Override
    public double[] snapshot() {
        return oracle.snapshot();
    }

    @Override
    public void restore(double[] snapshot) {
        oracle.restore(snapshot);
    }
}
