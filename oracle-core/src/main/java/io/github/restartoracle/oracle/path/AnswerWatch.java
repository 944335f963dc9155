package io.github.restartoracle.oracle.path;

import java.util.concurrent.TimeUnit;

/**
 * Finds out if data that the next machine has received gets any further. A relay of TCP (a proxy, a balancer, the sidecar of a
 * service mesh) accepts connections and confirms bytes even if the path behind it is dead. Then no message is answered, and no
 * request for an acknowledgement, which even the slowest service answers at once.
 *
 * <p>The first such request is made when no message was answered for p = 500 ms since one was received. Later requests follow
 * in sqrt(c s) with s the length of the silence and c the price of ten probes, from 250 ms to the longest interval of probes. A
 * request costs that much because it goes through a relay, which may connect to the other side for each one, and to a thread of
 * the service. If the first request that the next machine has received is not answered within 500 ms, the path is silent. If it
 * is answered, or if a message is answered before any request, the service is slow: p doubles, up to 256 s.
 */
final class AnswerWatch {
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

    AnswerWatch(CanaryConfig config) {
        this.costNanos = PROBES * config.probeCost().toNanos();
        this.longestNanos = config.longestProbe().toNanos();
    }

    /** Returns the time after which a message that was received is looked at. */
    long nextNanos() {
        return asking ? intervalNanos : PATIENCE_NANOS << doublings;
    }

    /** Returns whether no message was answered since one was received, for longer than usual. */
    boolean isMissing(long nowNanos, long sinceNanos) {
        return !(heard && heardNanos - sinceNanos >= 0) && nowNanos - sinceNanos >= PATIENCE_NANOS << doublings;
    }

    /** Returns whether the destination was asked after a time and has reported its received messages, or cannot be asked. */
    boolean isToldSince(long nanos) {
        return cannotAsk() || isAnsweredSince(nanos);
    }

    /** Returns whether the destination cannot be asked: none of the latest requests was dispatched. */
    boolean cannotAsk() {
        return unsent > MOST_UNSENT;
    }

    /** Returns whether the last report of the destination is old enough to ask again, which costs no copy. */
    boolean isOld(long nowNanos, long usualNanos) {
        return told && nowNanos - toldNanos >= Math.max(usualNanos, PATIENCE_NANOS << doublings);
    }

    /** Returns whether the destination was asked after a time and has reported its received messages. */
    boolean isAnsweredSince(long nanos) {
        return told && toldNanos - nanos > 0;
    }

    /** Returns whether the destination may be asked once more. */
    boolean mayAsk(long nowNanos) {
        return !asking || nowNanos - askedNanos >= intervalNanos;
    }

    /** Notes that the destination is asked about a message that was received at a time. */
    void ask(long nowNanos, long sinceNanos) {
        asking = true;
        unsent++;
        askedNanos = nowNanos;
        long wanted = (long) Math.sqrt((double) costNanos * Math.max(0, nowNanos - sinceNanos));
        intervalNanos = Math.max(ASK_NANOS, Math.min(longestNanos, wanted));
    }

    /** Notes that the next machine has received a request for an acknowledgement. */
    void asked(long nowNanos) {
        unsent = 0;
        if (asking && !unanswered) {
            unanswered = true;
            unansweredSinceNanos = nowNanos;
        }
    }

    /** Returns whether the request is not answered either. */
    boolean isSilent(long nowNanos) {
        return unanswered && nowNanos - unansweredSinceNanos >= PATIENCE_NANOS;
    }

    /** Notes a sign of life of the destination. */
    void heard(long nowNanos) {
        heard = true;
        heardNanos = nowNanos;
        unanswered = false;
    }

    /** Notes that a request was answered; unless that ends a real silence, the answers are slow. */
    void told(long nowNanos, boolean endsSilence) {
        told = true;
        toldNanos = nowNanos;
        answered(nowNanos, endsSilence);
    }

    /** Notes that a message or a request was answered; unless that ends a real silence, the answers are slow. */
    void answered(long nowNanos, boolean endsSilence) {
        if (asking && !endsSilence) {
            doublings = Math.min(MOST_DOUBLINGS, doublings + 1);
        }
        asking = false;
        heard(nowNanos);
    }
}
