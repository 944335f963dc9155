package io.github.restartoracle.benchmarks.studies.shootout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.suite.ParsedOptions;
import io.github.restartoracle.benchmarks.lab.suite.PartRunner;
import io.github.restartoracle.benchmarks.lab.suite.SuiteContext;
import io.github.restartoracle.benchmarks.lab.suite.SuiteResult;
import io.github.restartoracle.harness.fault.Disruption;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShootOutTest {
    private static final int RUNS = 2;
    private static final int CONNECTIONS = 2;

    private static Circumstance circumstance(String name) {
        Circumstance found = Circumstance.all().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        return found.withScenario(Scale.SMOKE.apply(found.scenario()));
    }

    private static List<ShotCell> run(String... names) throws InterruptedException {
        return run(Stream.of(names).map(ShootOutTest::circumstance).toList());
    }

    private static List<ShotCell> run(List<Circumstance> circumstances) throws InterruptedException {
        try (PartRunner workers =
                new PartRunner(2, new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))) {
            return new ShootOut(circumstances, RUNS, 1, workers).run();
        }
    }

    private static ShotCell cell(List<ShotCell> cells, String oracle, boolean kept) {
        return cells.stream()
                .filter(cell -> cell.oracle().equals(oracle) && cell.kept() == kept)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldTakeAllOraclesThroughAllCircumstances() {
        assertThat(Circumstance.all()).extracting(Circumstance::name).doesNotHaveDuplicates();
        assertThat(Circumstance.oracles())
                .extracting(OracleSpec::label)
                .containsExactly(
                        "canary",
                        "none",
                        "fixed",
                        "exponential-backoff",
                        "jacobson-karn",
                        "qest",
                        "CXF",
                        "Sandesha2",
                        "Metro",
                        "WCF");
    }

    @Test
    void shouldBeginTheOutageOfEachRunInAnotherPhase() {
        Circumstance outage = circumstance("disruption-10s");

        assertThat(outage.scenario(3).faults().all(Disruption.class))
                .extracting(Disruption::at)
                .containsExactly(Duration.ofSeconds(5).plusMillis(94));
    }

    @Test
    void shouldMeasureAgainstTheBoundOfAnOutage() throws InterruptedException {
        List<ShotCell> cells = run("disruption-10s");

        assertThat(cells).hasSize(CONNECTIONS * Circumstance.oracles().size());
        ShotCell canary = cell(cells, "canary", false);
        assertThat(canary.statistics().points()).hasSize(RUNS);
        assertThat(canary.kappa()).isBetween(1.0, 1.3);
        assertThat(cell(cells, "none", false).kappa()).isGreaterThan(canary.kappa());
        assertThat(canary.undelivered()).isZero();
    }

    @Test
    void shouldMeasureOverloadAgainstNone() throws InterruptedException {
        // The service is stalled from 60 s on.
        Circumstance overload = circumstance("overload");
        overload = overload.withScenario(overload.scenario().withMessages(160));

        List<ShotCell> cells = run(List.of(overload));

        assertThat(cell(cells, "none", true).kappa()).isOne();
        assertThat(cell(cells, "Metro", true).urc()).isPositive();
    }

    @Test
    void shouldTellHowLongTheLastMessageTookAfterTheOutage() throws InterruptedException {
        List<ShotCell> cells = run("no-new-traffic");

        assertThat(cell(cells, "canary", false).lastSeconds()).isBetween(0.0, 2.0);
        assertThat(cell(cells, "none", false).lastSeconds())
                .isGreaterThan(cell(cells, "canary", false).lastSeconds());
    }

    @Test
    void shouldShowATableForEachKindOfConnectionAndEveryDemand() throws InterruptedException {
        SuiteResult result = new ShootOutReport(run("disruption-10s", "no-new-traffic")).result();

        assertThat(result.rows())
                .hasSize(2 * CONNECTIONS * Circumstance.oracles().size());
        assertThat(result.report().verdict()).matches("The canary meets \\d of 4 demands\\.");
        assertThat(result.report().sections().get(0).tables()).hasSize(CONNECTIONS);
        assertThat(result.report().sections().get(0).tables().get(0).rows())
                .allSatisfy(row -> assertThat(row).hasSize(3))
                .anySatisfy(row -> assertThat(row.get(1).best()).isTrue());
    }

    @Test
    void shouldRefuseTheTestbed() {
        SuiteContext context = new SuiteContext(
                ParsedOptions.of(Mode.TESTBED),
                new PartRunner(1, new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)),
                Path.of("target"),
                List.of(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ShootOutSuite().run(context))
                .withMessageContaining("simulated only");
        context.workers().close();
    }
}
