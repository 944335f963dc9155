package io.github.restartoracle.benchmarks.studies.shootout;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.ledger.TransmissionSummary;
import java.util.List;

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
    static final List<Column<ShotCell>> COLUMNS = List.of(
            Column.hidden("circumstance", cell -> cell.circumstance().name()),
            Column.hidden("connections", ShotCell::connections),
            Column.text("oracle", "oracle", ShotCell::oracle),
            Column.hidden("runs", cell -> cell.statistics.points().size()),
            Column.<ShotCell>number("ett_mean_s", "ETT (s)", 4, "mean, ± 95 % interval over runs", ShotCell::ett)
                    .withInterval("ett_ci95_s")
                    .withLeastIsBest(true),
            Column.hidden("ett_ci95_s", cell -> cell.statistics.ettOverRuns().halfWidth()),
            Column.number("kappa", "kappa", 3, "ETT over bound", ShotCell::kappa),
            Column.hidden("ett_bound_s", ShotCell::boundSeconds),
            Column.<ShotCell>number(
                            "ett_p99_s",
                            "p99 (s)",
                            3,
                            "99 % are shorter",
                            cell -> cell.statistics.summary().ettP99Seconds())
                    .withLeastIsBest(true),
            Column.<ShotCell>number("urc_mean", "URC", 4, "unnecessary writes per message", ShotCell::urc)
                    .withInterval("urc_ci95")
                    .withLeastIsBest(true),
            Column.hidden("urc_ci95", cell -> cell.statistics.urcOverRuns().halfWidth()),
            Column.number(
                    "writes",
                    "writes",
                    3,
                    "per message",
                    cell -> cell.statistics.summary().attemptsMean()),
            Column.number(
                    "connects",
                    "connects",
                    3,
                    "connections that were begun, per message",
                    cell -> cell.statistics.perMessage("connects")),
            Column.number("syns", "SYNs", 3, "per message", cell -> cell.statistics.perMessage("syns")),
            Column.number(
                    "undelivered",
                    "undelivered",
                    0,
                    "messages of all runs that had not arrived ten minutes after the last was due, or were given up",
                    ShotCell::undelivered),
            Column.number(
                    "drained_s",
                    "drained (s)",
                    1,
                    "the last message arrived so long after the interval of the last one due had passed; the mean of the"
                            + " runs, nothing if any was not delivered",
                    ShotCell::drainedSeconds),
            Column.number(
                    "last_after_outage_s",
                    "last (s)",
                    2,
                    "the last message arrived so long after the end of the outage; the longest of all runs",
                    ShotCell::lastSeconds));

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
}
