package io.github.restartoracle.benchmarks.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.benchmarks.lab.theory.Outages;
import io.github.restartoracle.benchmarks.lab.theory.Outages.Outage;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.FormatException;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.Window;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioFilesTest {
    private static final String HEAD = "name: mine\nmessages: 40\ninterval: 250ms\n";

    private final ScenarioFiles files = new ScenarioFiles();

    private Scenario one(String yaml) {
        List<Scenario> scenarios = files.parse("s.yaml", yaml);
        assertThat(scenarios).hasSize(1);
        return scenarios.get(0);
    }

    @Test
    void shouldReadEveryKeyWhenAllAreGiven() {
        Scenario scenario = one("""
                name: my-scenario
                transport: mail
                messages: 40
                interval: 250ms
                payload-bytes: 1000
                link: {bandwidth: 1mbit, delay: 0ms, jitter: 0ms}
                tcp: {syn-timeout: 3s}
                faults:
                  - {at: 5s, for: 2s, disrupt: both}
                oracles:
                  - {name: fixed, timeout: 4s}
                  - {name: fixed, timeout: 2s, max-attempts: 3, label: fixed-2s}
                  - {name: qest, timeout: 4s, buckets: 100, variant: as-printed}
                """);

        assertThat(scenario.transport()).isEqualTo(Transport.MAIL);
        assertThat(scenario.link()).isEqualTo(Link.of(1_000_000));
        assertThat(scenario.synTimeout()).isEqualTo(SynTimeout.PAPER);
        assertThat(scenario.faults())
                .isEqualTo(FaultSchedule.of(Disruption.of(Duration.ofSeconds(5), Duration.ofSeconds(2))));
        assertThat(scenario.sending()).isEqualTo(Duration.ofSeconds(10));
        assertThat(scenario.oracles())
                .containsExactly(
                        OracleSpec.of("fixed", Map.of("timeout", "4s")),
                        new OracleSpec("fixed-2s", "fixed", Map.of("initial-timeout", "2s", "max-attempts", "3")),
                        new OracleSpec(
                                "qest",
                                "qest",
                                Map.of("initial-timeout", "4s", "qest.buckets", "100", "qest.variant", "as-printed")));
    }

    @Test
    void shouldFillInTheDefaultsWhenOnlyTheRequiredKeysAreThere() {
        Scenario scenario = one(HEAD);

        assertThat(scenario.transport()).isEqualTo(Transport.HTTP);
        assertThat(scenario.connections()).isEqualTo(Connections.KEPT);
        assertThat(scenario.payloadBytes()).isEqualTo(50);
        assertThat(scenario.link()).isEqualTo(Link.ideal());
        assertThat(scenario.synTimeout()).isEqualTo(SynTimeout.KERNEL);
        assertThat(scenario.faults()).isEqualTo(FaultSchedule.none());
        assertThat(scenario.oracles()).isEqualTo(TableOne.oracles(Transport.HTTP));
    }

    @Test
    void shouldReadWhatBecomesOfConnections() {
        Scenario scenario = one(HEAD + "connections: per-attempt\n");

        assertThat(scenario.connections()).isEqualTo(Connections.PER_ATTEMPT);
        assertThat(one(scenario.notation())).isEqualTo(scenario);
    }

    @Test
    void shouldReadWhatTheServiceDoes() {
        Scenario scenario = one(HEAD
                + "service: {stock: true, time: 200ms, spread: exponential, threads: 2, limit: 8, stall: {at: 1m, for: 30s},"
                + " busy: {at: 2m, for: 20s, retry-after: 5s}, tls-fails: {at: 3m, for: 10s}}\n");

        assertThat(scenario.service())
                .isEqualTo(new Service(
                        true,
                        Duration.ofMillis(200),
                        Spread.EXPONENTIAL,
                        2,
                        8,
                        Optional.of(Window.once(Duration.ofMinutes(1), Optional.of(Duration.ofSeconds(30)))),
                        Optional.of(new Service.Busy(
                                Window.once(Duration.ofMinutes(2), Optional.of(Duration.ofSeconds(20))),
                                Optional.of(Duration.ofSeconds(5)))),
                        Optional.of(Window.once(Duration.ofMinutes(3), Optional.of(Duration.ofSeconds(10))))));
        assertThat(scenario.outages().list())
                .containsExactly(
                        new Outage(Duration.ofSeconds(60), Duration.ofSeconds(90)),
                        new Outage(Duration.ofSeconds(120), Duration.ofSeconds(140)),
                        new Outage(Duration.ofSeconds(180), Duration.ofSeconds(190)));
        assertThat(one(scenario.notation())).isEqualTo(scenario);
        assertThat(Service.parse(scenario.service().notation())).isEqualTo(scenario.service());
    }

    @Test
    void shouldHaveTheSettingOfThePaperByMailAndForThePaper() {
        assertThat(one(HEAD + "transport: mail\n").connections()).isEqualTo(Connections.PER_ATTEMPT);
        Scenario asShipped = one(HEAD + "transport: mail\nconnections: kept\n");
        assertThat(asShipped.connections()).isEqualTo(Connections.KEPT);
        assertThat(one(asShipped.notation())).isEqualTo(asShipped);
        assertThat(PaperScenarios.of(Transport.HTTP))
                .allSatisfy(scenario -> assertThat(scenario.connections()).isEqualTo(Connections.PER_ATTEMPT));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            mesages: 3                                | s.yaml:4:1: unknown key "mesages": expected name, transport, connections, proxy, dead-address,
            connections: pooled                       | s.yaml:4:14: connections: "pooled" cannot be used: expected kept or per-attempt
            transport: ftp                            | s.yaml:4:12: transport: "ftp" cannot be used: expected http or mail
            payload-bytes: -1                         | s.yaml:4:16: payload-bytes: "-1" cannot be used: expected a whole number, 0 or more
            payload-bytes: []                         | s.yaml:4:16: payload-bytes: expected a single value
            payload-bytes: [1, -1]                    | s.yaml:4:16: payload-bytes: "-1" cannot be used: expected a whole number, 0 or more
            transport: mail\\nservice: {time: 1s}    | s.yaml:5:10: service: only with transport: http
            service: {stall: {at: 1s}}                | s.yaml:4:18: service.stall: expected at and for, such as {at: 60s, for: 30s}
            service: {threads: -1}                    | s.yaml:4:20: service: threads: "-1" cannot be used: expected a whole number, 0 or more
            service: {busy: {at: 0s, for: 9s, retry-after: 500ms}} | s.yaml:4:48: service.busy: retry-after: expected whole seconds, 1s or more
            transport: [http, mail]                   | s.yaml:4:12: transport: expected a single value
            link: {bandwidth: fast}                   | s.yaml:4:19: link: bandwidth: "fast" cannot be used: expected a rate
            tcp: {syn-timeout: 2s}                    | s.yaml:4:20: tcp.syn-timeout: "2s" cannot be used: expected kernel or 3s
            tcp: 3s                                   | s.yaml:4:6: tcp: expected keys with values
            tcp: {syn: 3s}                            | s.yaml:4:7: tcp: unknown key "syn": expected syn-timeout
            faults: [{at: 1 parsec, disrupt: both}]   | s.yaml:4:15: faults: at: "1 parsec" cannot be used: expected a duration
            oracles: fixed                            | s.yaml:4:10: oracles: expected a list of oracles
            oracles: []                               | oracles: expected at least one oracle
            oracles: [{timeout: 4s}]                  | s.yaml:4:11: oracles: name is missing: expected one of canary, cxf-policy, exponential-backoff,
            oracles: [{name: delphi}]                 | s.yaml:4:18: oracles: name: "delphi" is no oracle: expected one of canary, cxf-policy, exponential-backoff,
            oracles: [{name: outbox, timeout: 1s}]    | s.yaml:4:11: oracles: outbox has no parameters
            proxy: true                               | s.yaml:4:8: proxy: "true" cannot be used: expected toxiproxy or haproxy-tcp or
            oracles: [{name: fixed, timeout: soon}]   | s.yaml:4:34: oracles: timeout: "soon" cannot be used: expected a duration
            oracles: [{name: qest, bucket: 3}]        | s.yaml:4:32: oracles: bucket: "3" cannot be used: no such property; known are
            oracles: [{name: qest, buckets: 0}]       | s.yaml:4:33: oracles: buckets: "0" cannot be used: expected a whole number from 1
            oracles: [{name: fixed}, {name: fixed}]   | s.yaml:4:26: oracles: two oracles are called "fixed": give one of them a label
            messages: 3                               | Duplicate field 'messages'
            """)
    void shouldPointAtTheMistakeWhenAKeyCannotBeRead(String line, String message) {
        assertThatThrownBy(() -> files.parse("s.yaml", HEAD + line.replace("\\n", "\n")))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            messages: 3\\ninterval: 1s             | s.yaml:1:1: name is missing
            name: a\\ninterval: 1s                 | s.yaml:1:1: messages is missing
            name: a\\nmessages: 0\\ninterval: 1s   | s.yaml:2:11: messages: "0" cannot be used: expected a whole number, 1 or more
            name: A b\\nmessages: 1\\ninterval: 1s | s.yaml:1:7: name: "A b" cannot be used: expected lower-case letters
            name: a\\nmessages: 1\\ninterval: 0s   | s.yaml:3:11: interval: expected a duration of more than 0s
            name: a\\nmessages: 1\\ninterval: soon | s.yaml:3:11: interval: "soon" cannot be used: expected a duration such as 500ms
            - a                                    | s.yaml:1:1: expected keys with values
            """)
    void shouldPointAtTheMistakeWhenARequiredKeyIsWrong(String text, String message) {
        assertThatThrownBy(() -> files.parse("s.yaml", text.replace("\\n", "\n")))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRunEveryCombinationWhenNumbersAreLists() {
        List<Scenario> sweep = files.parse("s.yaml", """
                name: sweep
                messages: 40
                interval: [250ms, 500ms]
                faults:
                  - {at: 0s, loss: [0%, 1%, 2%]}
                oracles:
                  - {name: none}
                  - {name: fixed, timeout: [1s, 2s, 4s]}
                """);

        assertThat(sweep)
                .extracting(Scenario::parameters)
                .containsExactly(
                        Map.of("interval", "250ms", "loss", "0%"),
                        Map.of("interval", "250ms", "loss", "1%"),
                        Map.of("interval", "250ms", "loss", "2%"),
                        Map.of("interval", "500ms", "loss", "0%"),
                        Map.of("interval", "500ms", "loss", "1%"),
                        Map.of("interval", "500ms", "loss", "2%"));
        assertThat(sweep).extracting(Scenario::name).doesNotHaveDuplicates();
        assertThat(sweep).allSatisfy(scenario -> {
            assertThat(scenario.family()).isEqualTo("sweep");
            assertThat(scenario.oracles())
                    .extracting(OracleSpec::swept)
                    .containsExactly(
                            Map.of(), Map.of("timeout", "1s"), Map.of("timeout", "2s"), Map.of("timeout", "4s"));
            assertThat(scenario.oracles()).extracting(OracleSpec::label).doesNotHaveDuplicates();
        });
    }

    @Test
    void shouldReadAFaultThatRepeats() {
        Scenario scenario = one(HEAD + "faults: [{at: 1s, for: 1s, every: 5s, disrupt: both}]");

        assertThat(scenario.outages().list())
                .startsWith(
                        new Outages.Outage(Duration.ofSeconds(1), Duration.ofSeconds(2)),
                        new Outages.Outage(Duration.ofSeconds(6), Duration.ofSeconds(7)));
    }

    @Test
    void shouldKnowWhetherAMessageArrivesInAnOutage() {
        String back = "faults: [{at: 1s, for: 1s, disrupt: backward}]";

        assertThat(one(HEAD + back).arrivesInNoOutage()).isFalse();
        assertThat(one(HEAD + "connections: per-attempt\n" + back).arrivesInNoOutage())
                .isTrue();
        assertThat(one(HEAD + back.replace("backward", "both")).arrivesInNoOutage())
                .isTrue();
        assertThat(one(HEAD + "faults: [{at: 1s, for: 1s, reset: forward}]")
                        .outages()
                        .list())
                .containsExactly(new Outages.Outage(Duration.ofSeconds(1), Duration.ofSeconds(2)));
    }

    @Test
    void shouldGiveEveryOracleOfTableOneItsParametersWhenTheFactoryIsMade() {
        for (Transport transport : Transport.values()) {
            for (OracleSpec spec : TableOne.oracles(transport)) {
                assertThat(OracleCatalog.load()
                                .factory(spec.settings())
                                .pathOracle()
                                .timeoutNanos(0, Stage.UNOBSERVED, 1))
                        .as("%s %s", transport, spec.name())
                        .isEqualTo(expectedSeconds(transport, spec.name()));
            }
        }
    }

    private static long expectedSeconds(Transport transport, String oracle) {
        return switch (oracle) {
            case "none" -> Long.MAX_VALUE;
            case "fixed", "exponential-backoff" -> transport == Transport.HTTP ? 4_000_000_000L : 14_000_000_000L;
            default -> transport == Transport.HTTP ? 4_000_000_000L : 10_000_000_000L;
        };
    }

    @Test
    void shouldHaveTheRowsAndParametersOfTableThree() {
        assertThat(PaperScenarios.of(Transport.MAIL)).hasSize(5).allSatisfy(scenario -> {
            assertThat(scenario.transport()).isEqualTo(Transport.MAIL);
            assertThat(scenario.oracles()).hasSize(5);
            assertThat(scenario.oracles().get(1).properties()).containsEntry("initial-timeout", "14s");
        });
    }
}
