package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Band;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Level;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.fault.Fault;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of a scenario: those that the paper has, and in addition the distribution and the course of the whole run. */
final class ScenarioFigures {
    private static final double NANOS = 1e9;
    private static final String ETT = "ETT (s)";
    /** From this ratio of the largest to the least value on, a logarithmic axis shows more than a linear one. */
    private static final double WIDE = 10;
    /** The paper's values are drawn up to this multiple of our largest value. */
    private static final double FAR = 2;

    private final ScenarioResult result;
    private final SeriesStyles styles;
    private final String prefix;
    private final int runs;

    ScenarioFigures(ScenarioResult result, SeriesStyles styles, String prefix) {
        this.result = result;
        this.styles = styles;
        this.prefix = prefix;
        this.runs = result.cells().stream()
                .mapToInt(cell -> (int) cell.number(CellColumns.RUNS))
                .max()
                .orElse(1);
    }

    List<Figure> all() {
        List<Figure> figures = new ArrayList<>(List.of(timeLine(), tradeOff()));
        if (!result.scenario().outages().list().isEmpty()) {
            figures.add(byMessage("ett", "ETT of the messages around the disruption", ETT, Cell::ettByMessage));
            figures.add(goodput());
            figures.add(byMessage("urc", "URC of the messages around the disruption", "URC", Cell::urcByMessage));
        }
        figures.add(exceedance());
        return figures.stream().filter(Figure::drawable).toList();
    }

    /** Draws ETT over URC, one point per run: the paper's Figures 3, 5, 6 and 7. */
    private Figure tradeOff() {
        List<Series> means = new ArrayList<>();
        List<Series> single = new ArrayList<>();
        List<Series> papers = new ArrayList<>();
        for (Cell cell : result.cells()) {
            String name = styles.name(cell);
            int look = styles.of(cell);
            List<Point> points = cell.points().stream()
                    .filter(point -> Double.isFinite(point.ettSeconds()))
                    .map(point -> new Point(point.urc(), point.ettSeconds(), 0, 0, "run " + point.run()))
                    .toList();
            if (!points.isEmpty()) {
                means.add(new Series(name, look, SeriesStyles.mean(cell, result), List.of(mean(cell))));
            }
            if (points.size() > 1) {
                single.add(new Series(name, look, Form.POINTS, points));
            }
            paper(cell).ifPresent(point -> papers.add(new Series(name + ", paper", look, Form.HOLLOW, List.of(point))));
        }
        String bars = runs > 1
                ? "Bars: 95 % confidence intervals over runs."
                : "One run: bars are the paper's kind of 95 % interval, over messages,"
                        + " too narrow where messages share an outage.";
        double bound = result.bound();
        return Figure.of(
                        prefix + "-trade-off",
                        "Fast or fair: ETT over URC",
                        "The closer to the origin, the better. " + bars + paperCaption(papers.size()),
                        Axis.fromZero("URC (unnecessary transmissions per message)"),
                        Axis.fromZero("mean ETT (s)"),
                        Stream.of(means, single, papers).flatMap(List::stream).toList())
                .withLevels(Double.isFinite(bound) ? List.of(new Level(bound, "clairvoyant bound")) : List.of());
    }

    private static Point mean(Cell cell) {
        Row row = cell.row();
        boolean overRuns = row.optional(CellColumns.ETT_CI).isPresent();
        return new Point(
                cell.urc(),
                cell.ett(),
                row.number(overRuns ? CellColumns.URC_CI : "urc_ci95_messages"),
                row.number(overRuns ? CellColumns.ETT_CI : "ett_ci95_messages_s"),
                overRuns ? "mean of " + row.text(CellColumns.RUNS) + " runs" : "");
    }

    /** Returns the point of the paper's cell, if it is near enough that ours remain distinguishable. */
    private Optional<Point> paper(Cell cell) {
        double ett = cell.number(CellColumns.PAPER_ETT);
        double urc = cell.number("paper_urc");
        double most = result.cells().stream()
                .mapToDouble(Cell::ett)
                .filter(Double::isFinite)
                .max()
                .orElse(0);
        return ett <= FAR * most && !Double.isNaN(urc)
                ? Optional.of(new Point(urc, ett, 0, 0, "the paper"))
                : Optional.empty();
    }

