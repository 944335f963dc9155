package io.github.restartoracle.oracle.path;

/**
 * The copies that may be made of messages that may have arrived: a burst at first, and a fraction of a copy for each
 * acknowledged message (the retry budget of Finagle and gRPC). Between two copies of messages that were received something
 * must be acknowledged; if nothing is, one copy asks after intervals that double.
 */
final class CopyBudget {
    private static final int MOST_DOUBLINGS = 9;

    private final double perMessage;
    private final int burst;
    private final long patienceNanos;
    private double tokens;
    private boolean acknowledgedSince = true;
    private boolean quietKnown;
    private long quietSinceNanos;
    private int doublings;

    CopyBudget(CanaryConfig config) {
        this.perMessage = config.budget();
        this.burst = config.burst();
        this.patienceNanos = config.patience().toNanos();
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

    /** One copy of a message that was received: true if it may be made now. */
    boolean takeToAsk(long nowNanos) {
        boolean mayAsk = !quietKnown || nowNanos - quietSinceNanos >= patienceNanos << doublings;
        if (!(acknowledgedSince && take()) && !mayAsk) {
            return false;
        }
        doublings = acknowledgedSince ? 0 : Math.min(MOST_DOUBLINGS, doublings + 1);
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
