package io.github.restartoracle.oracle.adaptive;

/**
 * The smoothed round trip time and its mean deviation after one or more samples. Immutable.
 *
 * @param srttNanos SRTT in nanoseconds
 * @param rttvarNanos RTTVAR in nanoseconds
 */
record RtoEstimator(double srttNanos, double rttvarNanos) {
    /** Returns the state after the first sample R: SRTT = R, RTTVAR = R / 2 (RFC 6298, 2.2; the paper says the same). */
    static RtoEstimator first(long rttNanos) {
        return new RtoEstimator(rttNanos, rttNanos / 2.0);
    }

    /** Returns the state after one more sample. */
    RtoEstimator next(long rttNanos, JacobsonKarnConfig config) {
        double srtt = (1 - config.srttGain()) * srttNanos + config.srttGain() * rttNanos;
        double centre = switch (config.variant()) {
            case PAPER -> srtt;
            case RFC6298, ROBUST -> srttNanos;
        };
        double deviation = Math.abs(centre - rttNanos);
        return new RtoEstimator(srtt, (1 - config.rttvarGain()) * rttvarNanos + config.rttvarGain() * deviation);
    }

    /** Returns SRTT + K * RTTVAR; in the variants after RFC 6298 the second term is at least the granularity. */
    double rtoNanos(JacobsonKarnConfig config) {
        double margin = config.rttvarMultiplier() * rttvarNanos;
        return srttNanos
                + switch (config.variant()) {
                    case PAPER -> margin;
                    case RFC6298, ROBUST -> Math.max(AdaptiveOracle.GRANULARITY_NANOS, margin);
                };
    }
}
