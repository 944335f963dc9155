package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import java.util.Map;

/**
 * Restarts a message sent at T at T + &tau;, T + 2&tau;, T + 3&tau;, ... ("The Fast and the Fair", section III.A). &tau;
 * is configured (default 4 s, as in Table I for HTTP).
 *
 * <p>Thread-safe; it has no state.
 */
public final class FixedIntervalOracle implements RetransmissionOracle {
    private final long timeoutNanos;

    /**
     * Creates an oracle with a fixed timeout.
     *
     * @param config the timeout
     */
    public FixedIntervalOracle(FixedIntervalConfig config) {
        this.timeoutNanos = config.timeout().toNanos();
    }

    @Override
    public long timeoutNanos(int attempt) {
        return timeoutNanos;
    }

    @Override
    public void onAcknowledgement(RttSample sample) {}

    @Override
    public void onTimeout(int attempt) {}

    /** {@return the timeout: {@code timeout-seconds}} */
    @Override
    public Map<String, Double> describe() {
        return Map.of("timeout-seconds", timeoutNanos / 1e9);
    }
}
