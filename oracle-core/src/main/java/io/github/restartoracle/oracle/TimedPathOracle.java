package io.github.restartoracle.oracle;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An oracle that knows the time only: stages change nothing. */
final class TimedPathOracle implements PathOracle {
    private final RetransmissionOracle oracle;

    TimedPathOracle(RetransmissionOracle oracle) {
        this.oracle = Objects.requireNonNull(oracle, "oracle");
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        return oracle.timeoutNanos(attempt);
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        oracle.onTimeout(attempt);
        return oracle.mayRestart(attempt) ? Decision.AGAIN : Decision.GIVE_UP;
    }

    @Override
    public void acknowledged(long nowNanos, @Nullable RttSample sample) {
        if (sample != null) {
            oracle.onAcknowledgement(sample);
        }
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
