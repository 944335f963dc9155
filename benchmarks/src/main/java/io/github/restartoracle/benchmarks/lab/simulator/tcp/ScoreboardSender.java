package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;

/**
 * A sender that knows which segments have arrived: selective acknowledgements (RFC 6675), or RACK and tail loss probes (RFC
 * 8985). Not thread-safe.
 */
final class ScoreboardSender extends Sender {
    private static final long PROBE_SLACK_NANOS = 2_000_000;
    private static final long PROBE_WITHOUT_SAMPLE_NANOS = 1_000_000_000;

    private static final byte SACKED = 1;
    private static final byte LOST = 2;

    private int recoverUntil;
    private boolean probed;
    private long newestDelivered = Long.MIN_VALUE;
    private int newestSegment = -1;
    private long reorderNanos = VirtualTime.NEVER;

    ScoreboardSender(TcpSettings tcp, TcpRoundTrip rtt, Wire wire) {
        super(tcp, rtt, wire);
    }

    @Override
    void acknowledged(int got, long[] above, boolean carriesData, long nowNanos) {
        if (una == sent || got > sent) {
            return;
        }
        boolean advanced = got > una;
        int fresh = deliver(got, above, nowNanos);
        if (advanced) {
            progress(got, nowNanos);
        } else if (fresh == 0 && (carriesData || got != una)) {
            return;
        }
        detectLosses(nowNanos);
        transmit(nowNanos);
    }

    /** Notes the segments that have arrived and takes a sample from the newest; returns the number of new ones. */
    private int deliver(int got, long[] above, long nowNanos) {
        int fresh = 0;
        int newest = -1;
        for (int s = una; s < sent; s++) {
            boolean here = s < got || ((s >>> 6) < above.length && (above[s >>> 6] & (1L << s)) != 0);
            if (here && (marks[s] & SACKED) == 0) {
                marks[s] = (byte) ((marks[s] & ~LOST) | SACKED);
                fresh++;
                newest = newest < 0 || sentNanos[s] >= sentNanos[newest] ? s : newest;
            }
        }
        if (newest >= 0) {
            if (sentAfter(newest, newestDelivered, newestSegment)) {
                newestDelivered = sentNanos[newest];
                newestSegment = newest;
            }
            if (tcp.timestamps() || !repeated(newest)) {
                rtt.sample(nowNanos - sentNanos[newest]);
            }
        }
        return fresh;
    }

    private void progress(int got, long nowNanos) {
        int segments = got - una;
        boolean recovering = una < recoverUntil;
        una = got;
        backoff = 0;
        probed = false;
        timerStartNanos = nowNanos;
        if (recovering && window >= threshold) {
            return;
        }
        if (window < threshold) {
            // RFC 5681 grows by one segment for each acknowledgement, Linux by the number of acknowledged segments.
            window += segments;
        } else {
            window += segments / window;
        }
    }

    private void detectLosses(long nowNanos) {
        reorderNanos = VirtualTime.NEVER;
        boolean found = tcp.recovery() == TcpSettings.Recovery.RACK ? rack(nowNanos) : sack();
        if (found && una >= recoverUntil) {
            // Segments that limited transmit has sent do not count (RFC 5681, 3.2, step 2).
            threshold = Math.max(2, Math.min(sent - una, (int) window) / 2.0);
            window = threshold;
            recoverUntil = sent;
            // RFC 6675, 5.1: the timer begins again. RFC 8985 does not change it.
            timerStartNanos = tcp.recovery() == TcpSettings.Recovery.SACK ? nowNanos : timerStartNanos;
            // RFC 6675, 5, step 4.3: the first segment is sent again regardless of the segments in flight.
            repeat(firstLost(una), nowNanos);
        }
    }

    private int firstLost(int from) {
        int first = from;
        while (first < sent && (marks[first] & LOST) == 0) {
            first++;
        }
        return first;
    }

    private void repeat(int segment, long nowNanos) {
        marks[segment] = (byte) ((marks[segment] & ~LOST) | REPEATED);
        send(segment, nowNanos);
    }

    private boolean sack() {
        boolean found = false;
        int above = 0;
        for (int s = sent - 1; s >= una; s--) {
            if ((marks[s] & SACKED) != 0) {
                above++;
            } else if (above >= tcp.duplicateThreshold() && !repeated(s)) {
                found |= markLost(s);
            }
        }
        return found;
    }

    private boolean rack(long nowNanos) {
        int sacked = 0;
        for (int s = una; s < sent; s++) {
            sacked += marks[s] & SACKED;
        }
        boolean patient = sacked < tcp.duplicateThreshold() && una >= recoverUntil;
        long wait = rtt.latestNanos() + (patient ? rtt.reorderingNanos() : 0);
        boolean found = false;
        for (int s = una; s < sent; s++) {
            if ((marks[s] & (SACKED | LOST)) == 0 && !sentAfter(s, newestDelivered, newestSegment)) {
                if (nowNanos >= sentNanos[s] + wait) {
                    found |= markLost(s);
                } else {
                    reorderNanos = Math.min(reorderNanos, sentNanos[s] + wait);
                }
            }
        }
        return found;
    }

    /**
     * Returns whether a segment was sent after another. RFC 8985, 6.2: of segments that were sent at one time, the one with the
     * higher number was sent later.
     */
    private boolean sentAfter(int segment, long nanos, int other) {
        return sentNanos[segment] > nanos || (sentNanos[segment] == nanos && segment > other);
    }

    private boolean markLost(int segment) {
        if (segment >= sent || (marks[segment] & (SACKED | LOST)) != 0) {
            return false;
        }
        marks[segment] |= LOST;
        return true;
    }

    @Override
    void transmit(long nowNanos) {
        int inPipe = inPipe();
        int repeat = una;
        while (inPipe < (int) window) {
            repeat = firstLost(repeat);
            if (repeat < sent) {
                repeat(repeat, nowNanos);
            } else if (sent < written) {
                if (una == sent) {
                    timerStartNanos = nowNanos;
                }
                sent++;
                send(sent - 1, nowNanos);
            } else {
                return;
            }
            inPipe++;
        }
    }

    private int inPipe() {
        int count = 0;
        for (int s = una; s < sent; s++) {
            if ((marks[s] & (SACKED | LOST)) == 0) {
                count++;
            }
        }
        return count;
    }

    @Override
    long nextTimeNanos() {
        return Math.min(reorderNanos, mayProbe() ? probeNanos() : rtoNanos());
    }

    private boolean mayProbe() {
        return tcp.tailLossProbe() && !probed && backoff == 0 && una >= recoverUntil;
    }

    private long probeNanos() {
        long wait = PROBE_WITHOUT_SAMPLE_NANOS;
        if (rtt.known()) {
            wait = 2 * rtt.smoothedNanos() + (sent - una == 1 ? tcp.minRto().toNanos() : PROBE_SLACK_NANOS);
        }
        long from = Math.max(timerStartNanos, sentNanos[sent - 1]);
        return Math.min(from + wait, rtoNanos());
    }

    @Override
    void timeElapsed(long nowNanos) {
        if (nowNanos >= reorderNanos) {
            detectLosses(nowNanos);
            transmit(nowNanos);
        } else if (mayProbe()) {
            probed = true;
            timerStartNanos = nowNanos;
            int last = sent < written ? sent++ : sent - 1;
            marks[last] |= REPEATED;
            send(last, nowNanos);
        } else if (backOff(nowNanos)) {
            threshold = Math.max(2, inPipe() / 2.0);
            recoverUntil = sent;
            for (int s = una; s < sent; s++) {
                markLost(s);
            }
            transmit(nowNanos);
        }
    }
}
