package io.github.restartoracle.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.report.SimulationReport.Measured;
import io.github.restartoracle.benchmarks.report.SimulationReport.Part;
import io.github.restartoracle.benchmarks.results.Agreement;
import io.github.restartoracle.benchmarks.results.Cell;
import io.github.restartoracle.benchmarks.results.MeasuredCell;
import io.github.restartoracle.benchmarks.results.Source;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationReportTest {
    private static Report report(Measured measured) {
        return SimulationReport.of(
                List.of(
                        new Part("timers: 2005", true, Samples.results("run-1", "run-2")),
                        new Part("timers: today", false, Samples.results("run-1", "run-2"))),
                measured,
                Samples.manifest(Samples.PROVEN));
    }

    @Test
    void shouldHaveEveryScenarioOnceForEachKindOfTimers() {
        Report report = report(Measured.none());

        assertThat(report.sections())
                .extracting(ReportSection::title)
                .contains(
                        "disruption-60s (http, simulation, timers: 2005)",
                        "disruption-60s (http, simulation, timers: today)",
                        "Oracle against oracle (timers: 2005)")
                .doesNotContain("Simulation and testbed");
        assertThat(report.figures().map(Figure::name)).doesNotHaveDuplicates();
    }

    @Test
    void shouldPutEveryMeasuredCellBesideTheSimulatedOneWithACauseIfTheyDiffer() {
        Cell simulated = Samples.results("run-1", "run-2").get(1).cells().get(0);
        Cell measured = Samples.result(
                        "disruption-60s", "[{at: 60s, for: 20s, disrupt: both}]", Source.TESTBED, "run-1")
                .cells()
                .get(0);
        MeasuredCell cell = new MeasuredCell(new Agreement(simulated.row(), measured.row()), simulated.points());

        Report report = report(new Measured(List.of(cell), "As measured."));

        assertThat(report.verdict()).contains("Simulation and testbed agree in 0 of 1 cells");
        ReportSection section = report.sections().stream()
                .filter(one -> one.title().equals("Simulation and testbed"))
                .findFirst()
                .orElseThrow();
        List<Table.Value> row = section.tables().get(0).rows().get(0);
        assertThat(row.get(10).text()).startsWith("no, ").hasSizeGreaterThan(4);
    }

    @Test
    void shouldNameTheBoundsOfAScenario() {
        String text = report(Measured.none()).sections().stream()
                .filter(section -> section.title().startsWith("disruption-60s"))
                .findFirst()
                .orElseThrow()
                .paragraphs()
                .get(1);

        assertThat(text).contains("knows all faults beforehand").contains("learns of them by acknowledgements");
    }
}
