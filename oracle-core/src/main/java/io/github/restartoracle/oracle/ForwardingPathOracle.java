package io.github.restartoracle.oracle;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Forwards every call to another oracle. A decorator overrides the methods that it changes or observes.
 *
 * <p>Not thread-safe; confined to the lock of its path, like the oracle that it forwards to.
 */
public abstract class ForwardingPathOracle implements PathOracle {
    private final PathOracle oracle;

    /**
     * Creates a decorator.
     *
     * @param oracle the oracle to forward to
     */
    protected ForwardingPathOracle(PathOracle oracle) {
        this.oracle = oracle;
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        return oracle.timeoutNanos(nowNanos, stage, attempt);
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        return oracle.elapsed(nowNanos, stage, attempt, sinceNanos);
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
}
