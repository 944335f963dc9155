package io.github.restartoracle.benchmarks.lab.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.scenario.Connections;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Reset;
import io.github.restartoracle.harness.fault.Window;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The path of production over the models of TCP and of a service. */
class PathSimulationTest {
    private static final long SEED = 2006;
    private static final int MESSAGES = 400;
    private static final OracleSpec CANARY = OracleSpec.of("canary", Map.of());
    private static final OracleSpec NONE = OracleSpec.of("none", Map.of());
    private static final OracleSpec FIXED = OracleSpec.of("fixed", Map.of("timeout", "4s"));

    private static Scenario scenario(FaultSchedule faults) {
        return Timers.TODAY.applyTo(PaperScenarios.find(Transport.HTTP, "no-faults")
                .orElseThrow()
                .withMessages(MESSAGES)
                .withFaults(faults));
    }

    private static FaultSchedule outage(Direction direction) {
        return FaultSchedule.of(
                new Disruption(Window.once(Duration.ofSeconds(20), Optional.of(Duration.ofSeconds(30))), direction));
    }

    private static CellStatistics run(OracleSpec oracle, FaultSchedule faults, ConnectionUse model) {
        Scenario scenario = scenario(faults);
        return Simulation.of(scenario, Timers.TODAY.settings(scenario), SEED)
                .overPath(model)
                .run(oracle, 1);
    }

    @Test
    void shouldKeepConnectionsWhereAScenarioSaysSo() {
        Scenario kept = scenario(outage(Direction.BOTH)).withConnections(Connections.KEPT);

        CellStatistics canary =
                Simulation.of(kept, Timers.TODAY.settings(kept), SEED).run(CANARY, 1);

        assertThat(canary.summary().lost()).isZero();
        // The probes of the outage.
        assertThat(canary.perMessage("connects")).isLessThan(1);
    }

    @ParameterizedTest
    @EnumSource(Direction.class)
    void shouldDeliverEverythingWhereConnectionsAreReset(Direction direction) {
        Window window = Window.once(Duration.ofSeconds(20), Optional.of(Duration.ofSeconds(30)));
        Scenario kept = scenario(FaultSchedule.of(new Reset(window, direction))).withConnections(Connections.KEPT);

        CellStatistics canary =
                Simulation.of(kept, Timers.TODAY.settings(kept), SEED).run(CANARY, 1);

        assertThat(canary.summary().lost()).isZero();
        assertThat(canary.summary().ettMaxSeconds()).isBetween(29.0, 36.0);
    }

    private static CellStatistics run(OracleSpec oracle, Service service) {
        Scenario scenario = scenario(FaultSchedule.none()).withService(service);
        return Simulation.of(scenario, Timers.TODAY.settings(scenario), SEED).run(oracle, 1);
    }

    @Test
    void shouldComeAgainWhenABusyServiceHasSaid() {
        Service busy = Service.parse("{busy: {at: 20s, for: 30s, retry-after: 5s}}");

        CellStatistics canary = run(CANARY, busy);

        assertThat(canary.summary().lost()).isZero();
        assertThat(canary.summary().ettMaxSeconds()).isBetween(30.0, 36.0);
    }

    /**
     * Sends a megabyte at once over 8 kB/s, which takes two minutes, in which the messages are received one after the other.
     */
    @Test
    void shouldNotTakeASlowLinkForADeadOne() {
        Scenario slow = new ScenarioFiles().parse("slow.yaml", """
                        name: slow
                        messages: 10
                        interval: 10ms
                        payload-bytes: 100000
                        link: {bandwidth: 64kbit, delay: 20ms}
                        """).get(0);

        CellStatistics canary =
                Simulation.of(slow, Timers.TODAY.settings(slow), SEED).run(CANARY, 1);

        assertThat(canary.summary().lost()).isZero();
        assertThat(canary.summary().urc().mean()).isZero();
        assertThat(canary.summary().ettMaxSeconds()).isLessThan(1.1 * 128);
    }

