package io.github.restartoracle.oracle.adaptive;

import java.util.Map;

/**
 * Restarts when a fresh start is expected to be faster than going on waiting: "The Fast and the Fair", section III.D, on van
 * Moorsel and Wolter, Analysis and Algorithms for Restart (QEST 2004). With F the distribution function and f the density of
 * the completion time and c the cost of a restart, the expected time with restarts every &tau; is
 *
 * <pre>
 * E(tau) = M(tau) / F(tau) + (1 - F(tau)) / F(tau) * (tau + c),   M(tau) = integral of t f(t) dt from 0 to tau   (2)
 * </pre>
 *
 * F is learnt in a histogram of H = 1000 buckets up to &tau;<sub>max</sub> = 60 s. With C and S the number and the sum of the
 * samples up to bucket k, T the number of all samples, longer ones included, and &tau;<sub>k</sub> = k &tau;<sub>max</sub> / H,
 *
 * <pre>
 * E_k = (S + (T - C) (tau_k + c)) / C,   tau = the tau_k with the least E_k
 * </pre>
 *
 * recomputed at every unambiguous sample; ambiguous ones have no effect (Karn's rule). Every timeout that elapses, of any
 * message, doubles &tau; (Karn and Partridge's back-off), until the next sample. Times are in nanoseconds.
 *
 * <p>Points that the paper leaves open, or that this class does otherwise:
 *
 * <ul>
 *   <li>It prints M as the sum divided by C, which is the <em>conditional</em> mean, and (2) divides by F once more: S/C * T/C
 *       instead of S/C. That is too large wherever F &lt; 1 and so favours long timeouts. The variant {@code as-printed} does
 *       it that way.
 *   <li>Of several best &tau;<sub>k</sub> the shortest is taken. If all samples are the same, that is the right edge of their
 *       bucket.
 *   <li>Before the first sample &tau; is {@code initial-timeout}. If all samples so far were longer than &tau;<sub>max</sub>,
 *       it is &tau;<sub>max</sub>.
 *   <li>&tau; is capped at {@code max-timeout}, and at least {@code min-timeout}, default 1 ms. Set it above the time for which
 *       the destination holds acknowledgements back.
 *   <li>Samples do not age. An oracle lives as long as its path, and adapts the slower the more samples it has. In the variant
 *       {@code robust} samples do age: {@link QestConfig.Variant#ROBUST}.
 *   <li>(2) supposes that a restart preempts the attempt before. If attempts are not abandoned it does not, which makes short
 *       timeouts look better than they are; c can compensate for that. If the hazard rate falls from the very start and c = 0,
 *       the best &tau; is the width of one bucket.
 * </ul>
 *
 * <p>{@link #describe} tells {@code timeout-seconds} and the number of {@code samples}, of those {@code beyond-tau-max}, and of
 * {@code buckets} that hold one; from the first sample on {@code learnt-timeout-seconds}, before any doubling and bounds, and the
 * right edges of the buckets that hold the median and the percentiles 90 and 99, absent where those lie beyond
 * &tau;<sub>max</sub>.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class QestOracle extends AdaptiveOracle {
    /**
     * The number of samples at which their weight is halved: old samples fade, and enough remain for the tail of the
     * distribution.
     */
    private static final long MOST_SAMPLES = 1024;

    private final CompletionTimeHistogram histogram;
    private final double restartCostNanos;
    private final QestConfig.Variant variant;

    /**
     * Creates an oracle without samples.
     *
     * @param config histogram, cost, variant and bounds
     */
    public QestOracle(QestConfig config) {
        super(config.timeouts(), config.variant() == QestConfig.Variant.ROBUST);
        this.histogram =
                new CompletionTimeHistogram(config.buckets(), config.tauMax().toNanos());
        this.restartCostNanos = config.restartCost().toNanos();
        this.variant = config.variant();
    }

    @Override
    void learn(long rttNanos) {
        histogram.add(rttNanos);
        if (variant == QestConfig.Variant.ROBUST && histogram.total() >= MOST_SAMPLES) {
            histogram.halve();
        }
    }

    @Override
    double learntNanos() {
        return histogram.bestTimeoutNanos(restartCostNanos, variant);
    }

    @Override
    void describe(Map<String, Double> state) {
        histogram.describe(state);
    }
}
