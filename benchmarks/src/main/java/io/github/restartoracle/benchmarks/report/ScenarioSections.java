package io.github.restartoracle.benchmarks.report;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.results.Source;
import io.github.restartoracle.harness.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A section for each scenario in which oracles were compared. */
public final class ScenarioSections {
    private ScenarioSections() {}

    /**
     * The sections of some scenarios. A scenario may hold cells of several sources, such as simulation and testbed; they
     * then stand side by side. An oracle looks the same in all of them.
     *
     * @param results the scenarios in order, no two of the same name, transport and sources
     * @return one section each, after an overview if there are several
     */
    public static List<ReportSection> of(List<ScenarioResult> results) {
        Looks looks = Looks.of(results);
        List<ReportSection> sections = new ArrayList<>();
        if (results.size() > 1) {
            sections.add(new Overview(results, looks).section());
        }
        results.forEach(result -> sections.add(section(result, looks)));
        return sections;
    }

    private static ReportSection section(ScenarioResult result, Looks looks) {
        List<Source> sources = result.cells().stream()
                .map(cell -> cell.row().source())
                .distinct()
                .toList();
        String where = sources.stream().map(Source::toString).collect(Collectors.joining(", "));
        String prefix = result.scenario().transport() + "-" + result.scenario().name()
                + (sources.size() == 1 ? "-" + where : "");
        return new ReportSection(
                result.scenario().name() + " (" + result.scenario().transport() + ", " + where + ")",
                List.of(Verdict.fastest(result).orElse("Every oracle lost messages."), description(result.scenario())),
                List.of(ScenarioTable.of(result, looks)),
                new ScenarioFigures(result, looks, prefix).all());
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
