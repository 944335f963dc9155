package io.github.restartoracle.benchmarks.simulator.tcp;

import io.github.restartoracle.benchmarks.simulator.net.VirtualTime;
import java.util.Arrays;

/**
 * The segments that one end sends, until all are acknowledged: Reno's window, and the recovery of {@link TcpSettings}.
 * Not thread-safe.
 */
final class Outbound {
    private static final int DUPLICATES = 3;
    private static final long PROBE_SLACK_NANOS = 2_000_000;
    private static final long PROBE_WITHOUT_SAMPLE_NANOS = 1_000_000_000;

    private static final byte SACKED = 1;
    private static final byte LOST = 2;
    private static final byte REPEATED = 4;

    /** Puts a segment on the wire. */
    @FunctionalInterface
    interface Wire {
        void send(int segment, int payloadBytes, long nowNanos);
    }

    private final TcpSettings tcp;
    private final RoundTrip rtt;
    private final Wire wire;
    private int[] bytes = new int[4];
    private long[] sentNanos = new long[4];
    private byte[] marks = new byte[4];
    private int written;
    private int una;
    private int next;
    private double window;
    private double threshold = Double.POSITIVE_INFINITY;
    private int duplicates;
    private int recoverUntil;
    private int backoff;
    private boolean probed;
    private boolean failed;
    private long newestDelivered = Long.MIN_VALUE;
    private int newestSegment = -1;
    private long restartedNanos;
    private long reorderNanos = VirtualTime.NEVER;

    Outbound(TcpSettings tcp, RoundTrip rtt, Wire wire) {
        this.tcp = tcp;
        this.rtt = rtt;
        this.wire = wire;
        this.window = tcp.initialWindow();
    }

    /** Linux begins with one segment if the handshake took more than one repetition. */
    void beginCarefully() {
        window = 1;
    }

    /** How many segments there are, the one that closes included. */
    int written() {
        return written;
    }

    boolean allAcknowledged() {
        return una == written;
    }

    /** Nothing was acknowledged for too long. */
    boolean failed() {
        return failed;
    }

    void write(int totalBytes, boolean close, long nowNanos) {
        for (int left = totalBytes; left > 0; left -= tcp.mss()) {
            append(Math.min(left, tcp.mss()));
        }
        if (close) {
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

    /**
     * The other end says what it has.
     *
     * @param got the first segment it misses
     * @param above segments above that one which it has
     * @param carriesData whether the packet brought data too, so that it is no duplicate acknowledgement
     */
    void acknowledged(int got, long[] above, boolean carriesData, long nowNanos) {
        if (una == next || got > next) {
            return;
        }
        boolean advanced = got > una;
        int fresh = deliver(got, above, nowNanos);
        if (advanced) {
            progress(got, nowNanos);
        } else if (!carriesData && got == una) {
            duplicates++;
        } else if (fresh == 0) {
            return;
        }
        detectLosses(advanced, nowNanos);
        transmit(nowNanos);
    }

    /** Notes what has arrived and takes a sample from the newest; returns how many segments are new. */
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
        duplicates = 0;
        backoff = 0;
        probed = false;
        restartedNanos = nowNanos;
        if (recovering && una < recoverUntil && window >= threshold) {
            return;
        }
        if (window < threshold) {
            // RFC 5681 grows by one segment for each acknowledgement, Linux by what is acknowledged.
            window += tcp.recovery() == TcpSettings.Recovery.NEW_RENO ? 1 : segments;
        } else {
            window += segments / window;
        }
    }

    private void detectLosses(boolean advanced, long nowNanos) {
        reorderNanos = VirtualTime.NEVER;
        boolean found = switch (tcp.recovery()) {
            case NEW_RENO -> newReno(advanced);
            case SACK -> sack();
            case RACK -> rack(nowNanos);
        };
        if (found && una >= recoverUntil) {
            threshold = Math.max(2, (next - una) / 2.0);
            window = threshold;
            recoverUntil = next;
        }
    }

    private boolean newReno(boolean advanced) {
        boolean partial = advanced && una < recoverUntil;
        boolean third = duplicates == DUPLICATES && una >= recoverUntil;
        return (partial || third) && markLost(una);
    }

    private boolean sack() {
        boolean found = false;
        int above = 0;
        for (int s = next - 1; s >= una; s--) {
            if ((marks[s] & SACKED) != 0) {
                above++;
            } else if (above >= DUPLICATES && (marks[s] & REPEATED) == 0) {
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
        boolean patient = sacked < DUPLICATES && una >= recoverUntil;
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

    /** RFC 8985, 6.2: of segments that were sent at one time, the one with the higher number was sent later. */
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
            while (repeat < next && (marks[repeat] & LOST) == 0) {
                repeat++;
            }
            if (repeat < next) {
                marks[repeat] = (byte) ((marks[repeat] & ~LOST) | REPEATED);
                send(repeat, nowNanos);
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
        // Without selective acknowledgements, each duplicate stands for a segment that has left the network.
        return tcp.recovery() == TcpSettings.Recovery.NEW_RENO ? Math.max(0, count - duplicates) : count;
    }

    private void send(int segment, long nowNanos) {
        sentNanos[segment] = nowNanos;
        wire.send(segment, bytes[segment], nowNanos);
    }

    /** When {@link #timeElapsed} has something to do. */
    long timerNanos() {
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

    void timeElapsed(long nowNanos) {
        if (nowNanos >= reorderNanos) {
            detectLosses(false, nowNanos);
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
            duplicates = 0;
            recoverUntil = next;
            restartedNanos = nowNanos;
            for (int s = una; s < next; s++) {
                markLost(s);
            }
            transmit(nowNanos);
        }
    }
}
