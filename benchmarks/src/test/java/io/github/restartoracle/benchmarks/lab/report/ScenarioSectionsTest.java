package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.results.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScenarioSectionsTest {
    private static final String FAULTS = "[{at: 60s, for: 60s, disrupt: both}]";

    @Test
    void shouldStandSideBySideWhenAScenarioHasTwoSources() {
        ScenarioResult simulated = Samples.result("disruption-60s", FAULTS, Mode.SIMULATION, "1");
        List<Cell> cells = new ArrayList<>(
                Samples.result("disruption-60s", FAULTS, Mode.TESTBED, "1", "2").cells());
        cells.addAll(simulated.cells());

        ReportSection section = ScenarioSections.of(List.of(new ScenarioResult(simulated.scenario(), cells)), "")
                .get(0);

        assertThat(section.title()).isEqualTo("disruption-60s (http, testbed, simulation)");
        assertThat(section.tables().get(0).rows()).hasSize(6);
        for (Figure figure : section.figures()) {
            assertThat(series(figure, "fixed (testbed)").form()).isNotIn(Form.DASHED, Form.HOLLOW);
            assertThat(series(figure, "fixed (simulation)"))
                    .satisfies(series -> assertThat(series.form()).isIn(Form.DASHED, Form.HOLLOW))
                    .satisfies(series -> assertThat(series.look()).isEqualTo(1));
        }
    }

    @Test
    void shouldHaveARowForEachScenarioWhenThereAreMany() {
        List<ScenarioResult> results = IntStream.range(0, 5)
                .mapToObj(i -> Samples.result("scenario-" + i, FAULTS, Mode.SIMULATION, "1"))
                .toList();

        Table table = ScenarioSections.of(results, "").get(0).tables().get(0);

        assertThat(table.rows())
                .extracting(row -> row.get(0).text())
                .containsExactly("scenario-0", "scenario-1", "scenario-2", "scenario-3", "scenario-4");
        assertThat(table.columns())
                .extracting(Column::group)
                .containsExactly(
                        "", "", "none", "none", "fixed", "fixed", "exponential-backoff", "exponential-backoff");
        assertThat(table.rows())
                .allSatisfy(
                        row -> assertThat(row).noneMatch(value -> value.text().isEmpty()));
    }

    private static Series series(Figure figure, String name) {
        return figure.series().stream()
                .filter(series -> series.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldNotCollideWhenAReportHasVariantsOfAScenario() {
        List<ScenarioResult> results = Samples.results("1");

        Report report = new Report("", List.of(), ScenarioSections.of(results, "SYN timer of 2005"))
                .with(ScenarioSections.of(results, ""));

        assertThat(report.sections())
                .extracting(ReportSection::title)
                .contains("At a glance (SYN timer of 2005)", "no-faults (http, simulation, SYN timer of 2005)")
                .contains("At a glance", "no-faults (http, simulation)");
        assertThat(report.figures().map(Figure::name))
                .contains(
                        "http-no-faults-simulation-syn-timer-of-2005-trade-off", "http-no-faults-simulation-trade-off");
    }

    @Test
    void shouldPutTheFaultsBehindTheWholeRunWhenThereAreSome() {
        Figure timeLine = ScenarioSections.of(List.of(Samples.result("disruption-60s", FAULTS, Mode.DEMO, "1")), "")
                .get(0)
                .figures()
                .get(0);

        assertThat(timeLine.bands()).containsExactly(new Figure.Band(20, 80, "disrupt: both"));
        assertThat(IntStream.range(0, 3).mapToObj(timeLine.series()::get))
                .allSatisfy(series -> assertThat(series.points()).hasSize(300));
    }
}
