package io.github.restartoracle.oracle.path;

import java.util.concurrent.TimeUnit;

/**
 * Whether what the next machine has received gets any further. A relay of TCP (a proxy, a balancer, the sidecar of a service mesh)
 * accepts connections and confirms bytes although the way behind it is dead. Nothing is answered then, and neither is a request
 * for an acknowledgement, which the slowest service answers at once.
 *
 * <p>Such a request is made when nothing was answered for p = 500 ms since a message was received, and then in sqrt(c s) with s the
 * length of the silence and c the price of ten probes, from 250 ms to the longest interval of probes: it goes through a relay,
 * which may connect to the other side for one after the other, and to a thread of the service. If the first that the next machine
 * has got is not answered within 500 ms, the path is silent. If it is, or if a message is answered before any request, the service
 * is slow: p doubles, up to 256 s.
 */
final class Answers {
    static final int PROBES = 10;
    static final long ASK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private static final long PATIENCE_NANOS = 2 * ASK_NANOS;
    private static final int MOST_DOUBLINGS = 9;
    private static final int MOST_UNSENT = 3;

    private final long costNanos;
    private final long longestNanos;
    private boolean heard;
    private long heardNanos;
    private boolean told;
    private long toldNanos;
    private int unsent;
    private boolean asking;
    private long askedNanos;
    private long intervalNanos;
    private boolean unanswered;
    private long unansweredSinceNanos;
    private int doublings;

    Answers(CanaryConfig config) {
        this.costNanos = PROBES * config.probeCost().toNanos();
        this.longestNanos = config.longestProbe().toNanos();
    }

    /** How long a message that was received waits until it is looked at. */
    long nextNanos() {
        return asking ? intervalNanos : PATIENCE_NANOS << doublings;
    }

    /** Nothing was answered since a message was received, for longer than usual. */
    boolean isMissing(long nowNanos, long sinceNanos) {
        return !(heard && heardNanos - sinceNanos >= 0) && nowNanos - sinceNanos >= PATIENCE_NANOS << doublings;
    }

    /** The destination was asked after a time and has said what it has got, or cannot be asked. */
    boolean isToldSince(long nanos) {
        return cannotAsk() || isAnsweredSince(nanos);
    }

    /** The destination cannot be asked: none of the latest requests was dispatched. */
    boolean cannotAsk() {
        return unsent > MOST_UNSENT;
    }

    /** The destination has said so long ago what it has got that it may be asked again: it costs no copy. */
    boolean isOld(long nowNanos, long usualNanos) {
        return told && nowNanos - toldNanos >= Math.max(usualNanos, PATIENCE_NANOS << doublings);
    }

    /** The destination was asked after a time and has said what it has got. */
    boolean isAnsweredSince(long nanos) {
        return told && toldNanos - nanos > 0;
    }

    /** The destination may be asked once more. */
    boolean mayAsk(long nowNanos) {
        return !asking || nowNanos - askedNanos >= intervalNanos;
    }

    /** The destination is to be asked after what was received at a time. */
    void ask(long nowNanos, long sinceNanos) {
        asking = true;
        unsent++;
        askedNanos = nowNanos;
        long wanted = (long) Math.sqrt((double) costNanos * Math.max(0, nowNanos - sinceNanos));
        intervalNanos = Math.max(ASK_NANOS, Math.min(longestNanos, wanted));
    }

    /** The next machine has got a request for an acknowledgement. */
    void asked(long nowNanos) {
        unsent = 0;
        if (asking && !unanswered) {
            unanswered = true;
            unansweredSinceNanos = nowNanos;
        }
    }

    /** What was asked is not answered either. */
    boolean isSilent(long nowNanos) {
        return unanswered && nowNanos - unansweredSinceNanos >= PATIENCE_NANOS;
    }

    /** The destination was heard of. */
    void heard(long nowNanos) {
        heard = true;
        heardNanos = nowNanos;
        unanswered = false;
    }

    /** What was asked is answered; unless that ends a silence that was one, the answers are slow. */
    void told(long nowNanos, boolean endsSilence) {
        told = true;
        toldNanos = nowNanos;
        answered(nowNanos, endsSilence);
    }

    /** A message or a request was answered; unless that ends a silence that was one, the answers are slow. */
    void answered(long nowNanos, boolean endsSilence) {
        if (asking && !endsSilence) {
            doublings = Math.min(MOST_DOUBLINGS, doublings + 1);
        }
        asking = false;
        heard(nowNanos);
    }
}
