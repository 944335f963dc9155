package io.github.restartoracle.oracle.adaptive;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.oracle.TimeoutBounds;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An oracle with one timeout for all messages, equation (1) of "The Fast and the Fair": doubled by every timeout that elapses,
 * replaced by what an unambiguous sample teaches, and always from the shortest timeout to the longest. A robust one is doubled
 * once by many messages that wait at once, and shortened by an ambiguous acknowledgement too.
 */
abstract class AdaptiveOracle implements RetransmissionOracle {
    /** G of RFC 6298, 1 ms. */
    static final long GRANULARITY_NANOS = 1_000_000;

    private final boolean robust;
    private final long minNanos;
    private final long maxNanos;
    private final long initialNanos;
    private long nanos;
    private boolean learnt;
    /** The transmissions after which the timeout was doubled since the last unambiguous sample, if it is robust. */
    private int backedOff;

    AdaptiveOracle(TimeoutBounds bounds, boolean robust) {
        this.robust = robust;
        this.minNanos = bounds.min().toNanos();
        this.maxNanos = bounds.max().toNanos();
        this.initialNanos = within(bounds.initial().toNanos());
        this.nanos = initialNanos;
    }

    /** Learns from an unambiguous sample. */
    abstract void learn(long rttNanos);

    /** Returns the timeout that was learnt, without bounds and doubling; called only after {@link #learn}. */
    abstract double learntNanos();

    /** Adds the quantities of the estimator to a state. */
    abstract void describe(Map<String, Double> state);

    @Override
    public long timeoutNanos(int attempt) {
        return nanos;
    }

    @Override
    public void onAcknowledgement(RttSample sample) {
        if (sample.unambiguous()) {
            learn(sample.rttNanos());
            learnt = true;
            backedOff = 0;
            nanos = within(Math.round(learntNanos()));
        } else if (robust) {
            // The time since the first transmission is no shorter than the round trip, so it is long enough for a
            // timeout.
            long learntNanos = learnt ? Math.round(learntNanos()) : initialNanos;
            nanos = within(Math.min(nanos, Math.max(sample.rttNanos(), learntNanos)));
        }
    }

    @Override
    public void onTimeout(int attempt) {
        if (!robust || attempt > backedOff) {
            backedOff = attempt;
            doubleUp();
        }
    }

    @Override
    public void onSilence(int attempt) {
        if (!robust) {
            doubleUp();
        }
    }

    /** The longest timeout is 7 d, so twice any timeout is in range. */
    private void doubleUp() {
        nanos = within(2 * nanos);
    }

    private long within(long anyNanos) {
        return Math.min(maxNanos, Math.max(minNanos, anyNanos));
    }

    @Override
    public Map<String, Double> describe() {
        Map<String, Double> state = new LinkedHashMap<>();
        state.put("timeout-seconds", Seconds.of((double) nanos));
        describe(state);
        if (learnt) {
            state.put("learnt-timeout-seconds", Seconds.of(learntNanos()));
        }
        return state;
    }
}
