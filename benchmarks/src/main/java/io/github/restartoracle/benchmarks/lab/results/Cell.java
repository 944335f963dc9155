package io.github.restartoracle.benchmarks.lab.results;

import java.util.List;

/**
 * One oracle in one scenario: its line of results, and further data for figures.
 *
 * @param row the line of {@code results.csv}, with {@link CellColumns}
 * @param points one per run
 * @param ettByMessage the mean ETT over all runs of each message, seconds; NaN where it never arrived; empty if not kept
 * @param urcByMessage the mean URC over all runs of each message; likewise
 * @param ettSeconds the ETT of all messages of all runs that arrived, seconds, ascending; empty if it was not kept
 */
public record Cell(
        Row row, List<RunPoint> points, List<Double> ettByMessage, List<Double> urcByMessage, List<Double> ettSeconds) {
    public Cell {
        points = List.copyOf(points);
        ettByMessage = List.copyOf(ettByMessage);
        urcByMessage = List.copyOf(urcByMessage);
        ettSeconds = List.copyOf(ettSeconds);
    }

    /** Creates a cell of which only its line is known, with the mean of all runs as its only point. */
    public static Cell of(Row row) {
        RunPoint mean = new RunPoint("all runs", row.number(CellColumns.ETT), row.number(CellColumns.URC));
        return new Cell(row, List.of(mean), List.of(), List.of(), List.of());
    }

    static Cell of(Row row, CellStatistics statistics) {
        return new Cell(
                row,
                statistics.points(),
                statistics.ettByMessage(),
                statistics.urcByMessage(),
                statistics.ettSeconds());
    }

    /** Returns the oracle's label. */
    public String oracle() {
        return row.text(CellColumns.ORACLE);
    }

    /** Returns a number of the line; NaN if it is unknown. */
    public double number(String column) {
        return row.number(column);
    }

    /** Returns the mean ETT in seconds; NaN if no message arrived. */
    public double ett() {
        return row.number(CellColumns.ETT);
    }

    /** Returns the mean URC; NaN if no message arrived. */
    public double urc() {
        return row.number(CellColumns.URC);
    }

    /** Returns the number of messages that never arrived, over all runs. */
    public int lost() {
        return (int) row.number(CellColumns.LOST);
    }

    /** Returns whether the runs in which messages arrived are enough, and alike enough, to report the mean ETT. */
    public boolean significant() {
        return Estimate.at99Percent(points.stream()
                        .mapToDouble(RunPoint::ettSeconds)
                        .filter(Double::isFinite)
                        .toArray())
                .significant();
    }
}
