package io.github.restartoracle.internal.pending;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import java.util.ArrayList;
import java.util.List;

/** An oracle that does as the test says and records its calls. */
final class ScriptedOracle implements RetransmissionOracle {
    final List<RttSample> samples = new ArrayList<>();
    final List<String> events = new ArrayList<>();
    long timeoutNanos;
    boolean doubling;
    boolean throwing;
    int maxAttempts = Integer.MAX_VALUE;
    int asked;

    ScriptedOracle(long timeoutNanos) {
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    public long timeoutNanos(int attempt) {
        asked++;
        return timeoutNanos;
    }

    @Override
    public void onAcknowledgement(RttSample sample) {
        samples.add(sample);
    }

    @Override
    public void onTimeout(int attempt) {
        if (throwing) {
            throw new IllegalStateException("thrown by the oracle");
        }
        events.add("timeout " + attempt);
        if (doubling) {
            timeoutNanos *= 2;
        }
    }

    @Override
    public boolean mayRestart(int attempt) {
        return attempt < maxAttempts;
    }
}
