package io.github.restartoracle.oracle;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An oracle that knows the time only: stages change nothing. */
final class TimedPathOracle implements PathOracle {
    private final RetransmissionOracle oracle;
    private boolean tells;
    private long heardNanos;

    TimedPathOracle(RetransmissionOracle oracle) {
        this.oracle = Objects.requireNonNull(oracle, "oracle");
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        return oracle.timeoutNanos(attempt);
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        if (tells && heardNanos - sinceNanos < 0) {
            oracle.onSilence(attempt);
        } else {
            oracle.onTimeout(attempt);
        }
        return oracle.mayRestart(attempt) ? Decision.AGAIN : Decision.GIVE_UP;
    }

    @Override
    public void connected(long nowNanos, long tookNanos) {
        heardNanos = nowNanos;
    }

    @Override
    public void progressed(long nowNanos) {
        heardNanos = nowNanos;
    }

    /** Notes that the transport reports receipts: then every transmission gives a sign of life unless the path is dead. */
    @Override
    public void received(long nowNanos, long tookNanos) {
        tells = true;
        heardNanos = nowNanos;
    }

    @Override
    public void answered(long nowNanos) {
        heardNanos = nowNanos;
    }

    @Override
    public void failed(long nowNanos, Stage stage) {
        if (stage.mayHaveArrived()) {
            heardNanos = nowNanos;
        }
    }

    @Override
    public void acknowledged(long nowNanos, @Nullable RttSample sample) {
        heardNanos = nowNanos;
        if (sample != null) {
            oracle.onAcknowledgement(sample);
        }
    }

    @Override
    public Map<String, Double> describe() {
        return oracle.describe();
    }
}
