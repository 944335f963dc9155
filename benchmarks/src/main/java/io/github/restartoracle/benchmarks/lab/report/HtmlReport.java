package io.github.restartoracle.benchmarks.lab.report;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The page: one file without references to others, readable in light and dark mode and on a narrow screen. */
final class HtmlReport {
    private static final String CHARTS = "/META-INF/resources/webjars/echarts/5.5.0/echarts.common.min.js";

    private HtmlReport() {}

    static String of(Report report, Manifest manifest, List<String> files) {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("title", "Restart Oracle: " + manifest.suite());
        page.put("style", resource("report.css"));
        page.put("light", Palette.variables(Palette.LIGHT));
        page.put("dark", Palette.variables(Palette.DARK));
        page.put("standing", FaultState.of(manifest));
        page.put("verdict", report.verdict());
        page.put("findings", report.findings());
        List<Map<String, Object>> sections = new ArrayList<>();
        for (ReportSection section : report.sections()) {
            sections.add(section(section, "section-" + (sections.size() + 1)));
        }
        page.put("sections", sections);
        page.put("faults", manifest.faults());
        page.put("manifest", entries(manifest).entrySet());
        page.put("files", files);
        page.put("figures", PageFigure.json(report.figures().toList()));
        page.put("charts", resource(CHARTS));
        page.put("script", resource("report.js"));
        return template().execute(page);
    }

    private static Map<String, Object> section(ReportSection section, String id) {
        return Map.of(
                "id", id,
                "title", section.title(),
                "paragraphs", section.paragraphs(),
                "tables", section.tables().stream().map(PageTable::of).toList(),
                "figures", figures(section.figures()));
    }

    private static List<Map<String, Object>> figures(List<Figure> figures) {
        List<Map<String, Object>> models = new ArrayList<>();
        for (Figure figure : figures) {
            Map<String, Object> model = figure(figure);
            // Two figures are placed side by side. If their number is odd, the first one takes the whole width.
            model.put("wide", models.isEmpty() && figures.size() % 2 == 1);
            models.add(model);
        }
        return models;
    }

    private static Map<String, Object> figure(Figure figure) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", figure.name());
        model.put("title", figure.title());
        model.put("caption", figure.caption());
        // Series of one name, such as runs and their mean, are hidden together.
        Set<String> named = new HashSet<>();
        model.put(
                "legend",
                figure.series().stream()
                        .filter(series -> named.add(series.name()))
                        .map(HtmlReport::legend)
                        .toList());
        model.put("drawable", figure.drawable());
        model.put("thinned", Thinning.needed(figure));
        model.put("most", Thinning.MOST);
        return model;
    }

    private static Map<String, Object> legend(Series series) {
        return Map.of("name", series.name(), "look", series.look(), "form", series.form());
    }

    private static Map<String, String> entries(Manifest manifest) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("suite", manifest.suite());
        entries.put("scale", manifest.scale().toString());
        entries.put("seed", Long.toString(manifest.seed()));
        entries.put("command", manifest.command());
        entries.putAll(manifest.environment());
        return entries;
    }

    private static Template template() {
        return Mustache.compiler().emptyStringIsFalse(true).compile(resource("report.mustache"));
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
