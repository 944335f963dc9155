package io.github.restartoracle.benchmarks.simulator.tcp;

/** The round trip time as TCP sees it, RFC 6298. Not thread-safe. */
final class RoundTrip {
    private final long minRtoNanos;
    private double srtt = -1;
    private double rttvar;
    private long least = Long.MAX_VALUE;
    private long latest;

    RoundTrip(long minRtoNanos) {
        this.minRtoNanos = minRtoNanos;
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

    /** A quarter of the least round trip: how much reordering is put up with. */
    long reorderingNanos() {
        return least == Long.MAX_VALUE ? 0 : least / 4;
    }

    /** As Linux has it: the least value holds for the variance, so that the timeout is never shorter than a round trip. */
    long rtoNanos(int backoff) {
        long base = srtt < 0
                ? TcpSettings.RTO_AFTER_SYN_LOSS_NANOS
                : (long) (srtt + Math.max((double) minRtoNanos, 4 * rttvar));
        return Math.min(TcpSettings.MAX_RTO_NANOS, base << Math.min(backoff, 20));
    }
}
