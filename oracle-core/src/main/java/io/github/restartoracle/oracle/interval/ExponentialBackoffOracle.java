package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import java.util.Map;

/**
 * Waits longer after each transmission of the same message ("The Fast and the Fair", section III.B):
 *
 * <pre>tau_1 = tau,  tau_(j+1) = factor * tau_j,  so  tau_j = tau * factor^(j-1)</pre>
 *
 * with &tau; the timeout of the first transmission (default 4 s) and {@code factor} 2, as in the paper. Messages do not
 * influence each other. Where the paper's timeouts grow without bound, they saturate here below {@link #NEVER}, at 292
 * years; {@code max-timeout} usually ends the growth long before.
 *
 * <p>Thread-safe; it has no state.
 */
public final class ExponentialBackoffOracle implements RetransmissionOracle {
    private final double firstTimeoutNanos;
    private final double factor;

    /**
     * Creates an oracle with growing timeouts.
     *
     * @param config the first timeout and its growth
     */
    public ExponentialBackoffOracle(ExponentialBackoffConfig config) {
        this.firstTimeoutNanos = config.timeout().toNanos();
        this.factor = config.factor();
    }

    @Override
    public long timeoutNanos(int attempt) {
        return Math.min(NEVER - 1, (long) (firstTimeoutNanos * Math.pow(factor, attempt - 1)));
    }

    @Override
    public void onAcknowledgement(RttSample sample) {}

    @Override
    public void onTimeout(int attempt) {}

    /** {@return the configuration: {@code timeout-seconds} of a first transmission and {@code factor}} */
    @Override
    public Map<String, Double> describe() {
        return Map.of("timeout-seconds", firstTimeoutNanos / 1e9, "factor", factor);
    }
}
