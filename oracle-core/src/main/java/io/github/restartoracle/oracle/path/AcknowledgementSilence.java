package io.github.restartoracle.oracle.path;

/**
 * The evidence of acknowledgements alone, for a path whose transport does not report stages: the time without an
 * acknowledgement, and the times at which one copy may ask. The first may when the message has waited for its timeout and no
 * message was acknowledged meanwhile. With c the price of a copy, copies of a silence of length s follow each other in sqrt(c
 * s), but no faster than one in c and no slower than one in 60 c.
 */
final class AcknowledgementSilence {
    private static final int SLOWEST = 60;

    private final long copyCostNanos;
    private boolean brokenKnown;
    private long brokenNanos;
    private boolean asked;
    private long askedNanos;
    private long silentSinceNanos;
    private boolean answeredKnown;
    private long answeredNanos;

    AcknowledgementSilence(CanaryConfig config) {
        this.copyCostNanos = config.copyCost().toNanos();
    }

    /** Notes that a message was acknowledged. */
    void broken(long nowNanos) {
        if (asked) {
            answeredKnown = true;
            answeredNanos = nowNanos;
        }
        brokenKnown = true;
        brokenNanos = nowNanos;
        asked = false;
    }

    /** Returns whether a message was acknowledged after a time: messages transmitted at that time have been overtaken. */
    boolean isBrokenAfter(long nanos) {
        return brokenKnown && brokenNanos - nanos > 0;
    }

    /**
     * Returns whether a copy of a message transmitted at a time may be made: it asks, or an earlier copy that asked was
     * answered since.
     */
    boolean asks(long nowNanos, long sinceNanos) {
        if (answeredKnown && sinceNanos - answeredNanos < 0) {
            return true;
        }
        if (!asked) {
            silentSinceNanos = isBrokenAfter(sinceNanos) ? brokenNanos : sinceNanos;
        }
        boolean first = !asked && !isBrokenAfter(sinceNanos);
        long pausedSinceNanos = asked ? askedNanos : silentSinceNanos;
        if (!first && nowNanos - pausedSinceNanos < intervalNanos(nowNanos)) {
            return false;
        }
        asked = true;
        askedNanos = nowNanos;
        return true;
    }

    private long intervalNanos(long nowNanos) {
        double silent = Math.max(0, nowNanos - silentSinceNanos);
        long wanted = (long) Math.sqrt((double) copyCostNanos * silent);
        return Math.max(copyCostNanos, Math.min(SLOWEST * copyCostNanos, wanted));
    }
}
