package io.github.restartoracle.oracle;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * No message is transmitted more than so many times, and no timeout of an oracle that knows the time only is longer than a
 * limit, except for {@link #NEVER}.
 */
final class BoundedPathOracle implements PathOracle {
    private final PathOracle oracle;
    private final long maxTimeoutNanos;
    private final int maxAttempts;

    /** A limit of 0 attempts is none. */
    BoundedPathOracle(PathOracle oracle, long maxTimeoutNanos, int maxAttempts) {
        this.oracle = oracle;
        this.maxTimeoutNanos = oracle.staged() ? NEVER : maxTimeoutNanos;
        this.maxAttempts = maxAttempts == 0 ? Integer.MAX_VALUE : maxAttempts;
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        long timeoutNanos = oracle.timeoutNanos(nowNanos, stage, attempt);
        return timeoutNanos == NEVER ? NEVER : Math.min(timeoutNanos, maxTimeoutNanos);
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        Decision decision = oracle.elapsed(nowNanos, stage, attempt, sinceNanos);
        boolean transmits = decision == Decision.AGAIN || decision == Decision.REPLACE;
        return transmits && attempt >= maxAttempts ? Decision.GIVE_UP : decision;
    }

    @Override
    public boolean staged() {
        return oracle.staged();
    }

    @Override
    public Gate gate(long nowNanos) {
        return oracle.gate(nowNanos);
    }

    @Override
    public void connected(long nowNanos, long tookNanos) {
        oracle.connected(nowNanos, tookNanos);
    }

    @Override
    public void progressed(long nowNanos) {
        oracle.progressed(nowNanos);
    }

    @Override
    public void received(long nowNanos, long tookNanos) {
        oracle.received(nowNanos, tookNanos);
    }

    @Override
    public void answered(long nowNanos) {
        oracle.answered(nowNanos);
    }

    @Override
    public void asked(long nowNanos) {
        oracle.asked(nowNanos);
    }

    @Override
    public void askAnswered(long nowNanos) {
        oracle.askAnswered(nowNanos);
    }

    @Override
    public void acknowledged(long nowNanos, @Nullable RttSample sample) {
        oracle.acknowledged(nowNanos, sample);
    }

    @Override
    public void failed(long nowNanos, Stage stage) {
        oracle.failed(nowNanos, stage);
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
