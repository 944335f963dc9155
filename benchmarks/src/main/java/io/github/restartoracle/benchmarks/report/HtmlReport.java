package io.github.restartoracle.benchmarks.report;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.harness.fault.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The page: one file that needs nothing else, readable in light and dark and on a narrow screen. */
final class HtmlReport {
    private static final String TEMPLATE = "report.mustache";

    private HtmlReport() {}

    static String of(List<ScenarioResult> results, Manifest manifest) {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("title", "Restart Oracle: " + manifest.suite());
        page.put("verdict", Verdict.of(results, manifest));
        List<Map<String, Object>> scenarios = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            scenarios.add(scenario(results.get(i), "s" + i));
        }
        page.put("scenarios", scenarios);
        page.put("faults", manifest.faults());
        page.put("manifest", entries(manifest).entrySet());
        return template().execute(page);
    }

    private static Map<String, Object> scenario(ScenarioResult result, String id) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("name", result.scenario().name());
        model.put("description", description(result.scenario()));
        model.put("finding", Verdict.fastest(result).orElse("Every oracle lost messages."));
        model.put("lines", result.cells().stream().map(TableLine::of).toList());
        List<Map<String, String>> figures = new ArrayList<>();
        figures.add(figure("URC over ETT, one point per run", Figure.scatter(result, id + "a")));
        if (!result.scenario().outages().list().isEmpty()) {
            figures.add(figure(
                    "ETT of the messages around the disruption, mean over runs",
                    Figure.ettByMessage(result, id + "b")));
        }
        if (!result.scenario().faults().faults().isEmpty()) {
            figures.add(figure("Faults as scheduled", Figure.timeLine(result, id + "c")));
        }
        model.put("figures", figures);
        return model;
    }

    private static Map<String, String> figure(String caption, String svg) {
        return Map.of("caption", caption, "svg", svg);
    }

    private static String description(Scenario scenario) {
        String faults = scenario.faults().faults().isEmpty()
                ? "no faults"
                : "faults "
                        + scenario.faults().faults().stream()
                                .map(Fault::notation)
                                .collect(Collectors.joining(", "));
        return scenario.messages() + " messages of " + scenario.payloadBytes() + " bytes over " + scenario.transport()
                + ", one every " + scenario.interval().toMillis() + " ms; link "
                + scenario.link().notation() + "; " + faults + ".";
    }

    private static Map<String, String> entries(Manifest manifest) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("suite", manifest.suite());
        entries.put("started", manifest.started().toString());
        entries.put("scale", manifest.scale().toString());
        entries.put("seed", Long.toString(manifest.seed()));
        entries.put("command", manifest.command());
        entries.putAll(manifest.environment());
        return entries;
    }

    private static Template template() {
        InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(TEMPLATE), TEMPLATE);
        try (InputStreamReader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            return Mustache.compiler().compile(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
