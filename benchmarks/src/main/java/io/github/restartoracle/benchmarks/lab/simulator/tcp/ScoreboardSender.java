package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.node.Wire;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import java.util.Arrays;

/**
 * A sender that knows which segments have arrived: selective acknowledgements (RFC 6675), or RACK and tail loss probes (RFC
 * 8985). Windows count segments. Not thread-safe.
 */
final class ScoreboardSender implements Sender {
    private static final long PROBE_SLACK_NANOS = 2_000_000;
    private static final long PROBE_WITHOUT_SAMPLE_NANOS = 1_000_000_000;

    private static final byte SACKED = 1;
    private static final byte LOST = 2;
    private static final byte REPEATED = 4;

    private final TcpSettings tcp;
    private final TcpRoundTrip rtt;
    private final Wire wire;
    private int[] bytes = new int[4];
    private long[] sentNanos = new long[4];
    private byte[] marks = new byte[4];
    private int written;
    private int una;
    private int next;
    private double window;
    private double threshold = Double.POSITIVE_INFINITY;
    private int recoverUntil;
    private int backoff;
    private boolean probed;
    private boolean failed;
    private long newestDelivered = Long.MIN_VALUE;
    private int newestSegment = -1;
    private long restartedNanos;
    private long reorderNanos = VirtualTime.NEVER;

    ScoreboardSender(TcpSettings tcp, TcpRoundTrip rtt, Wire wire) {
        this.tcp = tcp;
        this.rtt = rtt;
        this.wire = wire;
        this.window = tcp.initialWindow();
    }

    @Override
    public void beginCarefully() {
        window = 1;
    }

    @Override
    public int written() {
        return written;
    }

    @Override
    public boolean allAcknowledged() {
        return una == written;
    }

    @Override
    public boolean failed() {
        return failed;
    }

    @Override
    public void write(int totalBytes, boolean close, long nowNanos) {
        for (int left = totalBytes; left > 0; left -= tcp.mss()) {
            append(Math.min(left, tcp.mss()));
        }
        if (close && !tcp.finWithData()) {
            append(0);
        }
        transmit(nowNanos);
    }

    private void append(int payload) {
        if (written == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * written);
            sentNanos = Arrays.copyOf(sentNanos, 2 * written);
            marks = Arrays.copyOf(marks, 2 * written);
        }
        bytes[written++] = payload;
    }

    @Override
    public void acknowledged(int got, long[] above, boolean carriesData, long nowNanos) {
        if (una == next || got > next) {
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
        for (int s = una; s < next; s++) {
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
            if (tcp.timestamps() || (marks[newest] & REPEATED) == 0) {
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
        restartedNanos = nowNanos;
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
            threshold = Math.max(2, Math.min(next - una, (int) window) / 2.0);
            window = threshold;
            recoverUntil = next;
            // RFC 6675, 5.1: the timer begins again. RFC 8985 does not change it.
            restartedNanos = tcp.recovery() == TcpSettings.Recovery.SACK ? nowNanos : restartedNanos;
            // RFC 6675, 5, step 4.3: the first segment is sent again regardless of the segments in flight.
            repeat(firstLost(una), nowNanos);
        }
    }

    private int firstLost(int from) {
        int first = from;
        while (first < next && (marks[first] & LOST) == 0) {
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
        for (int s = next - 1; s >= una; s--) {
            if ((marks[s] & SACKED) != 0) {
                above++;
            } else if (above >= tcp.duplicateThreshold() && (marks[s] & REPEATED) == 0) {
                found |= markLost(s);
            }
        }
        return found;
    }

    private boolean rack(long nowNanos) {
        int sacked = 0;
        for (int s = una; s < next; s++) {
            sacked += marks[s] & SACKED;
        }
        boolean patient = sacked < tcp.duplicateThreshold() && una >= recoverUntil;
        long wait = rtt.latestNanos() + (patient ? rtt.reorderingNanos() : 0);
        boolean found = false;
        for (int s = una; s < next; s++) {
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
     * Tells if a segment was sent after another. RFC 8985, 6.2: of segments that were sent at one time, the one with the higher
     * number was sent later.
     */
    private boolean sentAfter(int segment, long nanos, int other) {
        return sentNanos[segment] > nanos || (sentNanos[segment] == nanos && segment > other);
    }

    private boolean markLost(int segment) {
        if (segment >= next || (marks[segment] & (SACKED | LOST)) != 0) {
            return false;
        }
        marks[segment] |= LOST;
        return true;
    }

    private void transmit(long nowNanos) {
        int inPipe = inPipe();
        int repeat = una;
        while (inPipe < (int) window) {
            repeat = firstLost(repeat);
            if (repeat < next) {
                repeat(repeat, nowNanos);
            } else if (next < written) {
                if (una == next) {
                    restartedNanos = nowNanos;
                }
                next++;
                send(next - 1, nowNanos);
            } else {
                return;
            }
            inPipe++;
        }
    }

    private int inPipe() {
        int count = 0;
        for (int s = una; s < next; s++) {
            if ((marks[s] & (SACKED | LOST)) == 0) {
                count++;
            }
        }
        return count;
    }

    private void send(int segment, long nowNanos) {
        sentNanos[segment] = nowNanos;
        wire.send(segment, bytes[segment], nowNanos);
    }

    @Override
    public long timerNanos() {
        if (una == next || failed) {
            return VirtualTime.NEVER;
        }
        return Math.min(reorderNanos, mayProbe() ? probeNanos() : rtoNanos());
    }

    private boolean mayProbe() {
        return tcp.tailLossProbe() && !probed && backoff == 0 && una >= recoverUntil;
    }

    private long probeNanos() {
        long wait = PROBE_WITHOUT_SAMPLE_NANOS;
        if (rtt.known()) {
            wait = 2 * rtt.smoothedNanos() + (next - una == 1 ? tcp.minRto().toNanos() : PROBE_SLACK_NANOS);
        }
        long from = Math.max(restartedNanos, sentNanos[next - 1]);
        return Math.min(from + wait, rtoNanos());
    }

    private long rtoNanos() {
        return restartedNanos + rtt.rtoNanos(backoff);
    }

    @Override
    public void timeElapsed(long nowNanos) {
        if (nowNanos >= reorderNanos) {
            detectLosses(nowNanos);
            transmit(nowNanos);
        } else if (mayProbe()) {
            probed = true;
            restartedNanos = nowNanos;
            int last = next < written ? next++ : next - 1;
            marks[last] |= REPEATED;
            send(last, nowNanos);
        } else if (backoff >= TcpSettings.RETRIES) {
            failed = true;
        } else {
            threshold = Math.max(2, inPipe() / 2.0);
            window = 1;
            backoff++;
            recoverUntil = next;
            restartedNanos = nowNanos;
            for (int s = una; s < next; s++) {
                markLost(s);
            }
            transmit(nowNanos);
        }
    }
}