    /** Returns the part of the caption about the paper's values. All of them are in the table. */
    private String paperCaption(int drawn) {
        long printed = result.cells().stream()
                .filter(cell -> cell.row().optional(CellColumns.PAPER_ETT).isPresent())
                .count();
        return printed == 0
                ? ""
                : " Hollow: the paper's values for as many messages as here."
                        + (drawn < printed
                                ? " " + (printed - drawn) + " of them lie so far above that they are left to the table."
                                : "");
    }

    /** Returns a curve of each cell. */
    private List<Series> curves(Form form, Function<Cell, List<Point>> points) {
        return result.cells().stream()
                .map(cell -> new Series(
                        styles.name(cell), styles.of(cell), SeriesStyles.curve(cell, result, form), points.apply(cell)))
                .toList();
    }

    /** Draws values by message, around the messages that are hit: the paper's Figures 4 and 8. */
    private Figure byMessage(String suffix, String title, String unit, Function<Cell, List<Double>> values) {
        return Figure.of(
                prefix + "-" + suffix + "-by-message",
                title,
                runsCaption() + " Not smoothed.",
                Axis.ofData("message"),
                Axis.fromZero(unit),
                curves(Form.LINE, cell -> Curves.around(values.apply(cell), result.scenario())));
    }

    /** Draws the recovery of the service after a fault: copies may keep it busy without end. */
    private Figure goodput() {
        return Figure.of(
                        prefix + "-goodput",
                        "Messages that arrive",
                        runsCaption() + " First arrivals only. Shaded: faults as scheduled.",
                        Axis.fromZero("time (s)"),
                        Axis.fromZero("messages per second"),
                        curves(Form.LINE, cell -> Curves.goodput(cell, result.scenario())))
                .withBands(faults(result.scenario()));
    }

    private String runsCaption() {
        return runs > 1 ? "Mean over " + runs + " runs, message by message." : "One run, message by message.";
    }

    /** Draws the share of messages with a larger ETT, down to the slowest message. */
    private Figure exceedance() {
        DoubleSummaryStatistics ett = result.cells().stream()
                .flatMap(cell -> cell.ettSeconds().stream())
                .collect(Collectors.summarizingDouble(Double::doubleValue));
        return Figure.of(
                prefix + "-ett-distribution",
                "How many messages take longer than that",
                "Complementary distribution of the ETT over all messages of all runs; lost ones count as slower than all.",
                ett.getMax() > WIDE * ett.getMin() ? Axis.logarithmic(ETT) : Axis.ofData(ETT),
                Axis.logarithmic("share of messages with a larger ETT"),
                curves(Form.STEPS, Curves::exceedance));
    }

    /** Draws the ETT of each message over the time at which it was due, with the faults as they were scheduled. */
    private Figure timeLine() {
        List<Band> bands = faults(result.scenario());
        return Figure.of(
                        prefix + "-time-line",
                        bands.isEmpty() ? "The whole run" : "The whole run, and its faults",
                        runsCaption() + (bands.isEmpty() ? "" : " Shaded: faults as scheduled."),
                        Axis.ofData("time at which the message was due (s)"),
                        Axis.fromZero(ETT),
                        curves(Form.LINE, cell -> Curves.byTime(cell, result.scenario())))
                .withBands(bands);
    }

    /** Returns one band for all faults of the same time, so that their names do not overlap. */
    private static List<Band> faults(Scenario scenario) {
        double end = scenario.sending().toNanos() / NANOS;
        Map<List<Double>, String> labels = new LinkedHashMap<>();
        for (Fault fault : scenario.faults().faults()) {
            double from = fault.at().toNanos() / NANOS;
            double to = fault.lasting()
                    .map(lasting -> Math.min(end, fault.at().plus(lasting).toNanos() / NANOS))
                    .orElse(end);
            if (to > from) {
                labels.merge(List.of(from, to), name(fault), (one, other) -> one + ", " + other);
            }
        }
        return labels.entrySet().stream()
                .map(entry -> new Band(entry.getKey().get(0), entry.getKey().get(1), entry.getValue()))
                .toList();
    }

    /** Returns the fault without its time, which the axis shows. */
    private static String name(Fault fault) {
        return fault.notation()
                .replaceAll("^\\{|}$|\\bat: [^,}]*,? ?|\\bfor: [^,}]*,? ?", "")
                .strip();
    }
}
