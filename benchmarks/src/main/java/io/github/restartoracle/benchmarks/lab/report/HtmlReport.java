package io.github.restartoracle.benchmarks.lab.report;

import com.samskivert.mustache.Mustache;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Value;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** The page: one file without references to others, readable in light and dark mode and on a narrow screen. */
final class HtmlReport {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.common.min.js";
    /** Texts with more characters are wrapped. */
    private static final int PROSE = 60;

    private HtmlReport() {}

    static String of(Report report, Manifest manifest, List<String> files) {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("title", "Restart Oracle: " + manifest.suite());
        page.put("style", resource("report.css"));
        page.put("standing", standing(manifest.faults()));
        page.put("verdict", report.verdict());
        page.put("findings", report.findings());
        List<Map<String, Object>> sections = new ArrayList<>();
        for (ReportSection section : report.sections()) {
            sections.add(Map.of(
                    "id", "section-" + (sections.size() + 1),
                    "title", section.title(),
                    "paragraphs", section.paragraphs(),
                    "tables", section.tables().stream().map(HtmlReport::table).toList(),
                    "figures", figures(section.figures())));
        }
        page.put("sections", sections);
        page.put("faults", manifest.faults());
        page.put("manifest", entries(manifest).entrySet());
        page.put("files", files);
        page.put("figures", PageFigure.json(report.figures().toList()));
        page.put("charts", resource(CHARTS));
        page.put("script", resource("report.js"));
        return Mustache.compiler()
                .emptyStringIsFalse(true)
                .compile(resource("report.mustache"))
                .execute(page);
    }

    /** Returns the state of the faults in two words, and the name of its style. */
    private static Map<String, String> standing(List<FaultEvidence> faults) {
        if (faults.isEmpty()) {
            return Map.of("name", "open", "text", "no fault proof");
        }
        if (faults.stream().anyMatch(FaultEvidence::missing)) {
            return Map.of("name", "bad", "text", "faults not as requested");
        }
        if (faults.stream().allMatch(FaultEvidence::isModelled)) {
            return Map.of("name", "good", "text", "faults modelled");
        }
        return faults.stream().allMatch(FaultEvidence::applied)
                ? Map.of("name", "good", "text", "faults proven")
                : Map.of("name", "open", "text", "faults undecided");
    }

    private static Map<String, Object> table(Table table) {
        List<Column<?>> columns = table.columns();
        List<Map<String, Object>> rows = new ArrayList<>();
        for (List<Value> row : table.rows()) {
            List<Map<String, Object>> cells = IntStream.range(0, row.size())
                    .mapToObj(i -> cell(row.get(i), columns.get(i).numeric()))
                    .toList();
            rows.add(Map.of("name", cells.get(0), "cells", cells.subList(1, cells.size())));
        }
        return Map.of(
                "caption", table.caption(),
                "note", table.note(),
                "grouped", columns.stream().anyMatch(column -> !column.group().isEmpty()),
                "groups", groups(columns),
                "columns", columns,
                "rows", rows);
    }

    /** Returns the upper headers: neighbours of one group share one. */
    private static List<Map<String, Object>> groups(List<Column<?>> columns) {
        List<Map<String, Object>> groups = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= columns.size(); i++) {
            String group = columns.get(from).group();
            if (i == columns.size() || !columns.get(i).group().equals(group)) {
                groups.add(Map.of("name", group, "span", i - from));
                from = i;
            }
        }
        return groups;
    }

    private static Map<String, Object> cell(Value value, boolean numeric) {
        return Map.of(
                "text",
                value.text(),
                "numeric",
                numeric,
                "prose",
                !numeric && value.text().length() > PROSE,
                "order",
                Double.isNaN(value.order()) ? "" : Double.toString(value.order()),
                "look",
                value.look() < 0 ? "" : Integer.toString(value.look()));
    }

    private static List<Map<String, Object>> figures(List<Figure> figures) {
        List<Map<String, Object>> models = new ArrayList<>();
        for (Figure figure : figures) {
            // Series of one name, such as runs and their mean, are hidden together.
            Map<String, Series> legend = new LinkedHashMap<>();
            figure.series().forEach(series -> legend.putIfAbsent(series.name(), series));
            models.add(Map.of(
                    "name", figure.name(),
                    "title", figure.title(),
                    "caption", figure.caption(),
                    "legend", legend.values(),
                    "drawable", figure.drawable(),
                    "thinned", Thinning.needed(figure),
                    "most", Thinning.MOST,
                    // Two figures are placed side by side. If their number is odd, the first one takes the whole width.
                    "wide", models.isEmpty() && figures.size() % 2 == 1));
        }
        return models;
    }

    private static Map<String, String> entries(Manifest manifest) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("suite", manifest.suite());
        entries.put("scale", manifest.scale());
        entries.put("seed", Long.toString(manifest.seed()));
        entries.put("command", manifest.command());
        entries.putAll(manifest.environment());
        return entries;
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
