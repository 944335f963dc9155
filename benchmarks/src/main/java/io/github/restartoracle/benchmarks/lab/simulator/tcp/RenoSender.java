package io.github.restartoracle.benchmarks.lab.simulator.tcp;

/**
 * A sender that uses cumulative acknowledgements alone: Reno (RFC 5681, 3) with limited transmit (RFC 3042), New Reno (RFC
 * 6582), or only the timeout. After a timeout all segments that are not acknowledged are sent again in order, as the window
 * opens. Not thread-safe.
 */
final class RenoSender extends Sender {
    /** The next segment to be sent; before {@link #sent} after a timeout. */
    private int next;

    private int duplicates;
    private boolean recovering;
    /** The end of recovery: the first segment not yet sent when it began, or when the timeout elapsed (RFC 6582, "recover"). */
    private int recover;

    private boolean partialSeen;

    RenoSender(TcpSettings tcp, TcpRoundTrip rtt, Wire wire) {
        super(tcp, rtt, wire);
    }

    private int flight() {
        return next - una;
    }

    @Override
    void acknowledged(int got, long[] above, boolean carriesData, long nowNanos) {
        if (got > una && got <= sent) {
            progress(got, nowNanos);
        } else if (got == una && una < sent && !carriesData) {
            duplicate(nowNanos);
        }
    }

    private void progress(int got, long nowNanos) {
        // A segment that fills a gap gives a sample for itself (RFC 7323, 4.3), not for those above that waited for it.
        int told = repeated(una) ? una : got - 1;
        if (tcp.timestamps() || !repeated(told)) {
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
            recover = sent;
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
     * Returns whether recovery may begin: RFC 6582, 3.2, step 2. Reno has no such memory, so duplicates after a timeout make it
     * recover again.
     */
    private boolean mayRecover() {
        return tcp.recovery() == TcpSettings.Recovery.RENO || una >= recover;
    }

    private void resend(long nowNanos) {
        marks[una] |= REPEATED;
        send(una, nowNanos);
    }

    /** Sends the segments that the window allows, and a number of new segments beyond it. */
    private void transmit(int limited, long nowNanos) {
        while (next < written && flight() < (int) window + (next >= sent ? limited : 0)) {
            if (una == sent) {
                timerStartNanos = nowNanos;
            }
            if (next < sent) {
                marks[next] |= REPEATED;
            } else {
                sent = next + 1;
            }
            send(next++, nowNanos);
        }
    }

    @Override
    void transmit(long nowNanos) {
        transmit(0, nowNanos);
    }

    @Override
    void timeElapsed(long nowNanos) {
        if (!backOff(nowNanos)) {
            return;
        }
        if (backoff == 1) {
            threshold = Math.max(2, flight() / 2.0);
        }
        duplicates = 0;
        recovering = false;
        recover = sent;
        next = una;
        transmit(0, nowNanos);
    }
}
