package io.github.restartoracle.benchmarks.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.experiments.OracleSpec;
import io.github.restartoracle.benchmarks.experiments.PaperScenarios;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.experiments.Transport;
import io.github.restartoracle.benchmarks.results.Summary;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.journal.JournalRow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final long SEED = 2006;

    private static Scenario scenario(String name) {
        return PaperScenarios.find(Transport.HTTP, name).orElseThrow();
    }

    private static Summary simulate(Scenario scenario, SimulationSettings settings, String oracle)
            throws InterruptedException {
        return Simulation.of(scenario, settings, SEED).run(1, 1, () -> {}).stream()
                .filter(summary -> summary.oracle().label().equals(oracle))
                .findFirst()
                .orElseThrow();
    }

    /** The closed form knows no bandwidth, so that what was held up does not queue when the link is back. */
    private static Scenario withoutBandwidth(Scenario scenario) {
        return new Scenario(
                scenario.name(),
                scenario.transport(),
                scenario.messages(),
                scenario.interval(),
                scenario.payloadBytes(),
                Link.ideal(),
                scenario.synTimeout(),
                scenario.faults(),
                scenario.oracles());
    }

    /** 0.16 s from end to end, as in Table II's first row. */
    private static SimulationSettings of2005WithoutLink() {
        return SimulationSettings.of2005().withProcessing(Duration.ofMillis(80), Duration.ofMillis(80));
    }

    /** The disruption rows of Table II, which are closed-form with the SYN timer of 2005. */
    @ParameterizedTest
    @CsvSource({
        "disruption-60s, none, 2.95, 0",
        "disruption-60s, fixed, 2.01, .435",
        "disruption-60s, exponential-backoff, 2.10, .146",
        "disruption-10s, none, .244, 0",
        "disruption-10s, fixed, .222, .010",
        "disruption-10s, exponential-backoff, .224, .008"
    })
    void shouldGiveTheClosedFormOfTableTwoWhenTheTimersAreThoseOf2005(
            String scenario, String oracle, double ett, double urc) throws InterruptedException {
        Summary summary = simulate(withoutBandwidth(scenario(scenario)), of2005WithoutLink(), oracle);

        double tolerance = scenario.equals("disruption-60s") ? 0.005 : 0.0005;
        assertThat(summary.ettOverMessages().mean()).isEqualTo(ett, within(tolerance));
        assertThat(summary.urcOverMessages().mean()).isEqualTo(urc, within(0.0005));
        assertThat(summary.lost()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-faults", "disruption-10s", "disruption-60s", "loss-2pct", "loss-10pct"})
    void shouldGiveTheSameWhenQuietConversationsAreNotReplayed(String name) {
        Scenario scenario = scenario(name);
        Simulation simulation = Simulation.of(scenario, SimulationSettings.today(SynSchedule.LINUX_DOUBLING), SEED);
        for (OracleSpec oracle : scenario.oracles()) {
            List<JournalRow> replayed = new ArrayList<>();
            List<JournalRow> inFull = new ArrayList<>();
            simulation.journal(oracle, 1, replayed::add);
            simulation.withoutShortcuts().journal(oracle, 1, inFull::add);

            assertThat(replayed).as("%s, seed %d", oracle.label(), SEED).isEqualTo(inFull);
        }
    }

    @Test
    void shouldGiveTheSameWhenRunByMoreThreads() throws InterruptedException {
        Simulation simulation = Simulation.of(scenario("loss-10pct"), SimulationSettings.of2005(), SEED);

        assertThat(simulation.run(4, 3, () -> {})).isEqualTo(simulation.run(4, 1, () -> {}));
    }
}
