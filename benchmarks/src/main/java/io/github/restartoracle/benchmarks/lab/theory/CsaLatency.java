package io.github.restartoracle.benchmarks.lab.theory;

/**
 * The mean duration of a TCP transfer: N. Cardwell, S. Savage, T. Anderson, "Modeling TCP Latency", INFOCOM 2000 (CSA),
 * which extends the steady state of J. Padhye, V. Firoiu, D. Towsley, J. Kurose, SIGCOMM 1998 by connection set-up and slow
 * start. Times are seconds.
 *
 * <pre>
 * E[L_h]    = RTT + T_s ((1-p_r)/(1-2p_r) + (1-p_f)/(1-2p_f) - 2)              set-up
 * E[d_ss]   = min(d, (1-(1-p)^d)(1-p)/p + 1)                                  segments of the initial slow start
 * E[T_ss]   = RTT max(1, log_g(E[d_ss](g-1)/w_1 + 1)), g = 1 + 1/b              as long as W_max is not reached
 * E[T_loss] = (1-(1-p)^d) (Q E[Z] + (1-Q) RTT), E[Z] = G(p) T_0/(1-p)            the loss that ends it
 * E[T_ca]   = (d - E[d_ss]) / R(p)                                              the rest, at the rate of the steady state
 * </pre>
 *
 * <p>The 1 in the third line is ours: with the initial windows of 2000, the logarithm was never less.
 *
 * <p>The model contains no bandwidth: where serialisation or a queue decides, it is a lower bound. It does not hold from 50 %
 * loss on, where its set-up never ends.
 *
 * <p>Immutable, thread-safe.
 *
 * @param rtt round-trip time, more than 0
 * @param synTimeout the first timeout of a SYN, T_s: 3 s in 2000, 1 s since RFC 6298
 * @param rto the retransmission timeout of data, T_0
 * @param lossForward probability that a packet of the sender of the data is lost, p and p_f, from 0 and below 0.5
 * @param lossReverse the same for the other direction, p_r
 * @param initialWindow w_1, segments: 1 to 3 in 2000, 10 today
 * @param segmentsPerAck b: 2 with delayed acknowledgements, else 1
 * @param maxWindow W_max, segments
 */
public record CsaLatency(
        double rtt,
        double synTimeout,
        double rto,
        double lossForward,
        double lossReverse,
        int initialWindow,
        int segmentsPerAck,
        int maxWindow) {
    public CsaLatency {
        if (!(rtt > 0) || !(synTimeout > 0) || !(rto > 0)) {
            throw new IllegalArgumentException("round-trip time and timeouts must be more than 0");
        }
        if (!(lossForward >= 0 && lossForward < 0.5 && lossReverse >= 0 && lossReverse < 0.5)) {
            throw new IllegalArgumentException("losses must be from 0 and below 0.5");
        }
        if (initialWindow < 1 || segmentsPerAck < 1 || maxWindow < initialWindow) {
            throw new IllegalArgumentException("windows and segments per acknowledgement must be 1 or more");
        }
    }

    /** {@return E[L_h], the time from the first SYN to the end of the handshake} */
    public double setUp() {
        return rtt + synTimeout * (timeouts(lossReverse) + timeouts(lossForward));
    }

    private static double timeouts(double loss) {
        return (1 - loss) / (1 - 2 * loss) - 1;
    }

    /**
     * {@return E[T], the time from the first data segment to the acknowledgement of the last one, without set-up and without the
     * delay of the first acknowledgement}
     *
     * @param segments d, 1 or more
     */
    public double transfer(int segments) {
        if (segments < 1) {
            throw new IllegalArgumentException("segments must be 1 or more, not " + segments);
        }
        double inSlowStart = inSlowStart(segments);
        double rest = segments - inSlowStart;
        return slowStart(inSlowStart) + firstLoss(segments) + (rest > 0 ? rest / steadyRate() : 0);
    }

    /**
     * {@return the time of a transaction, set-up and transfer} It is that of a client that opens the connection, sends a request
     * of one segment and receives the data. The half round trip of the request replaces that of the last acknowledgement.
     *
     * @param segments of the response, 1 or more
     */
    public double transaction(int segments) {
        return setUp() + transfer(segments);
    }

    /** Returns E[d_ss]. */
    double inSlowStart(int segments) {
        double p = lossForward;
        return p == 0 ? segments : Math.min(segments, (1 - Math.pow(1 - p, segments)) * (1 - p) / p + 1);
    }

    private double slowStart(double segments) {
        double growth = 1 + 1.0 / segmentsPerAck;
        double window = segments * (growth - 1) / growth + initialWindow / growth;
        if (window <= maxWindow) {
            return rtt * Math.max(1, log(growth, segments * (growth - 1) / initialWindow + 1));
        }
        double untilFull = (growth * maxWindow - initialWindow) / (growth - 1);
        return rtt * (log(growth, (double) maxWindow / initialWindow) + 1 + (segments - untilFull) / maxWindow);
    }

    private double firstLoss(int segments) {
        double p = lossForward;
        if (p == 0) {
            return 0;
        }
        double growth = 1 + 1.0 / segmentsPerAck;
        double window = Math.min(maxWindow, inSlowStart(segments) * (growth - 1) / growth + initialWindow / growth);
        double byTimeout = byTimeout(window);
        return (1 - Math.pow(1 - p, segments)) * (byTimeout * timeoutSequence() + (1 - byTimeout) * rtt);
    }

    /** Returns Q(p, w): the probability that a loss in a window of w segments is detected by the timeout. */
    double byTimeout(double window) {
        double q = 1 - lossForward;
        // With fewer than four segments there are never three duplicate acknowledgements.
        if (window <= 3) {
            return 1;
        }
        double three = Math.pow(q, 3);
        return Math.min(1, (1 + three * (1 - Math.pow(q, window - 3))) * (1 - three) / (1 - Math.pow(q, window)));
    }

    /** Returns E[Z]: the duration of a sequence of timeouts. */
    private double timeoutSequence() {
        return backoff() * rto / (1 - lossForward);
    }

    private double backoff() {
        double p = lossForward;
        return 1 + p * (1 + p * (2 + p * (4 + p * (8 + p * (16 + p * 32)))));
    }

    /** Returns W(p): the window at the end of a period of congestion avoidance. */
    double steadyWindow() {
        double p = lossForward;
        double b = segmentsPerAck;
        double offset = (2 + b) / (3 * b);
        return offset + Math.sqrt(8 * (1 - p) / (3 * b * p) + offset * offset);
    }

    /** {@return the segments per second of a long transfer; a full window per round trip if there is no loss} */
    public double steadyRate() {
        double p = lossForward;
        double b = segmentsPerAck;
        if (p == 0) {
            return maxWindow / rtt;
        }
        double window = steadyWindow();
        if (window < maxWindow) {
            double q = byTimeout(window);
            return ((1 - p) / p + window / 2 + q) / (rtt * (b / 2 * window + 1) + q * timeoutSequence());
        }
        double q = byTimeout(maxWindow);
        return ((1 - p) / p + maxWindow / 2.0 + q)
                / (rtt * (b / 8 * maxWindow + (1 - p) / (p * maxWindow) + 2) + q * timeoutSequence());
    }

    private static double log(double base, double x) {
        return Math.log(x) / Math.log(base);
    }
}
