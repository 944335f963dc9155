package io.github.restartoracle.benchmarks.studies.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.results.ScenarioResult;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.testbed.CellRun;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoryTest {
    /** Ten messages, of which those due at 2 and 3 s are placed while the link is down. */
    private static final Scenario SCENARIO =
            new ScenarioFiles().parse("story", """
                name: story
                messages: 10
                interval: 1s
                faults: [{at: 1500ms, for: 2s, disrupt: both}]
                oracles: [{name: canary}, {name: jacobson-karn}]
                """).get(0).withPeer();

    private static Cell cell(String oracle, double second, double third, double urc) {
        List<Double> ett = new ArrayList<>(List.of(0.0, 0.0, second, third, 0.0, 0.0, 0.0, 0.0, 0.0));
        ett.add(Double.NaN);
        Row row =
                new Row(Map.of("oracle", oracle, "ett_mean_s", 0.5, "urc_mean", urc, "lost", 1.0, "ett_bound_s", 0.2));
        return new Cell(row, List.of(), ett, List.of(), List.of());
    }

    private static String told(Cell... cells) {
        return new Story(new ScenarioResult(SCENARIO, List.of(cells)), Glyphs.ASCII).text();
    }

    @Test
    void shouldTellWhoWasFasterAtWhatPrice() {
        String told = told(cell("canary", 2, 1, 0.1), cell("jacobson-karn", 3, 2, 0), cell("cxf", 5, 4, 0.5));

        assertThat(told)
                .contains(
                        "took 1.50 s on average with canary, and 4.50 s with cxf (no less than 1.00 s is possible), at"
                                + " 0.10 needless copies an order and 0.50.")
                .containsPattern("canary +\\| +0.50 s \\| +1.50 s \\| +0.50 s \\| +0.10 \\| +1 \\|")
                .containsPattern("cxf +\\| +0.50 s \\| +4.50 s \\| +3.50 s \\| +0.50 \\| +1 \\|");
    }

    @Test
    void shouldPreferTheOneWithFewerCopiesOfTwoThatAreEquallyFast() {
        assertThat(told(cell("canary", 2, 1, 0.1), cell("jacobson-karn", 2.01, 1.01, 0), cell("cxf", 1.5, 2, 0.5)))
                .contains("1.51 s on average with jacobson-karn, and 1.75 s with cxf");
    }

    @Test
    void shouldSayItWhenThePeerWasTheFastest() {
        assertThat(told(cell("canary", 2, 1, 0.1), cell("cxf", 1.5, 0.5, 0.5)))
                .contains("1.00 s on average with cxf, and 1.50 s with canary");
    }

    @Test
    void shouldDrawWhenOrdersTookLongAndWhenTheLinkWasDown() {
        List<String> lines =
                told(cell("canary", 2, 1, 0), cell("cxf", 4, 3, 0)).lines().toList();

        // 60 columns for 10 s: the orders of 2 and 3 s are in columns 12 to 23, and the longest is full.
        assertThat(lines)
                .contains(
                        "canary                     ======::::::",
                        "cxf                        ######%%%%%%".replace('%', '*'),
                        "link           ---------xxxxxxxxxxxx---------------------------------------  x: down");
    }

    @Test
    void shouldShowEverySecondWhatWaitsAndWhetherTheLinkIsDown() {
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        QueueView view = new QueueView(out, Glyphs.ASCII);
        view.starting(
                SCENARIO.oracles().stream()
                        .map(oracle -> new CellRun(SCENARIO, oracle, 1))
                        .toList(),
                0);
        view.running(Duration.ofMillis(1_010), List.of(2, 2, 2), List.of(0, 0, 1));
        view.running(Duration.ofMillis(2_020), List.of(3, 3, 3), List.of(1, 2, 1000));

        assertThat(SCENARIO.oracles()).extracting(OracleSpec::label).containsExactly("canary", "jacobson-karn", "cxf");
        assertThat(shown.toString(StandardCharsets.UTF_8).lines())
                .contains(
                        "        link  canary                  jacobson-karn           cxf",
                        "   1 s  up      0                       0                       1 #########",
                        "   2 s  DOWN    1 #########             2 ##################  1000 ##################");
    }
}
