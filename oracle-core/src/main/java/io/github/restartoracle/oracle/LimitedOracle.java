package io.github.restartoracle.oracle;

import java.util.Map;

/** No message is transmitted more than so many times. */
final class LimitedOracle implements RetransmissionOracle {
    private final RetransmissionOracle oracle;
    private final int maxAttempts;

    LimitedOracle(RetransmissionOracle oracle, int maxAttempts) {
        this.oracle = oracle;
        this.maxAttempts = maxAttempts;
    }

    @Override
    public long timeoutNanos(int attempt) {
        return oracle.timeoutNanos(attempt);
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
        return attempt < maxAttempts && oracle.mayRestart(attempt);
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
