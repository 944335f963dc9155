package io.github.restartoracle.benchmarks.lab.report;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellColumns;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import io.github.restartoracle.benchmarks.lab.results.Value;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.harness.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A section for each scenario in which oracles were compared. */
public final class ScenarioSections {
    private static final int MOST_SECTIONS = 24;
    private static final Set<String> LEFT_OUT = Set.of(CellColumns.TRANSPORT, CellColumns.SCENARIO, CellColumns.ORACLE);

    private ScenarioSections() {}

    /**
     * Returns a section for each scenario, after an overview if there are several. A scenario may hold cells of several sources,
     * such as simulation and testbed; they are then shown side by side. An oracle has the same colour and marker in all of them.
     *
     * @param results the scenarios in order, no two of the same name, transport and sources
     * @param variant distinguishes them from others of the same report, such as {@code "SYN timer of 2005"}; used in their
     *     titles and, as far as it is letters and digits, in the names of their figures; may be empty
     */
    public static List<ReportSection> of(List<ScenarioResult> results, String variant) {
        // For a sweep, the table of all combinations is clearer than a section for each.
        if (results.size() > MOST_SECTIONS) {
            return List.of();
        }
        SeriesStyles styles = new SeriesStyles(results);
        List<ReportSection> sections = new ArrayList<>();
        if (results.size() > 1) {
            String title = variant.isEmpty() ? "At a glance" : "At a glance (" + variant + ")";
            Table table = new Overview(results, styles).table();
            sections.add(new ReportSection(title, List.of(), List.of(table)));
        }
        results.forEach(result -> sections.add(section(result, styles, variant)));
        return sections;
    }

    /** Returns a section that explains the terms in the others, to put after them. */
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
                List.of());
    }

    private static ReportSection section(ScenarioResult result, SeriesStyles styles, String variant) {
        Scenario scenario = result.scenario();
        List<String> sources = result.cells().stream()
                .map(cell -> cell.row().text(CellColumns.SOURCE))
                .distinct()
                .toList();
        String where = String.join(", ", sources);
        String prefix = scenario.transport() + "-" + scenario.name() + (sources.size() == 1 ? "-" + where : "")
                + Figure.fileName("-" + variant);
        List<String> paragraphs = new ArrayList<>();
        paragraphs.add(ComparisonSummary.fastest(result).orElse("Every oracle lost messages."));
        Bounds.sentence(result).ifPresent(paragraphs::add);
        paragraphs.add(description(scenario));
        List<Column<Cell>> columns = new ArrayList<>();
        columns.add(Column.text("oracle", cell -> Value.ofSeries(styles.name(cell), styles.of(cell))));
        columns.addAll(CellColumns.shown(Set.of(), LEFT_OUT));
        return new ReportSection(
                scenario.name() + " (" + scenario.transport() + ", " + where + (variant.isEmpty() ? "" : ", " + variant)
                        + ")",
                paragraphs,
                List.of(Table.of("", columns, result.cells(), "")),
                new ScenarioFigures(result, styles, prefix).all());
    }

    private static String description(Scenario scenario) {
        List<Fault> faults = scenario.faults().faults();
        return scenario.messages() + " messages of " + scenario.payloadBytes() + " bytes over " + scenario.transport()
                + ", one every " + scenario.interval().toMillis() + " ms; link "
                + scenario.link().notation() + "; "
                + (faults.isEmpty()
                        ? "no faults"
                        : faults.stream().map(Fault::notation).collect(Collectors.joining(", ", "faults ", "")))
                + ".";
    }
}
