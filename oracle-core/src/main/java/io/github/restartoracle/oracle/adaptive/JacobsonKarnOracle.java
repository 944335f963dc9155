package io.github.restartoracle.oracle.adaptive;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * TCP's retransmission timeout (Jacobson 1988, Karn and Partridge 1991) as a restart oracle: "The Fast and the Fair", section
 * III.C. With t the round trip time of an unambiguous sample,
 *
 * <pre>
 * first sample:  SRTT = t                         RTTVAR = SRTT / 2
 * later ones:    SRTT' = (1 - a1) SRTT + a1 t     RTTVAR' = (1 - a2) RTTVAR + a2 |SRTT' - t|
 * timeout:       tau = SRTT + k RTTVAR            after a sample
 *                tau = 2 tau                      after every timeout that elapses, of any message            (1)
 * </pre>
 *
 * with gains a1 = 1/8, a2 = 1/4 and k = 4 (Table I). Times are in nanoseconds. Ambiguous samples have no effect.
 *
 * <p>Points that the paper leaves open, or that this class does otherwise:
 *
 * <ul>
 *   <li>Its text starts with 3 s, its Table I with 4 s (HTTP) and 10 s (mail): {@code initial-timeout}, default 4 s.
 *   <li>&tau; is capped at {@code max-timeout}, doubled or not. Without a cap the doubling of a long disruption, once for every
 *       pending message, would soon exceed any number.
 *   <li>&tau; is at least {@code min-timeout}, default 1 ms. RFC 6298 asks for 1 s; the paper has no least value, which costs
 *       some URC even without faults, and the comparison is to show this cost. Set it above the time for which the destination
 *       holds acknowledgements back.
 *   <li>The variant {@code rfc6298} takes the deviation from the <em>old</em> SRTT, as RFC 6298, 2.3 demands, and adds
 *       max(G, k RTTVAR) with G = 1 ms.
 *   <li>The variant {@code robust} does so too. It recovers from an outage as soon as acknowledgements come, although each is
 *       ambiguous: see {@link JacobsonKarnConfig.Variant#ROBUST}.
 * </ul>
 *
 * <p>{@link #describe} tells {@code timeout-seconds} and the number of {@code samples}; from the first sample on {@code
 * srtt-seconds}, {@code rttvar-seconds} and, before any doubling and bounds, {@code learnt-timeout-seconds}.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class JacobsonKarnOracle extends AdaptiveOracle {
    private final JacobsonKarnConfig config;
    private @Nullable RtoEstimator estimator;
    private long samples;

    /**
     * Creates an oracle without samples.
     *
     * @param config gains, variant and bounds
     */
    public JacobsonKarnOracle(JacobsonKarnConfig config) {
        super(config.timeouts(), config.variant() == JacobsonKarnConfig.Variant.ROBUST);
        this.config = config;
    }

    @Override
    void learn(long rttNanos) {
        RtoEstimator before = estimator;
        estimator = before == null ? RtoEstimator.first(rttNanos) : before.next(rttNanos, config);
        samples++;
    }

    @Override
    double learntNanos() {
        return Objects.requireNonNull(estimator).rtoNanos(config);
    }

    @Override
    void describe(Map<String, Double> state) {
        state.put("samples", (double) samples);
        RtoEstimator learnt = estimator;
        if (learnt != null) {
            state.put("srtt-seconds", Seconds.of(learnt.srttNanos()));
            state.put("rttvar-seconds", Seconds.of(learnt.rttvarNanos()));
        }
    }
}
