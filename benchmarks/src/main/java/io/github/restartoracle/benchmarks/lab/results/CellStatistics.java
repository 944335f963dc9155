package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.ConstantRate;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import io.github.restartoracle.internal.ledger.MessageOutcome;
import io.github.restartoracle.ledger.TransmissionRecorder;
import io.github.restartoracle.ledger.TransmissionSummary;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Counts the messages of runs of one oracle in one scenario without keeping them, with the library's recorder, and adds
 * quantities of a whole experiment. For scenarios of moderate length the mean of each message is kept too, for the curves. Not
 * thread-safe.
 */
public final class CellStatistics {
    /** Scenarios with more messages have no curve per message, so that memory does not grow with them. */
    private static final int MOST_CURVED = 100_000;

    private final Outages outages;
    private final ConstantRate workload;
    private final int undisturbedMessages;
    private final TransmissionRecorder all = new TransmissionRecorder();
    private final TransmissionRecorder undisturbed = new TransmissionRecorder();
    private final double[] ettSums;
    private final long[] urcSums;
    private final int[] arrivals;
    private final Map<String, Long> counts = new TreeMap<>();
    private final List<RunPoint> points = new ArrayList<>();
    private final List<Recovery> recoveries = new ArrayList<>();

    /** Creates statistics without messages for a scenario as it is run. */
    public CellStatistics(Scenario scenario) {
        this.outages = scenario.outages();
        this.workload = scenario.workload();
        this.undisturbedMessages = (int) Math.min(
                scenario.messages(),
                outages.list().stream()
                        .mapToLong(outage -> outage.from().dividedBy(scenario.interval()))
                        .min()
                        .orElse(scenario.messages()));
        int curve = scenario.messages() <= MOST_CURVED ? scenario.messages() : 0;
        this.ettSums = new double[curve];
        this.urcSums = new long[curve];
        this.arrivals = new int[curve];
    }

    /**
     * Counts a message that has arrived.
     *
     * @param message its number, from 1
     * @param ettNanos from the time at which it was due to its first arrival
     * @param attempts transmissions
     * @param unnecessary transmissions
     */
    public void delivered(int message, long ettNanos, int attempts, int unnecessary) {
        all.delivered(ettNanos, attempts, unnecessary, TransmissionRecorder.NO_TIME);
        if (message <= undisturbedMessages) {
            undisturbed.delivered(ettNanos, attempts, unnecessary, TransmissionRecorder.NO_TIME);
        }
        if (ettSums.length > 0) {
            ettSums[message - 1] += ettNanos / 1e9;
            urcSums[message - 1] += unnecessary;
            arrivals[message - 1]++;
        }
    }

    /** Counts a message that never arrived after some transmissions. */
    public void lost(int attempts) {
        all.lost(attempts);
    }

    /** Counts a message of a journal. */
    void add(MessageOutcome outcome) {
        if (outcome.lost()) {
            lost(outcome.attempts());
        } else {
            delivered((int) outcome.message(), outcome.ettNanos(), outcome.attempts(), outcome.urc());
        }
    }

    /** Adds to a quantity that is counted in addition to messages, such as connections. */
    public void count(String what, long count) {
        counts.merge(what, count, Long::sum);
    }

    /** Adds all messages of another run. The order of runs decides about the last digits. */
    public void add(String name, CellStatistics run) {
        TransmissionSummary summary = run.all.summary();
        points.add(new RunPoint(name, summary.ettSeconds().mean(), summary.urc().mean()));
        recoveries.add(Recovery.of(outages, workload, run.curve(i -> run.ettSums[i])));
        all.add(run.all);
        undisturbed.add(run.undisturbed);
        for (int i = 0; i < ettSums.length; i++) {
            ettSums[i] += run.ettSums[i];
            urcSums[i] += run.urcSums[i];
            arrivals[i] += run.arrivals[i];
        }
        run.counts.forEach(this::count);
    }

    /** Returns the timeliness and fairness of all messages. */
    public TransmissionSummary summary() {
        return all.summary();
    }

    /** Returns one point per run, in the order of the runs. */
    public List<RunPoint> points() {
        return List.copyOf(points);
    }

    /**
     * Returns the mean per message of a quantity that is counted in addition to messages; NaN if it was not counted.
     */
    public double perMessage(String what) {
        Long count = counts.get(what);
        return count == null ? Double.NaN : (double) count / all.summary().messages();
    }

    /** Returns the lesser of median and mean ETT of the messages due before the first disruption; NaN if there are none. */
    double undisturbedEttSeconds() {
        TransmissionSummary summary = undisturbed.summary();
        return Math.min(summary.ettP50Seconds(), summary.ettSeconds().mean());
    }

    /** Estimates the mean ETT over the runs in which messages arrived. */
    public Estimate ettOverRuns() {
        return overRuns(RunPoint::ettSeconds);
    }

    /** Estimates the mean URC over the runs in which messages arrived. */
    public Estimate urcOverRuns() {
        return overRuns(RunPoint::urc);
    }

    /** Estimates a time after the outage over the runs that have one. */
    Estimate recoveryOverRuns(ToDoubleFunction<Recovery> value) {
        return overRuns(recoveries, value);
    }

    private Estimate overRuns(ToDoubleFunction<RunPoint> value) {
        return overRuns(points, value);
    }

    private static <T> Estimate overRuns(List<T> runs, ToDoubleFunction<T> value) {
        return Estimate.overRuns(
                runs.stream().mapToDouble(value).filter(Double::isFinite).toArray());
    }

    List<Double> ettByMessage() {
        return DoubleStream.of(curve(i -> ettSums[i])).boxed().toList();
    }

    List<Double> urcByMessage() {
        return DoubleStream.of(curve(i -> urcSums[i])).boxed().toList();
    }

    private double[] curve(IntToDoubleFunction sum) {
        return IntStream.range(0, arrivals.length)
                .mapToDouble(i -> sum.applyAsDouble(i) / arrivals[i])
                .toArray();
    }

    /** Returns the ETT of all messages that arrived, ascending; none if there are too many. */
    List<Double> ettSeconds() {
        Histogram micros = all.ettMicros();
        List<Double> ascending = new ArrayList<>();
        if (micros.getTotalCount() <= MOST_CURVED) {
            for (HistogramIterationValue step : micros.recordedValues()) {
                double seconds = micros.medianEquivalentValue(step.getValueIteratedTo()) / 1e6;
                ascending.addAll(Collections.nCopies((int) step.getCountAddedInThisIterationStep(), seconds));
            }
        }
        return ascending;
    }
}
