package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.theory.ClosedForm.Forecast;
import java.util.List;
import java.util.Optional;

/**
 * One oracle in one scenario, with all that a report puts beside the result.
 *
 * @param row the line of {@code results.csv}
 * @param ettOverMessages mean ETT with the paper's kind of confidence interval, over messages
 * @param urcOverMessages mean URC with the paper's kind of confidence interval
 * @param points one point per run
 * @param ettByMessage the mean ETT over all runs of each message, seconds; NaN where it never arrived
 * @param paper the paper's cell as printed; empty if the paper has no such cell
 * @param rescaledPaper the paper's cell for the number of messages of this scenario; empty if the faults are not the
 *     paper's
 * @param closedForm empty for oracles that adapt and for scenarios without a disruption
 * @param fidelity empty if nothing is known about when transmissions were due
 * @param urcByMessage the mean URC over all runs of each message; NaN where it never arrived; empty if it was not kept
 * @param ettSeconds the ETT of all messages of all runs that arrived, seconds, ascending; empty if it was not kept
 */
public record Cell(
        ResultRow row,
        Estimate ettOverMessages,
        Estimate urcOverMessages,
        List<RunPoint> points,
        List<Double> ettByMessage,
        Optional<PaperCell> paper,
        Optional<PaperCell> rescaledPaper,
        Optional<Forecast> closedForm,
        Optional<SchedulingFidelity> fidelity,
        List<Double> urcByMessage,
        List<Double> ettSeconds) {
    public Cell {
        points = List.copyOf(points);
        ettByMessage = List.copyOf(ettByMessage);
        urcByMessage = List.copyOf(urcByMessage);
        ettSeconds = List.copyOf(ettSeconds);
    }

    /**
     * A cell of which no more is kept than its means.
     *
     * @param row the line of {@code results.csv}
     * @param ettOverMessages mean ETT with the paper's kind of confidence interval, over messages
     * @param urcOverMessages mean URC with the paper's kind of confidence interval
     * @param points one point per run
     * @param ettByMessage the mean ETT over all runs of each message, seconds; NaN where it never arrived
     * @param paper the paper's cell as printed
     * @param rescaledPaper the paper's cell for the number of messages of this scenario
     * @param closedForm empty for oracles that adapt and for scenarios without a disruption
     * @param fidelity empty if nothing is known about when transmissions were due
     */
    public Cell(
            ResultRow row,
            Estimate ettOverMessages,
            Estimate urcOverMessages,
            List<RunPoint> points,
            List<Double> ettByMessage,
            Optional<PaperCell> paper,
            Optional<PaperCell> rescaledPaper,
            Optional<Forecast> closedForm,
            Optional<SchedulingFidelity> fidelity) {
        this(
                row,
                ettOverMessages,
                urcOverMessages,
                points,
                ettByMessage,
                paper,
                rescaledPaper,
                closedForm,
                fidelity,
                List.of(),
                List.of());
    }

    /**
     * Whether there are enough runs, alike enough, to report the mean ETT.
     *
     * @return the filter of "Conditional web throughput" over the runs in which messages arrived
     */
    public Significance significance() {
        return Significance.of(points.stream()
                .mapToDouble(RunPoint::ettSeconds)
                .filter(Double::isFinite)
                .toArray());
    }

    /**
     * The means of one run.
     *
     * @param run names the run
     * @param ettSeconds over the messages that arrived
     * @param urc over the messages that arrived
     */
    public record RunPoint(String run, double ettSeconds, double urc) {}
}
