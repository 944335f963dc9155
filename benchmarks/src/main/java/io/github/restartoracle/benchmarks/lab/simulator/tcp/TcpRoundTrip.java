package io.github.restartoracle.benchmarks.lab.simulator.tcp;

/** The round trip time as TCP estimates it, RFC 6298. Not thread-safe. */
final class TcpRoundTrip {
    private final long minRtoNanos;
    private final boolean ofWhole;
    private double srtt = -1;
    private double rttvar;
    private long least = Long.MAX_VALUE;
    private long latest;

    TcpRoundTrip(long minRtoNanos, boolean ofWhole) {
        this.minRtoNanos = minRtoNanos;
        this.ofWhole = ofWhole;
    }

    void sample(long nanos) {
        latest = nanos;
        least = Math.min(least, nanos);
        if (srtt < 0) {
            srtt = nanos;
            rttvar = nanos / 2.0;
        } else {
            rttvar = 0.75 * rttvar + 0.25 * Math.abs(srtt - nanos);
            srtt = 0.875 * srtt + 0.125 * nanos;
        }
    }

    boolean known() {
        return srtt >= 0;
    }

    long latestNanos() {
        return latest;
    }

    long smoothedNanos() {
        return (long) srtt;
    }

    /** Returns the tolerated reordering: a quarter of the least round trip. */
    long reorderingNanos() {
        return least == Long.MAX_VALUE ? 0 : least / 4;
    }

    /** Returns the timeout. The least value applies to the whole timeout (RFC 6298), or to the variance alone as in Linux. */
    long rtoNanos(int backoff) {
        long base;
        if (srtt < 0) {
            base = TcpSettings.RTO_AFTER_SYN_LOSS_NANOS;
        } else if (ofWhole) {
            base = (long) Math.max((double) minRtoNanos, srtt + 4 * rttvar);
        } else {
            base = (long) (srtt + Math.max((double) minRtoNanos, 4 * rttvar));
        }
        return Math.min(TcpSettings.MAX_RTO_NANOS, base << Math.min(backoff, 20));
    }
}