    /** Sends 100 requests, which would take 40 s one after the other. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void shouldLearnHowManyRequestsAServiceTakesAtOnce(int limit) {
        Scenario crowd = scenario(FaultSchedule.none())
                .withMessages(100)
                .withInterval(Duration.ofMillis(10))
                .withService(Service.parse("{time: 400ms, threads: 1, limit: " + limit + "}"));

        CellStatistics canary =
                Simulation.of(crowd, Timers.TODAY.settings(crowd), SEED).run(CANARY, 1);

        assertThat(canary.summary().lost()).isZero();
        assertThat(canary.summary().urc().mean()).isLessThanOrEqualTo(0.1);
        assertThat(canary.summary().ettMaxSeconds()).isLessThan(1.1 * 40);
    }

    @Test
    void shouldMakeTheRestartsOfCxfOneAfterTheOther() {
        Service stalled = Service.parse("{time: 250ms, threads: 1, stall: {at: 20s, for: 30s}}");

        CellStatistics cxf = run(OracleSpec.CXF_POLICY, stalled);
        CellStatistics sameIntervals = run(OracleSpec.of("exponential-backoff", Map.of("timeout", "3s")), stalled);

        assertThat(cxf.summary().lost()).isZero();
        assertThat(cxf.summary().urc().mean()).isLessThan(0.05);
        assertThat(sameIntervals.summary().urc().mean()).isGreaterThan(0.2);
    }

    @Test
    void shouldNotLetCxfLookAtRetryAfter() {
        CellStatistics told = run(OracleSpec.CXF_POLICY, Service.parse("{busy: {at: 20s, for: 30s, retry-after: 5s}}"));
        CellStatistics untold = run(OracleSpec.CXF_POLICY, Service.parse("{busy: {at: 20s, for: 30s}}"));

        assertThat(told.summary()).isEqualTo(untold.summary());
    }

    @Test
    void shouldAcknowledgeWhatWasReadWithTheNextAnswer() {
        Service slow = Service.parse("{time: 1900ms, spread: exponential}");

        CellStatistics fixed = run(FIXED, slow);

        // 12 % of the answers take longer than 4 s.
        assertThat(fixed.summary().urc().mean()).isLessThan(0.02);
    }

    @ParameterizedTest
    @EnumSource(Transport.class)
    void shouldRunAnOracleThatKnowsStagesOverEveryTransport(Transport transport) {
        Scenario cut = PaperScenarios.find(transport, "disruption-60s").orElseThrow();
        Simulation simulation = Simulation.of(cut, Timers.AS_IN_FILE.settings(cut), SEED);

        CellStatistics canary = simulation.run(CANARY, 1);

        assertThat(canary.summary().lost()).isZero();
        assertThat(canary.summary().ettSeconds().mean())
                .isLessThanOrEqualTo(
                        simulation.run(NONE, 1).summary().ettSeconds().mean());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest", "canary"})
    void shouldTakeAsLongWithAnyOracleWhenNothingFails(String oracle) {
        CellStatistics none = run(NONE, FaultSchedule.none(), ConnectionUse.closing(false));

        CellStatistics other = run(OracleSpec.of(oracle, Map.of()), FaultSchedule.none(), ConnectionUse.closing(false));

        assertThat(other.summary().ettSeconds().mean())
                .isCloseTo(none.summary().ettSeconds().mean(), within(1e-9));
        assertThat(other.summary().attempts()).isEqualTo(MESSAGES);
        assertThat(other.perMessage("connects")).isOne();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRaceConnectionsAndWriteEachMessageOnceInAnOutage(boolean kept) {
        CellStatistics canary = run(CANARY, outage(Direction.BOTH), ConnectionUse.closing(kept));
        CellStatistics none = run(NONE, outage(Direction.BOTH), ConnectionUse.closing(kept));

        assertThat(canary.summary().lost()).isZero();
        assertThat(canary.summary().urc().mean()).isZero();
        assertThat(canary.summary().ettSeconds().mean())
                .isLessThan(none.summary().ettSeconds().mean());
        // Each probe opens another connection.
        double single = kept ? 1.0 / MESSAGES : 1;
        assertThat(canary.perMessage("connects")).isGreaterThan(single + 50.0 / MESSAGES);
    }

    @Test
    void shouldOpenOneConnectionWhenConnectionsAreKept() {
        CellStatistics canary = run(CANARY, FaultSchedule.none(), ConnectionUse.closing(true));

        assertThat(canary.perMessage("connects")).isEqualTo(1.0 / MESSAGES);
        assertThat(canary.summary().lost()).isZero();
    }

    @Test
    void shouldCountACopyThatArrivesTwice() {
        // Requests arrive, and no acknowledgement comes back for 30 s, on existing connections.
        CellStatistics fixed = run(FIXED, outage(Direction.BACKWARD), ConnectionUse.closing(true));

        assertThat(fixed.summary().urc().mean()).isPositive();
    }

    @Test
    void shouldCountCopiesThatAreWrittenAfterTheAcknowledgement() {
        ConnectionUse model = ConnectionUse.closing(false);

        CellStatistics closing = run(FIXED, outage(Direction.BOTH), model);
        CellStatistics other = run(FIXED, outage(Direction.BOTH), new ConnectionUse(false, false, false));

        // Up to 8 connections for each of 60 messages, all of which are set up when the link is back.
        assertThat(other.summary().urc().mean())
                .isGreaterThan(0.1)
                .isGreaterThan(closing.summary().urc().mean());
        assertThat(other.summary().attempts()).isEqualTo(Math.round(MESSAGES * other.perMessage("connects")));
    }

    @Test
    void shouldLoseConnectsAloneWhenAcknowledgementsAreLostAtRandom() {
        FaultSchedule loss = FaultSchedule.of(new RandomLoss(Window.always(), 0.3, Direction.BACKWARD));

        CellStatistics canary = run(CANARY, loss, ConnectionUse.closing(false));

        assertThat(canary.summary().urc().mean()).isZero();
        assertThat(canary.perMessage("connects")).isBetween(1.1, 2.0);
    }

    @Test
    void shouldServeEveryCopyWhenTheServiceIsOverloaded() {
        Service overloaded = Service.parse("{time: 250ms, threads: 1, stall: {at: 20s, for: 30s}}");

        CellStatistics none = run(NONE, overloaded);
        CellStatistics fixed = run(FIXED, overloaded);

        assertThat(none.summary().lost()).isZero();
        assertThat(none.summary().ettMaxSeconds()).isBetween(29.0, 31.0);
        assertThat(fixed.summary().ettSeconds().mean())
                .isGreaterThan(2 * none.summary().ettSeconds().mean());
        assertThat(fixed.summary().urc().mean()).isGreaterThan(1);
    }

    @Test
    void shouldRepeatItselfToTheDigit() {
        FaultSchedule loss = FaultSchedule.of(RandomLoss.of(0.1));

        assertThat(run(CANARY, loss, ConnectionUse.closing(false)).summary())
                .isEqualTo(run(CANARY, loss, ConnectionUse.closing(false)).summary());
    }
}
