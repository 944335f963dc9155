package io.github.restartoracle.harness.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.junit.RequiresDocker;
import io.github.restartoracle.harness.proof.FaultNotAppliedException;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All kinds of faults in one run of real containers. Edges are asserted by the proof, times as lower bounds. */
@RequiresDocker
class ContainerFaultsIT {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerFaultsIT.class);
    private static final List<Path> CLASS_PATH = List.of(Path.of("target/test-classes"), Path.of("target/classes"));
    private static final FaultSchedule LATE = FaultSchedule.parse("- {at: 4s, for: 3s, disrupt: both}");

    private static final List<Proxy> RELAYS_OF_TCP = List.of(Proxy.TOXIPROXY, Proxy.HAPROXY_TCP, Proxy.NGINX_STREAM);

    /** Kept after the test, since it has the logs of the programs. */
    private static final Path OUTPUT = Path.of("target/container-faults");

    private static Map<String, PairResult> results = Map.of();

    private static PairPlan pair(String name, Link link, int bytes, String... faults) {
        return new PairPlan(
                name,
                NodeProgram.java(CLASS_PATH, EchoSource.class.getName())
                        .withJvmFlags("-XX:TieredStopAtLevel=1")
                        .withArguments("10", Integer.toString(bytes)),
                NodeProgram.java(CLASS_PATH, EchoDestination.class.getName()).withJvmFlags("-XX:TieredStopAtLevel=1"),
                link,
                faults.length == 0 ? FaultSchedule.none() : FaultSchedule.parse(String.join("\n", faults)));
    }

    /** Returns the same pair with a source that waits for an echo for a second at most. */
    private static PairPlan impatient(PairPlan pair) {
        NodeProgram source = pair.source();
        List<String> arguments = new ArrayList<>(source.arguments());
        arguments.add("1000");
        return new PairPlan(
                pair.name(),
                source.withArguments(arguments.toArray(String[]::new)),
                pair.destination(),
                pair.link(),
                pair.schedule());
    }

    /** Returns the faults that are really carried out: for two pairs they differ from the plan. */
    private static FaultSchedule carriedOut(PairPlan pair) {
        return switch (pair.name()) {
            case "no-rule" -> FaultSchedule.none();
            case "late-rule" -> LATE;
            default -> pair.schedule();
        };
    }

    @BeforeAll
    static void runAllPairs() {
        Link slow = new Link(OptionalLong.of(1_000_000), Duration.ofMillis(50), Duration.ZERO);
        List<PairPlan> plans = new ArrayList<>(List.of(
                pair("disruption", Link.of(1_000_000), 50, "- {at: 3s, for: 3s, disrupt: both}"),
                pair("one-way", Link.ideal(), 50, "- {at: 3s, for: 3s, disrupt: backward}"),
                pair("reset", Link.ideal(), 50, "- {at: 3s, for: 3s, reset: forward}"),
                pair("dead-address", Link.ideal(), 50).withDeadAddress(),
                pair("loss", Link.ideal(), 50, "- {at: 0s, loss: 10%, direction: both}"),
                pair("drop", Link.ideal(), 50, "- {at: 0s, drop-packet: 1, direction: backward}"),
                pair("slow", slow, 12_500),
                pair("no-rule", Link.ideal(), 50, "- {at: 0s, loss: 30%, direction: both}"),
                pair("late-rule", Link.ideal(), 50, "- {at: 3s, for: 3s, disrupt: both}")));
        for (Proxy proxy : RELAYS_OF_TCP) {
            plans.add(impatient(pair(proxy.toString(), Link.ideal(), 50, "- {at: 3s, for: 3s, disrupt: both}"))
                    .withProxy(proxy, EchoDestination.PORT));
        }
        try (Testbed testbed = Testbed.open(OUTPUT)) {
            List<CompletableFuture<PairResult>> runs = plans.stream()
                    .map(plan -> testbed.run(plan, Duration.ofMinutes(1), carriedOut(plan)))
                    .toList();
            results = runs.stream()
                    .map(CompletableFuture::join)
                    .collect(Collectors.toMap(PairResult::pair, Function.identity()));
        }
        results.values().forEach(r -> r.proof().verdicts().forEach(v -> LOG.info("{}: {}", r.pair(), v)));
    }

    private static PairResult result(String pair) {
        return Objects.requireNonNull(results.get(pair), pair);
    }

    /** Returns rows of begin, connected, answered. */
    private static List<List<Long>> connections(String pair) throws IOException {
        List<List<Long>> rows = Files.readAllLines(result(pair).sourceOutput().resolve("connections.txt")).stream()
                .map(line ->
                        List.of(line.split(" ")).stream().map(Long::valueOf).toList())
                .toList();
        assertThat(rows).as("connections of %s", pair).isNotEmpty();
        return rows;
    }

    @Test
    void shouldLetNothingThroughDuringADisruptionWhenItIsInBothDirections() throws IOException {
        result("disruption").requireValid();

        assertThat(result("disruption").proof().verdicts())
                .hasSize(2)
                .allMatch(v -> v.outcome() == Outcome.APPLIED && v.dropped() > 0);
        assertThat(connections("disruption"))
                .noneMatch(row -> row.get(1) >= 3_000 && row.get(1) < 6_000)
                // The exchange that connects or awaits its answer when the cut begins ends after the cut.
                .anyMatch(row -> row.get(0) < 6_000 && row.get(2) >= 6_000);
    }

    @Test
    void shouldRefuseConnectionsWhenTheyAreReset() throws IOException {
        result("reset").requireValid();

        assertThat(result("reset").proof().verdicts())
                .singleElement()
                .matches(v -> v.outcome() == Outcome.APPLIED && v.dropped() > 0);
        assertThat(Integer.parseInt(
                        Files.readString(result("reset").sourceOutput().resolve("reset.txt"))))
                .isGreaterThan(10);
        assertThat(connections("reset"))
                .noneMatch(row -> row.get(2) >= 3_100 && row.get(2) < 6_000)
                .anyMatch(row -> row.get(2) >= 6_000);
    }

    @ParameterizedTest
    @FieldSource("RELAYS_OF_TCP")
    void shouldAcceptConnectionsInADisruptionWhenThereIsAProxy(Proxy proxy) throws IOException {
        result(proxy.toString()).requireValid();

        assertThat(connections(proxy.toString()))
                .anyMatch(row -> row.get(0) >= 3_000 && row.get(1) < 6_000 && row.get(2) == EchoSource.NEVER)
                .noneMatch(row -> row.get(2) >= 3_100 && row.get(2) < 6_000);
    }

    @Test
    void shouldGetNoAnswerFromTheFirstAddressWhenItIsDead() throws IOException {
        result("dead-address").requireValid();

        assertThat(connections("dead-address")).isNotEmpty().allMatch(row -> row.get(1) - row.get(0) >= 2_000);
    }

    @Test
    void shouldTouchOneDirectionOnlyWhenADisruptionIsOneWay() {
        result("one-way").requireValid();

        assertThat(result("one-way").proof().verdicts())
                .singleElement()
                .satisfies(v -> assertThat(v.outcome()).isEqualTo(Outcome.APPLIED));
    }

    @Test
    void shouldLoseTheRequestedShareWhenLossIsRandom() {
        result("loss").requireValid();

        assertThat(result("loss").proof().verdicts()).hasSize(2).allMatch(v -> v.outcome() == Outcome.APPLIED);
    }

    @Test
    void shouldCostOneSynTimeoutWhenEachSynAckIsDropped() throws IOException {
        result("drop").requireValid();

        List<List<Long>> connections = connections("drop");
        assertThat(result("drop").proof().verdicts())
                .singleElement()
                .satisfies(v -> assertThat(v.dropped()).isEqualTo(connections.size()));
        assertThat(connections).allMatch(row -> row.get(1) - row.get(0) >= 1_000);
    }

    @Test
    void shouldTakeARoundTripAndTheSerialisationWhenTheLinkIsSlow() throws IOException {
        result("slow").requireValid();

        // 100 ms for the handshake; then 100 ms of delay, 12,500 bytes at 1 Mbit/s, and the echo of the last packet.
        assertThat(connections("slow"))
                .allMatch(row -> row.get(1) - row.get(0) >= 99)
                .allMatch(row -> row.get(2) - row.get(1) >= 208);
    }

    @Test
    void shouldFailTheRunWhenARuleWasNotInstalled() {
        assertThatThrownBy(result("no-rule")::requireValid)
                .isInstanceOf(FaultNotAppliedException.class)
                .hasMessageContaining("{at: 0s, loss: 30%, direction: both}")
                .hasMessageContaining("counter was not found");
    }

    @Test
    void shouldFailTheRunWhenADisruptionCameAtAnotherTime() {
        assertThatThrownBy(result("late-rule")::requireValid)
                .isInstanceOf(FaultNotAppliedException.class)
                .hasMessageContaining("requested a disruption from 3.000 s to 6.000 s; applied from ")
                // The time of the last probe that arrived: at or before the 4 s at which the rule was installed, or
                // later.
                .message()
                .satisfies(text -> assertThat(appliedFrom(text)).isGreaterThan(3.1));
    }

    private static double appliedFrom(String text) {
        Matcher seconds = Pattern.compile("applied from ([0-9.]+?)\\.\\.").matcher(text);
        assertThat(seconds.find()).as(text).isTrue();
        return Double.parseDouble(seconds.group(1));
    }

    @Test
    void shouldDoubleSynTimeoutsFromTheFirstRetryWhenTheKernelHasTheChoice() throws IOException {
        Path linear = result("slow").sourceOutput().resolve("syn-linear-timeouts.txt");

        assertThat(Files.exists(linear) ? Files.readString(linear).strip() : "0")
                .isEqualTo("0");
    }

    @Test
    void shouldStopASourceAndKeepTheOtherResultsWhenItRunsTooLong() {
        PairPlan endless = new PairPlan(
                "endless",
                NodeProgram.java(CLASS_PATH, EchoDestination.class.getName()),
                NodeProgram.java(CLASS_PATH, EchoDestination.class.getName()),
                Link.ideal(),
                FaultSchedule.none());
        try (Testbed testbed = Testbed.open(OUTPUT)) {
            CompletableFuture<PairResult> stopped = testbed.run(endless, Duration.ofSeconds(5));
            CompletableFuture<PairResult> other = testbed.run(pair("short", Link.ideal(), 50), Duration.ofMinutes(1));

            assertThat(other.join().exitCode()).isZero();
            assertThat(stopped.join().exitCode()).isNotZero();
            assertThatThrownBy(stopped.join()::requireValid).hasMessageContaining("endless");
        }
    }

    @Test
    void shouldRefuseAPairWhileAnotherOfItsNameRunsAndEndARunWhenItIsClosed() {
        PairPlan plan = pair("twice", Link.ideal(), 50);
        CompletableFuture<PairResult> running;
        try (Testbed testbed = Testbed.open(OUTPUT)) {
            running = testbed.run(plan, Duration.ofMinutes(1));

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> testbed.run(plan, Duration.ofMinutes(1)))
                    .withMessage("a pair with the name twice is running");
        }
        assertThat(running).isCompletedExceptionally();
    }
}
