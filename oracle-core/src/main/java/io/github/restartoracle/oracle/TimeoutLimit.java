package io.github.restartoracle.oracle;

/** Limits the timeouts of another oracle that knows the time only, except for {@link #NEVER}. */
final class TimeoutLimit extends ForwardingPathOracle {
    private final long maxTimeoutNanos;

    TimeoutLimit(PathOracle oracle, long maxTimeoutNanos) {
        super(oracle);
        this.maxTimeoutNanos = oracle.staged() ? NEVER : maxTimeoutNanos;
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        long timeoutNanos = super.timeoutNanos(nowNanos, stage, attempt);
        return timeoutNanos == NEVER ? NEVER : Math.min(timeoutNanos, maxTimeoutNanos);
    }
}
