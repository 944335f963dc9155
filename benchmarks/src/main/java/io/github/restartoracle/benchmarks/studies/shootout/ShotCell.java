package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.MeanOfRuns;
import io.github.restartoracle.benchmarks.lab.results.RunPoint;
import io.github.restartoracle.ledger.TransmissionSummary;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All runs of one oracle under one condition.
 *
 * @param circumstance the condition
 * @param kept true if connections were kept
 * @param oracle the label
 * @param statistics of all runs
 * @param boundSeconds the ETT of a sender that knows all faults beforehand
 * @param lastSeconds the time from the end of the last outage to the last arrival; NaN if it was not measured
 */
record ShotCell(
        Circumstance circumstance,
        boolean kept,
        String oracle,
        CellStatistics statistics,
        double boundSeconds,
        double lastSeconds) {
    private static final int DECIMALS = 4;

    static final List<Column<ShotCell>> COLUMNS = List.of(
            Column.hidden("circumstance", cell -> cell.circumstance().name()),
            Column.hidden("connections", ShotCell::connections),
            Column.text("oracle", "oracle", ShotCell::oracle),
            Column.hidden("runs", cell -> cell.statistics().points().size()),
            number("ett_mean_s", "ETT (s)", DECIMALS, "mean, ± 95 % interval over runs", ShotCell::ett)
                    .withInterval("ett_ci95_s")
                    .withLeastIsBest(true),
            Column.hidden(
                    "ett_ci95_s", cell -> cell.overRuns(RunPoint::ettSeconds).halfWidth()),
            number("kappa", "kappa", 3, "ETT over bound", ShotCell::kappa),
            Column.hidden("ett_bound_s", ShotCell::boundSeconds),
            number(
                            "ett_p99_s",
                            "p99 (s)",
                            3,
                            "99 % are shorter",
                            cell -> cell.summary().ettP99Seconds())
                    .withLeastIsBest(true),
            number("urc_mean", "URC", DECIMALS, "unnecessary writes per message", ShotCell::urc)
                    .withInterval("urc_ci95")
                    .withLeastIsBest(true),
            Column.hidden("urc_ci95", cell -> cell.overRuns(RunPoint::urc).halfWidth()),
            number("writes", "writes", 3, "per message", cell -> cell.summary().attemptsMean()),
            number(
                    "connects",
                    "connects",
                    3,
                    "connections that were begun, per message",
                    cell -> cell.statistics().perMessage("connects")),
            number("syns", "SYNs", 3, "per message", cell -> cell.statistics().perMessage("syns")),
            number(
                    "undelivered",
                    "undelivered",
                    0,
                    "messages of all runs that had not arrived ten minutes after the last was due, or were given up",
                    ShotCell::undelivered),
            number(
                    "drained_s",
                    "drained (s)",
                    1,
                    "the last message arrived so long after the interval of the last one due had passed; the mean of the runs, nothing if any was"
                            + " not delivered",
                    ShotCell::drainedSeconds),
            number(
                    "last_after_outage_s",
                    "last (s)",
                    2,
                    "the last message arrived so long after the end of the outage; the longest of all runs",
                    ShotCell::lastSeconds));

    private static Column<ShotCell> number(
            String name, String header, int decimals, String hint, Function<ShotCell, @Nullable Object> value) {
        return Column.number(name, header, decimals, value).withHint(hint);
    }

    private TransmissionSummary summary() {
        return statistics.summary();
    }

    /** Returns the ETT of another oracle under the same condition; NaN without it. */
    double ettOf(String other, List<ShotCell> cells) {
        return cells.stream()
                .filter(cell ->
                        cell.circumstance.equals(circumstance) && cell.kept == kept && cell.oracle.equals(other))
                .mapToDouble(ShotCell::ett)
                .findFirst()
                .orElse(Double.NaN);
    }

    String connections() {
        return connections(kept);
    }

    static String connections(boolean kept) {
        return kept ? "kept" : "per attempt";
    }

    double ett() {
        return summary().ettSeconds().mean();
    }

    double urc() {
        return summary().urc().mean();
    }

    double kappa() {
        return ett() / boundSeconds;
    }

    long undelivered() {
        return summary().lost();
    }

    private double drainedSeconds() {
        double all = statistics.perMessage("drain-millis") * summary().messages() / 1000;
        return undelivered() > 0 ? Double.NaN : all / statistics.points().size();
    }

    MeanOfRuns overRuns(ToDoubleFunction<RunPoint> value) {
        return MeanOfRuns.overRuns(statistics.points().stream()
                .mapToDouble(value)
                .filter(Double::isFinite)
                .toArray());
    }
}
