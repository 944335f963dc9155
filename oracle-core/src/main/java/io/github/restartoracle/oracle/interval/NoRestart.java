package io.github.restartoracle.oracle.interval;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;

/**
 * Never restarts: the base line of every comparison. A message that the transport loses is lost.
 *
 * <p>Thread-safe; it has no state.
 */
public final class NoRestart implements RetransmissionOracle {
    /** Creates the oracle that never restarts. */
    public NoRestart() {}

    @Override
    public long timeoutNanos(int attempt) {
        return NEVER;
    }

    @Override
    public void onAcknowledgement(RttSample sample) {}

    @Override
    public void onTimeout(int attempt) {}
}
