package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import java.util.Arrays;

/** The segments that one end sends, until all are acknowledged. Windows count segments. Not thread-safe. */
abstract class Sender {
    /** The mark of a segment that was sent more than once. */
    static final byte REPEATED = 4;

    final TcpSettings tcp;
    final TcpRoundTrip rtt;
    private final Wire wire;
    private int[] bytes = new int[4];
    /** The time of the last transmission, by segment. */
    long[] sentNanos = new long[4];
    /** The marks of the sender, by segment. */
    byte[] marks = new byte[4];

    /** The number of segments, including the one that closes. */
    int written;
    /** The first segment that is not acknowledged. */
    int una;
    /** The first segment that was never sent. */
    int sent;

    double window;
    double threshold = Double.POSITIVE_INFINITY;
    long timerStartNanos;
    /** The number of timeouts in a row. */
    int backoff;

    private boolean failed;

    /** Sends segments. */
    @FunctionalInterface
    interface Wire {
        void send(int segment, int payloadBytes, long nowNanos);
    }

    Sender(TcpSettings tcp, TcpRoundTrip rtt, Wire wire) {
        this.tcp = tcp;
        this.rtt = rtt;
        this.wire = wire;
        this.window = tcp.initialWindow();
    }

    /** Creates the sender for the recovery in the settings. */
    static Sender of(TcpSettings tcp, TcpRoundTrip rtt, Wire wire) {
        return switch (tcp.recovery()) {
            case TIMEOUT, RENO, NEW_RENO -> new RenoSender(tcp, rtt, wire);
            case SACK, RACK -> new ScoreboardSender(tcp, rtt, wire);
        };
    }

    /** Begins with one segment, as Linux does if the handshake took more than one repetition. */
    final void beginCarefully() {
        window = 1;
    }

    final int written() {
        return written;
    }

    final boolean allAcknowledged() {
        return una == written;
    }

    /** Returns whether no segment was acknowledged for too long. */
    final boolean failed() {
        return failed;
    }

    /** Adds data; with {@code close} it is the last. */
    final void write(int totalBytes, boolean close, long nowNanos) {
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

    final void send(int segment, long nowNanos) {
        sentNanos[segment] = nowNanos;
        wire.send(segment, bytes[segment], nowNanos);
    }

    final boolean repeated(int segment) {
        return (marks[segment] & REPEATED) != 0;
    }

    /** Returns the time at which {@link #timeElapsed} must be called. */
    final long timerNanos() {
        return failed || una == sent ? VirtualTime.NEVER : nextTimeNanos();
    }

    /** Returns the time of the next timeout or other event, if segments are in flight. */
    long nextTimeNanos() {
        return rtoNanos();
    }

    final long rtoNanos() {
        return timerStartNanos + rtt.rtoNanos(backoff);
    }

    /** Notes a timeout; returns false if it was one too many. */
    final boolean backOff(long nowNanos) {
        if (backoff >= TcpSettings.RETRIES) {
            failed = true;
            return false;
        }
        backoff++;
        window = 1;
        timerStartNanos = nowNanos;
        return true;
    }

    /**
     * Handles an acknowledgement of the other end.
     *
     * @param got the first segment that it misses
     * @param above the segments after that one which it has
     * @param carriesData true if the packet brought data too, so that it is no duplicate acknowledgement
     */
    abstract void acknowledged(int got, long[] above, boolean carriesData, long nowNanos);

    abstract void timeElapsed(long nowNanos);

    /** Sends the segments that the window allows. */
    abstract void transmit(long nowNanos);
}
