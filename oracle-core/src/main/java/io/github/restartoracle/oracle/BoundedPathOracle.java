package io.github.restartoracle.oracle;

/**
 * Bounds another oracle: limits the transmissions of each message, and the timeouts of an oracle that knows the time only,
 * except for {@link #NEVER}.
 */
final class BoundedPathOracle extends ForwardingPathOracle {
    private final long maxTimeoutNanos;
    private final int maxAttempts;

    /** Creates a bounded oracle; {@code maxAttempts} 0 means no limit. */
    BoundedPathOracle(PathOracle oracle, long maxTimeoutNanos, int maxAttempts) {
        super(oracle);
        this.maxTimeoutNanos = oracle.staged() ? NEVER : maxTimeoutNanos;
        this.maxAttempts = maxAttempts == 0 ? Integer.MAX_VALUE : maxAttempts;
    }

    @Override
    public long timeoutNanos(long nowNanos, Stage stage, int attempt) {
        long timeoutNanos = super.timeoutNanos(nowNanos, stage, attempt);
        return timeoutNanos == NEVER ? NEVER : Math.min(timeoutNanos, maxTimeoutNanos);
    }

    @Override
    public Decision elapsed(long nowNanos, Stage stage, int attempt, long sinceNanos) {
        Decision decision = super.elapsed(nowNanos, stage, attempt, sinceNanos);
        boolean transmits = decision == Decision.AGAIN || decision == Decision.REPLACE;
        return transmits && attempt >= maxAttempts ? Decision.GIVE_UP : decision;
    }
}
