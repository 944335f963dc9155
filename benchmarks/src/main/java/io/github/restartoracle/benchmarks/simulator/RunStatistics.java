package io.github.restartoracle.benchmarks.simulator;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.results.Cell.RunPoint;
import io.github.restartoracle.benchmarks.results.Estimate;
import io.github.restartoracle.benchmarks.results.Summary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Counts the messages of runs without keeping them: moments, and histograms of the ETT with three digits in microseconds.
 * Of scenarios of moderate length the ETT of each message is kept too, for the curves. Not thread-safe.
 */
final class RunStatistics {
    /** Longer scenarios have no curve per message, so that memory does not grow with them. */
    private static final int MOST_CURVED = 100_000;

    private static final int DIGITS = 3;
    private static final double NANOS = 1e9;

    private final int undisturbedMessages;
    private final Moments ett = new Moments();
    private final Moments urc = new Moments();
    private final Histogram micros = new Histogram(DIGITS);
    private final Histogram undisturbed = new Histogram(DIGITS);
    private final Moments undisturbedEtt = new Moments();
    private final double[] ettSums;
    private final long[] urcSums;
    private final int[] arrivals;
    private long messages;
    private long attempts;

    RunStatistics(Scenario scenario) {
        this.undisturbedMessages = (int) Math.min(
                scenario.messages(),
                scenario.outages().list().stream()
                        .mapToLong(outage -> outage.from().dividedBy(scenario.interval()))
                        .min()
                        .orElse(scenario.messages()));
        int curve = scenario.messages() <= MOST_CURVED ? scenario.messages() : 0;
        this.ettSums = new double[curve];
        this.urcSums = new long[curve];
        this.arrivals = new int[curve];
    }

    void add(SimulatedMessage message) {
        messages++;
        attempts += message.attempts();
        int first = message.first();
        if (first == 0) {
            return;
        }
        long nanos = message.arrivedNanos(first) - message.dueNanos;
        long rounded = (nanos + 500) / 1000;
        ett.add(nanos / NANOS);
        urc.add(message.unnecessary(first));
        micros.recordValue(rounded);
        if (message.number <= undisturbedMessages) {
            undisturbed.recordValue(rounded);
            undisturbedEtt.add(nanos / NANOS);
        }
        if (ettSums.length > 0) {
            ettSums[message.number - 1] += nanos / NANOS;
            urcSums[message.number - 1] += message.unnecessary(first);
            arrivals[message.number - 1]++;
        }
    }

    RunPoint point(String run) {
        return new RunPoint(run, ett.mean(), urc.mean());
    }

    /**
     * What was counted.
     *
     * @param points one per run
     */
    Summary summary(OracleSpec oracle, List<RunPoint> points) {
        return new Summary(
                oracle,
                points,
                ett.estimate(),
                urc.estimate(),
                quantile(micros, 50),
                quantile(micros, 95),
                quantile(micros, 99),
                Math.min(quantile(undisturbed, 50), undisturbedEtt.mean()),
                (double) attempts / messages,
                (int) (messages - ett.count()),
                0,
                curve(arrivals, i -> ettSums[i]),
                Optional.empty(),
                curve(arrivals, i -> urcSums[i]),
                ascending());
    }

    /** Adds all of another run. The order of runs decides about the last digits. */
    void add(RunStatistics run) {
        messages += run.messages;
        attempts += run.attempts;
        ett.add(run.ett);
        urc.add(run.urc);
        micros.add(run.micros);
        undisturbed.add(run.undisturbed);
        undisturbedEtt.add(run.undisturbedEtt);
        for (int i = 0; i < ettSums.length; i++) {
            ettSums[i] += run.ettSums[i];
            urcSums[i] += run.urcSums[i];
            arrivals[i] += run.arrivals[i];
        }
    }

    private static List<Double> curve(int[] arrivals, IntToDoubleFunction sum) {
        List<Double> means = new ArrayList<>(arrivals.length);
        for (int i = 0; i < arrivals.length; i++) {
            means.add(sum.applyAsDouble(i) / arrivals[i]);
        }
        return means;
    }

    private List<Double> ascending() {
        List<Double> all = new ArrayList<>();
        if (micros.getTotalCount() <= MOST_CURVED) {
            for (HistogramIterationValue step : micros.recordedValues()) {
                double seconds = micros.medianEquivalentValue(step.getValueIteratedTo()) / 1e6;
                all.addAll(Collections.nCopies((int) step.getCountAddedInThisIterationStep(), seconds));
            }
        }
        return all;
    }

    private static double quantile(Histogram histogram, double percentile) {
        return histogram.getTotalCount() == 0 ? Double.NaN : histogram.getValueAtPercentile(percentile) / 1e6;
    }

    /** Count, mean and variance, added to one by one (Welford) or together (Chan, Golub and LeVeque). */
    private static final class Moments {
        private long count;
        private double mean;
        private double squares;

        private void add(double value) {
            count++;
            double off = value - mean;
            mean += off / count;
            squares += off * (value - mean);
        }

        private void add(Moments other) {
            if (other.count == 0) {
                return;
            }
            long together = count + other.count;
            double off = other.mean - mean;
            squares += other.squares + off * off * count * other.count / together;
            mean += off * other.count / together;
            count = together;
        }

        private long count() {
            return count;
        }

        private double mean() {
            return count == 0 ? Double.NaN : mean;
        }

        private Estimate estimate() {
            return Estimate.overMessages(mean(), count < 2 ? Double.NaN : squares / (count - 1), count);
        }
    }
}
