package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The results of sweeps: a table with a column for each swept parameter, and a figure over each of them. */
public final class SweepSection {
    private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(%|[a-z]*)");
    private static final Map<String, Double> UNITS = Map.ofEntries(
            Map.entry("", 1.0),
            Map.entry("%", 1.0),
            Map.entry("us", 1e-6),
            Map.entry("ms", 1e-3),
            Map.entry("s", 1.0),
            Map.entry("m", 60.0),
            Map.entry("h", 3600.0),
            Map.entry("bit", 1.0),
            Map.entry("kbit", 1e3),
            Map.entry("mbit", 1e6),
            Map.entry("gbit", 1e9));
    /** The number of combinations of the other parameters that have a line in a figure. */
    private static final int COMBINATIONS = 3;
    /** From this ratio of the largest to the least value on, a logarithmic axis shows more than a linear one. */
    private static final double WIDE = 20;

    private static final Set<String> LEFT_OUT = Set.of(
            CellColumns.SCENARIO,
            "duplicates_delivered",
            "ett_ci95_messages_s",
            "urc_ci95_messages",
            CellColumns.PAPER_ETT,
            "paper_urc",
            CellColumns.FORM_ETT,
            "form_urc",
            "on_time");

    private final List<Cell> cells;
    private final Set<String> parameters;
    private final String prefix;

    private SweepSection(List<Cell> cells, Set<String> parameters, String prefix) {
        this.cells = cells;
        this.parameters = parameters;
        this.prefix = prefix;
    }

    /**
     * Returns a section for each sweep in some results; none if there is none.
     *
     * @param results any number of scenarios
     * @param variant distinguishes them from others of the same report; used in titles and names of figures
     */
    public static List<ReportSection> of(List<ScenarioResult> results, String variant) {
        Map<String, List<ScenarioResult>> families = results.stream()
                .collect(Collectors.groupingBy(
                        result -> result.scenario().transport() + "-"
                                + result.scenario().family(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<ReportSection> sections = new ArrayList<>();
        families.forEach((name, own) -> {
            Set<String> parameters = new LinkedHashSet<>();
            own.forEach(result -> parameters.addAll(CellColumns.parameters(result.scenario())));
            if (!parameters.isEmpty()) {
                List<Cell> cells =
                        own.stream().flatMap(result -> result.cells().stream()).toList();
                String file = Figure.fileName(name + "-" + variant);
                sections.add(new SweepSection(cells, parameters, file).section(name + " (" + variant + ")"));
            }
        });
        return sections;
    }

    private ReportSection section(String title) {
        List<Figure> figures = new ArrayList<>();
        for (String parameter : parameters) {
            DoubleSummaryStatistics values = cells.stream()
                    .flatMapToDouble(cell -> number(cell.row().text(parameter)).stream())
                    .summaryStatistics();
            if (values.getMin() < values.getMax()) {
                figures.add(figure(parameter, values, CellColumns.ETT, CellColumns.ETT_CI, "mean ETT (s)"));
                figures.add(figure(parameter, values, CellColumns.URC, CellColumns.URC_CI, "URC"));
            }
        }
        return new ReportSection(
                "Sweep of " + title,
                List.of("Swept: " + String.join(", ", parameters) + ". " + cells.size()
                        + " combinations, all with the same random numbers."),
                List.of(Table.of("", CellColumns.shown(parameters, LEFT_OUT), cells, "")),
                figures.stream().filter(Figure::drawable).toList());
    }

    /** Returns a number in the unit of its kind: seconds, percent, bit/s; empty for anything else. */
    private static OptionalDouble number(String text) {
        Matcher parts = NUMBER.matcher(text.strip().toLowerCase(Locale.ROOT));
        Double unit = parts.matches() ? UNITS.get(parts.group(2)) : null;
        return unit == null ? OptionalDouble.empty() : OptionalDouble.of(unit * Double.parseDouble(parts.group(1)));
    }

    private String unit(String parameter) {
        String unit = cells.stream()
                .map(cell -> cell.row().text(parameter))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("")
                .replaceAll("[\\d.\\s]", "")
                .toLowerCase(Locale.ROOT);
        return unit.isEmpty() ? "" : unit.equals("%") ? " (%)" : unit.endsWith("bit") ? " (bit/s)" : " (s)";
    }

    /** Draws a line for each oracle and each of a few combinations of the other parameters. */
    private Figure figure(
            String parameter, DoubleSummaryStatistics values, String column, String halfWidth, String title) {
        Map<String, List<Point>> lines = new LinkedHashMap<>();
        Set<String> shown = combinations(parameter);
        for (Cell cell : cells) {
            Row row = cell.row();
            OptionalDouble x = number(row.text(parameter));
            double y = row.number(column);
            String others = others(row, parameter);
            if (x.isPresent() && Double.isFinite(y) && shown.contains(others)) {
                lines.computeIfAbsent(name(row, parameter, others), name -> new ArrayList<>())
                        .add(new Point(x.getAsDouble(), y, 0, row.number(halfWidth), ""));
            }
        }
        List<Series> series = new ArrayList<>();
        lines.forEach((name, points) -> {
            points.sort(Comparator.comparingDouble(Point::x));
            series.add(new Series(name, series.size(), Form.LINE, points));
        });
        String axis = parameter + unit(parameter);
        boolean wide = values.getMin() > 0 && values.getMax() / values.getMin() > WIDE;
        return Figure.of(
                prefix + "-" + column.replace('_', '-') + "-by-" + Figure.fileName(parameter),
                title + " by " + parameter,
                "Bars: 95 % confidence intervals over runs."
                        + (shown.size() > 1 || parameters.size() > 1
                                ? " Of the other parameters the least, a middle and the last combination are shown."
                                : ""),
                wide ? Axis.logarithmic(axis) : Axis.ofData(axis),
                Axis.fromZero(title),
                series);
    }

    private Set<String> combinations(String parameter) {
        List<String> all = cells.stream()
                .map(cell -> others(cell.row(), parameter))
                .distinct()
                .toList();
        return all.size() <= COMBINATIONS
                ? Set.copyOf(all)
                : Set.of(all.get(0), all.get(all.size() / 2), all.get(all.size() - 1));
    }

    private String others(Row row, String parameter) {
        return parameters.stream()
                .filter(other -> !other.equals(parameter) && !row.text(other).isEmpty())
                .map(other -> other + " " + row.text(other))
                .collect(Collectors.joining(", "));
    }

    /** Returns the oracle without the value that is on the axis. */
    private static String name(Row row, String parameter, String others) {
        String family = row.text(CellColumns.ORACLE).replace("-" + parameter + "-" + row.text(parameter), "");
        return others.isEmpty() ? family : family + ", " + others;
    }
}
