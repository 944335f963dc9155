package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Column.Best;
import io.github.restartoracle.benchmarks.lab.results.Column.Format;
import io.github.restartoracle.benchmarks.lab.results.MeanOfRuns;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.RunPoint;
import java.util.List;
import java.util.function.ToDoubleFunction;

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
            Column.<ShotCell>number("ett_mean_s", "ETT (s)", "mean, ± 95 % interval over runs", DECIMALS, ShotCell::ett)
                    .as(Format.interval(DECIMALS, "ett_ci95_s").best(Best.LEAST)),
            Column.hidden(
                    "ett_ci95_s", cell -> cell.overRuns(RunPoint::ettSeconds).halfWidth()),
            Column.number("kappa", "kappa", "ETT over bound", 3, ShotCell::kappa),
            Column.hidden("ett_bound_s", ShotCell::boundSeconds),
            Column.<ShotCell>number(
                            "ett_p99_s",
                            "p99 (s)",
                            "99 % are shorter",
                            3,
                            cell -> cell.statistics().summary().ettP99Seconds())
                    .as(Format.decimals(3).best(Best.LEAST)),
            Column.<ShotCell>number("urc_mean", "URC", "unnecessary writes per message", DECIMALS, ShotCell::urc)
                    .as(Format.interval(DECIMALS, "urc_ci95").best(Best.LEAST)),
            Column.hidden("urc_ci95", cell -> cell.overRuns(RunPoint::urc).halfWidth()),
            Column.number(
                    "writes",
                    "writes",
                    "per message",
                    3,
                    cell -> cell.statistics().summary().attemptsMean()),
            Column.number(
                    "connects",
                    "connects",
                    "connections that were begun, per message",
                    3,
                    cell -> cell.statistics().perMessage("connects")),
            Column.number(
                    "syns", "SYNs", "per message", 3, cell -> cell.statistics().perMessage("syns")),
            Column.number(
                    "undelivered",
                    "undelivered",
                    "messages of all runs that had not arrived ten minutes after the last was due, or were given up",
                    0,
                    ShotCell::undelivered),
            Column.number(
                    "drained_s",
                    "drained (s)",
                    "the last message arrived so long after the interval of the last one due had passed; the mean of the runs, nothing if any was"
                            + " not delivered",
                    1,
                    ShotCell::drainedSeconds),
            Column.number(
                    "last_after_outage_s",
                    "last (s)",
                    "the last message arrived so long after the end of the outage; the longest of all runs",
                    2,
                    ShotCell::lastSeconds));

    String connections() {
        return connections(kept);
    }

    static String connections(boolean kept) {
        return kept ? "kept" : "per attempt";
    }

    double ett() {
        return statistics.summary().ettSeconds().mean();
    }

    double urc() {
        return statistics.summary().urc().mean();
    }

    double kappa() {
        return ett() / boundSeconds;
    }

    long undelivered() {
        return statistics.summary().lost();
    }

    private double drainedSeconds() {
        double all =
                statistics.perMessage("drain-millis") * statistics.summary().messages() / 1000;
        return undelivered() > 0 ? Double.NaN : all / statistics.points().size();
    }

    MeanOfRuns overRuns(ToDoubleFunction<RunPoint> value) {
        return MeanOfRuns.overRuns(statistics.points().stream()
                .mapToDouble(value)
                .filter(Double::isFinite)
                .toArray());
    }

    Row row() {
        return Row.of(COLUMNS, this);
    }
}
