package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.results.Cell.RunPoint;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is known of all runs of one oracle in one scenario, by whatever way it was counted.
 *
 * @param oracle the oracle
 * @param points one per run, in the order of the runs
 * @param ettOverMessages mean ETT and the paper's kind of interval
 * @param urcOverMessages mean URC and the paper's kind of interval
 * @param ettP50Seconds median ETT
 * @param ettP95Seconds 95th percentile
 * @param ettP99Seconds 99th percentile
 * @param undisturbedEttSeconds the lesser of median and mean ETT of the messages due before the first disruption; NaN if
 *     there are none
 * @param attemptsMean transmissions per message
 * @param lost messages that never arrived
 * @param duplicatesDelivered excess copies that the application got
 * @param ettByMessage mean over runs, seconds; NaN where it never arrived; empty if it was not kept
 * @param fidelity empty if nothing is known about when transmissions were due
 * @param urcByMessage mean over runs; NaN where it never arrived; empty if it was not kept
 * @param ettSeconds of all messages that arrived, ascending; empty if it was not kept
 */
public record Summary(
        OracleSpec oracle,
        List<RunPoint> points,
        Estimate ettOverMessages,
        Estimate urcOverMessages,
        double ettP50Seconds,
        double ettP95Seconds,
        double ettP99Seconds,
        double undisturbedEttSeconds,
        double attemptsMean,
        int lost,
        int duplicatesDelivered,
        List<Double> ettByMessage,
        Optional<SchedulingFidelity> fidelity,
        List<Double> urcByMessage,
        List<Double> ettSeconds) {
    public Summary {
        points = List.copyOf(points);
        ettByMessage = List.copyOf(ettByMessage);
        urcByMessage = List.copyOf(urcByMessage);
        ettSeconds = List.copyOf(ettSeconds);
    }

    Estimate ettOverRuns() {
        return Estimate.overRuns(
                finite(points.stream().mapToDouble(RunPoint::ettSeconds).toArray()));
    }

    Estimate urcOverRuns() {
        return Estimate.overRuns(
                finite(points.stream().mapToDouble(RunPoint::urc).toArray()));
    }

    private static double[] finite(double[] values) {
        return Arrays.stream(values).filter(Double::isFinite).toArray();
    }
}
