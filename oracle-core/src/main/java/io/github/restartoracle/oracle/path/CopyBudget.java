package io.github.restartoracle.oracle.path;

/**
 * The copies that may be made of messages that may have arrived: a burst at first, and a fraction of a copy for each
 * acknowledged message (the retry budget of Finagle and gRPC). Between two copies of messages that were received a message must
 * be acknowledged; if none is, one copy asks after pauses that double.
 */
final class CopyBudget {
    private static final int MOST_DOUBLINGS = 9;

    private final double perMessage;
    private final int burst;
    private double tokens;
    private boolean acknowledgedSince = true;
    private boolean quietKnown;
    private long quietSinceNanos;
    private int doublings;

    CopyBudget(CanaryConfig config) {
        this.perMessage = config.budget();
        this.burst = config.burst();
        this.tokens = burst;
    }

    void acknowledged(long nowNanos) {
        tokens = Math.min(burst, tokens + perMessage);
        acknowledgedSince = true;
        doublings = 0;
        quiet(nowNanos);
    }

    boolean take() {
        if (tokens < 1) {
            return false;
        }
        tokens--;
        return true;
    }

    /**
     * Takes the budget of one copy of a message that was received; true if the copy may be made now.
     *
     * @param sinceNanos the time at which the message was received
     * @param missed true if others were acknowledged and the message was not, so that it alone may be lost
     * @param pauseNanos the silence that is needed otherwise; doubled by each copy
     */
    boolean takeToAsk(long nowNanos, long sinceNanos, boolean missed, long pauseNanos) {
        boolean pays = missed && acknowledgedSince && take();
        boolean quietBefore = !quietKnown || quietSinceNanos - sinceNanos < 0;
        long silentNanos = nowNanos - (quietBefore ? sinceNanos : quietSinceNanos);
        if (!pays && silentNanos < pauseNanos << doublings) {
            return false;
        }
        doublings = pays ? 0 : Math.min(MOST_DOUBLINGS, doublings + 1);
        acknowledgedSince = false;
        quiet(nowNanos);
        return true;
    }

    private void quiet(long nowNanos) {
        quietKnown = true;
        quietSinceNanos = nowNanos;
    }

    double tokens() {
        return tokens;
    }
}
