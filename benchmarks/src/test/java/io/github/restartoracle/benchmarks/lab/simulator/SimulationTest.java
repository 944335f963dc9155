package io.github.restartoracle.benchmarks.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.results.Cell;
import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.results.Evaluation;
import io.github.restartoracle.benchmarks.lab.results.Mode;
import io.github.restartoracle.benchmarks.lab.results.Row;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulationTest {
    private static final long SEED = 2006;

    private static Scenario scenario(String name) {
        return PaperScenarios.find(Transport.HTTP, name).orElseThrow();
    }

    private static Cell simulate(Scenario scenario, SimulationSettings settings, String oracle) {
        OracleSpec spec = scenario.oracles().stream()
                .filter(each -> each.label().equals(oracle))
                .findFirst()
                .orElseThrow();
        Scenario alone = scenario.withOracles(List.of(spec));
        Simulation simulation = Simulation.of(alone, settings, SEED);
        CellStatistics statistics = new CellStatistics(alone);
        statistics.add("run-1", simulation.run(spec, 1));
        return new Evaluation(alone, Mode.SIMULATION, settings.tcp().syn(), OptionalDouble.empty())
                .ofStatistics(List.of(statistics))
                .cells()
                .get(0);
    }

    /**
     * Removes the bandwidth, which the closed form does not have, so that delayed messages do not queue when the link is back.
     */
    private static Scenario withoutBandwidth(Scenario scenario) {
        return scenario.withLink(Link.ideal());
    }

    /** Returns settings with a loss-free time of 0.16 s, as in Table II's first row. */
    private static SimulationSettings of2005WithoutLink() {
        return SimulationSettings.of2005().withSending(Duration.ofMillis(80)).withReceiving(Duration.ofMillis(80));
    }

    /** Compares with the disruption rows of Table II, which are closed-form with the SYN timer of 2005. */
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
            String scenario, String oracle, double ett, double urc) {
        Cell cell = simulate(withoutBandwidth(scenario(scenario)), of2005WithoutLink(), oracle);

        double tolerance = scenario.equals("disruption-60s") ? 0.005 : 0.0005;
        assertThat(cell.ett()).isEqualTo(ett, within(tolerance));
        assertThat(cell.urc()).isEqualTo(urc, within(0.0005));
        assertThat(cell.lost()).isZero();
    }

    /** Tests that no more transmissions are necessary than were made, and that each attempt of HTTP is a connection. */
    @Test
    void shouldCountConnectionsAndSynsBesideTransmissions() {
        Row row = simulate(scenario("disruption-60s"), SimulationSettings.of2005(), "fixed")
                .row();

        assertThat(row.number("connects_mean")).isEqualTo(row.number("attempts_mean"), within(1e-5));
        assertThat(row.number("syns_mean")).isGreaterThan(row.number("connects_mean"));
    }

    @Test
    void shouldMeetEveryRepetitionOfAFault() {
        Scenario scenario = scenario("no-faults")
                .withMessages(100)
                .withFaults(FaultSchedule.parse("- {at: 1s, for: 1s, every: 5s, disrupt: both}"));

        Cell cell = simulate(scenario, SimulationSettings.today(Kernel.TODAY), "none");

        // Two of ten messages are due while the link is down: their SYN is sent again after 1 s.
        List<Integer> late = IntStream.range(0, 100)
                .filter(i -> cell.ettByMessage().get(i) > 0.9)
                .boxed()
                .toList();
        assertThat(late).hasSize(20).allMatch(i -> i % 10 == 2 || i % 10 == 3);
    }
}
