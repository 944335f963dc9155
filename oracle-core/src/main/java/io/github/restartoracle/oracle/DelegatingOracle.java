package io.github.restartoracle.oracle;

import java.util.Map;

/** What another oracle says, but for what a subclass says otherwise. */
abstract class DelegatingOracle implements RetransmissionOracle {
    private final RetransmissionOracle oracle;

    DelegatingOracle(RetransmissionOracle oracle) {
        this.oracle = oracle;
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
