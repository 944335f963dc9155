package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Table.Value;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A section for each scenario in which oracles were compared. */
public final class ScenarioSections {
    private static final int MOST_SECTIONS = 24;
    private static final Set<String> LEFT_OUT = Set.of(CellColumns.TRANSPORT, CellColumns.SCENARIO);

    private ScenarioSections() {}

    /**
     * Returns the sections of some scenarios. A scenario may hold cells of several sources, such as simulation and testbed;
     * they are then shown side by side. An oracle has the same colour and marker in all of them.
     *
     * @param results the scenarios in order, no two of the same name, transport and sources
     * @return one section each, after an overview if there are several
     */
    public static List<ReportSection> of(List<ScenarioResult> results) {
        return of(results, "");
    }

    /**
     * Returns the sections of some scenarios that a report has in several variants.
     *
     * @param results the scenarios in order, no two of the same name, transport and sources
     * @param variant distinguishes them from others of the same report, such as {@code "SYN timer of 2005"}; used in their
     *     titles and, as far as it is letters and digits, in the names of their figures
     * @return one section each, after an overview if there are several
     */
    public static List<ReportSection> of(List<ScenarioResult> results, String variant) {
        SeriesStyles styles = SeriesStyles.of(results);
        List<ReportSection> sections = new ArrayList<>();
        if (results.size() > 1 && results.size() <= MOST_SECTIONS) {
            sections.add(new Overview(results, styles).section(titled("At a glance", variant)));
        }
        // For a sweep, the table of all combinations is clearer than a section for each.
        if (results.size() <= MOST_SECTIONS) {
            results.forEach(result -> sections.add(section(result, styles, variant)));
        }
        return sections;
    }

    /**
     * Explains the terms in these sections.
     *
     * @return a section to put after them
     */
    public static ReportSection words() {
        return new ReportSection(
                "Words",
                List.of(
                        "ETT: from the time a message was due to the first arrival of any of its transmissions. URC:"
                                + " transmissions that were not needed, per message.",
                        "Means stand with the half-width of their 95 % confidence interval over runs (Student's t; none"
                                + " for a single run). ±msgs: the same over messages, as the paper has it, too narrow"
                                + " where messages share an outage.",
                        "paper: the value of \"The Fast and the Fair\" for as many messages as here. form: the closed form for"
                                + " these messages, these faults and this SYN timer. bound: a sender that knows all faults"
                                + " beforehand, by mail with the best phase of polls; kappa: ETT over bound. The best values"
                                + " of a column are marked.",
                        "sent: transmissions per message; connects and SYNs: what they cost below. twice: excess copies that"
                                + " the application got, over all runs. on time: share of the transmissions the oracle's own"
                                + " schedule calls for that were dispatched within 100 ms of when they were due.",
                        "cxf: CXF's own queue, backing off from 4 s, on its own transport, which keeps connections open."),
                List.of(),
                List.of());
    }

    private static String titled(String title, String variant) {
        return variant.isEmpty() ? title : title + " (" + variant + ")";
    }

    private static ReportSection section(ScenarioResult result, SeriesStyles styles, String variant) {
        List<String> sources = result.cells().stream()
                .map(cell -> cell.row().text(CellColumns.SOURCE))
                .distinct()
                .toList();
        String where = String.join(", ", sources);
        String prefix = result.scenario().transport() + "-" + result.scenario().name()
                + (sources.size() == 1 ? "-" + where : "") + file(variant);
        return new ReportSection(
                result.scenario().name() + " (" + result.scenario().transport() + ", " + where
                        + (variant.isEmpty() ? "" : ", " + variant) + ")",
                paragraphs(result),
                List.of(table(result, styles)),
                new ScenarioFigures(result, styles, prefix).all());
    }

    private static List<String> paragraphs(ScenarioResult result) {
        List<String> paragraphs = new ArrayList<>();
        paragraphs.add(ComparisonSummary.fastest(result).orElse("Every oracle lost messages."));
        Bounds.sentence(result).ifPresent(paragraphs::add);
        paragraphs.add(description(result.scenario()));
        return paragraphs;
    }

    private static Table table(ScenarioResult result, SeriesStyles styles) {
        Table plain = Table.ofRows("", CellColumns.shown(Set.of(), LEFT_OUT), result.rows(), "");
        List<List<Value>> rows = new ArrayList<>();
        for (int i = 0; i < result.cells().size(); i++) {
            Cell cell = result.cells().get(i);
            List<Value> row = new ArrayList<>(plain.rows().get(i));
            row.set(0, Value.of(styles.name(cell)).looking(styles.of(cell)));
            rows.add(row);
        }
        return new Table(plain.caption(), plain.columns(), rows, plain.note());
    }

    private static String file(String variant) {
        return ("-" + variant.toLowerCase(Locale.ROOT))
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("-$", "");
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
}
