package io.github.restartoracle.oracle;

/** No timeout is longer than a limit, except for {@link #NEVER}, which is a decision and not a length. */
final class ClampedOracle extends DelegatingOracle {
    private final long maxTimeoutNanos;

    ClampedOracle(RetransmissionOracle oracle, long maxTimeoutNanos) {
        super(oracle);
        this.maxTimeoutNanos = maxTimeoutNanos;
    }

    @Override
    public long timeoutNanos(int attempt) {
        long timeoutNanos = super.timeoutNanos(attempt);
        return timeoutNanos == NEVER ? NEVER : Math.min(timeoutNanos, maxTimeoutNanos);
    }
}
