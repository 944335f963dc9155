package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import io.github.restartoracle.benchmarks.lab.node.Wire;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import java.util.Arrays;

/**
 * A sender that uses cumulative acknowledgements alone: Reno (RFC 5681, 3) with limited transmit (RFC 3042), New Reno (RFC
 * 6582), or only the timeout. Windows count segments. After a timeout all segments that are not acknowledged are sent again in
 * order, as the window opens. Not thread-safe.
 */
final class RenoSender implements Sender {
    private final TcpSettings tcp;
    private final TcpRoundTrip rtt;
    private final Wire wire;
    private int[] bytes = new int[4];
    private long[] sentNanos = new long[4];
    private boolean[] repeated = new boolean[4];
    private int written;
    private int una;
    /** The next segment to be sent; before {@link #highest} after a timeout. */
    private int next;
    /** The first segment that was never sent. */
    private int highest;

    private double window;
    private double threshold = Double.POSITIVE_INFINITY;
    private int duplicates;
    private boolean recovering;
    /** The end of recovery: the first segment not yet sent when it began, or when the timeout elapsed (RFC 6582, "recover"). */
    private int recover;

    private boolean partialSeen;
    private int backoff;
    private long timerStartNanos;
    private boolean failed;

    RenoSender(TcpSettings tcp, TcpRoundTrip rtt, Wire wire) {
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
        transmit(0, nowNanos);
    }

    private void append(int payload) {
        if (written == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * written);
            sentNanos = Arrays.copyOf(sentNanos, 2 * written);
            repeated = Arrays.copyOf(repeated, 2 * written);
        }
        bytes[written++] = payload;
    }

    private int flight() {
        return next - una;
    }

    @Override
    public void acknowledged(int got, long[] above, boolean carriesData, long nowNanos) {
        if (got > una && got <= highest) {
            progress(got, nowNanos);
        } else if (got == una && una < highest && !carriesData) {
            duplicate(nowNanos);
        }
    }

    private void progress(int got, long nowNanos) {
        // A segment that fills a gap gives a sample for itself (RFC 7323, 4.3), not for those above that waited for it.
        int told = repeated[una] ? una : got - 1;
        if (tcp.timestamps() || !repeated[told]) {
            rtt.sample(nowNanos - sentNanos[told]);
        }
        int acknowledged = got - una;
        una = got;
        next = Math.max(next, una);
        backoff = 0;
        if (recovering && tcp.recovery() == TcpSettings.Recovery.NEW_RENO && got < recover) {
            partial(acknowledged, nowNanos);
        } else {
            if (recovering) {
                recovering = false;
                window = tcp.recovery() == TcpSettings.Recovery.NEW_RENO
                        ? Math.min(threshold, Math.max(flight(), 1) + 1.0)
                        : threshold;
            } else if (window < threshold) {
                window++;
            } else {
                window += 1 / window;
            }
            duplicates = 0;
            timerStartNanos = nowNanos;
        }
        transmit(0, nowNanos);
    }

    /**
     * Handles a partial acknowledgement. RFC 6582, 3.2, step 5, the impatient variant: the timer is restarted for the first one
     * only.
     */
    private void partial(int acknowledged, long nowNanos) {
        resend(nowNanos);
        window = Math.max(1, window - acknowledged + 1);
        if (!partialSeen) {
            partialSeen = true;
            timerStartNanos = nowNanos;
        }
    }

    private void duplicate(long nowNanos) {
        if (tcp.recovery() == TcpSettings.Recovery.TIMEOUT) {
            return;
        }
        duplicates++;
        if (recovering) {
            window++;
            transmit(0, nowNanos);
        } else if (duplicates < tcp.duplicateThreshold()) {
            transmit(Math.min(duplicates, 2), nowNanos);
        } else if (duplicates == tcp.duplicateThreshold() && mayRecover()) {
            // Segments that limited transmit has sent do not count (RFC 5681, 3.2, step 2).
            int limited = Math.max(0, flight() - (int) window);
            threshold = Math.max(2, (flight() - limited) / 2.0);
            recover = highest;
            recovering = true;
            partialSeen = false;
            // As in BSD, Linux and ns-2; otherwise the timer of the lost segment would elapse while its repetition is
            // in flight.
            timerStartNanos = nowNanos;
            resend(nowNanos);
            window = threshold + tcp.duplicateThreshold();
            transmit(0, nowNanos);
        }
    }

    /**
     * Tells if recovery may begin: RFC 6582, 3.2, step 2. Reno has no such memory, so duplicates after a timeout make it
     * recover again.
     */
    private boolean mayRecover() {
        return tcp.recovery() == TcpSettings.Recovery.RENO || una >= recover;
    }

    private void resend(long nowNanos) {
        repeated[una] = true;
        send(una, nowNanos);
    }

    /** Sends the segments that the window allows, and a number of new segments beyond it. */
    private void transmit(int limited, long nowNanos) {
        while (next < written && flight() < (int) window + (next >= highest ? limited : 0)) {
            if (una == highest) {
                timerStartNanos = nowNanos;
            }
            if (next < highest) {
                repeated[next] = true;
            } else {
                highest = next + 1;
            }
            send(next++, nowNanos);
        }
    }

    private void send(int segment, long nowNanos) {
        sentNanos[segment] = nowNanos;
        wire.send(segment, bytes[segment], nowNanos);
    }

    @Override
    public long timerNanos() {
        return una == highest || failed ? VirtualTime.NEVER : timerStartNanos + rtt.rtoNanos(backoff);
    }

    @Override
    public void timeElapsed(long nowNanos) {
        if (backoff >= TcpSettings.RETRIES) {
            failed = true;
            return;
        }
        if (backoff == 0) {
            threshold = Math.max(2, flight() / 2.0);
        }
        backoff++;
        window = 1;
        duplicates = 0;
        recovering = false;
        recover = highest;
        next = una;
        timerStartNanos = nowNanos;
        transmit(0, nowNanos);
    }
}
