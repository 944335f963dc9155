package io.github.restartoracle.harness.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultFormatTest {
    private static final List<Direction> DIRECTIONS = List.of(Direction.values());

    record Scenario(
            String name,
            @Nullable Duration interval,
            int payloadBytes,
            @Nullable Link link,
            @Nullable FaultSchedule faults) {}

    private static Scenario read(String... lines) {
        return StrictYaml.ofDefaults().read("s.yaml", String.join("\n", lines), Scenario.class);
    }

    @Test
    void shouldReadEveryKindOfFaultWhenEmbeddedInAScenario() {
        Scenario scenario = read(
                "name: disruption-60s",
                "interval: 500ms",
                "payload-bytes: 50",
                "link: {bandwidth: 1mbit, delay: 20ms, jitter: 5ms}",
                "faults:",
                "  - {at: 60s, for: 60s, disrupt: both}                 # both | forward | backward",
                "  - {at: 0s, loss: 1%, direction: forward}",
                "  - {at: 0s, drop-packet: 9, direction: backward}",
                "  - {at: 5s, for: 10s, reset: forward}");

        assertThat(scenario.interval()).isEqualTo(Duration.ofMillis(500));
        assertThat(scenario.payloadBytes()).isEqualTo(50);
        assertThat(scenario.link())
                .isEqualTo(new Link(OptionalLong.of(1_000_000), Duration.ofMillis(20), Duration.ofMillis(5)));
        assertThat(scenario.faults())
                .isEqualTo(FaultSchedule.of(
                        Disruption.of(Duration.ofSeconds(60), Duration.ofSeconds(60)),
                        new RandomLoss(Window.always(), 0.01, Direction.FORWARD),
                        PacketDrop.of(9, Direction.BACKWARD),
                        new Reset(
                                Window.once(Duration.ofSeconds(5), Optional.of(Duration.ofSeconds(10))),
                                Direction.FORWARD)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            - {at: 0s, lose: 1%}                       | s:1:12: unknown key "lose": expected at, for, every, disrupt, loss, drop-packet, reset, direction
            - {at: 60, disrupt: both}                  | s:1:8: at: "60" cannot be used: expected a duration such as 500ms, 60s, 2m or PT1M30S
            - {at: 1s, disrupt: both, at: 2s}          | Duplicate field 'at'
            - {at: 0s, loss: 101%}                     | s:1:18: loss: "101%" cannot be used: expected a share such as 1% or 0.5%, from 0% to 100%
            - {at: 0s, loss: 0.01}                     | loss: "0.01" cannot be used
            - {at: 0s, loss: 1%, direction: sideways}  | direction: "sideways" cannot be used: expected both, forward or backward
            - {at: 0s, loss: 1%, disrupt: both}        | s:1:3: expected exactly one of disrupt, loss, drop-packet, reset in a fault, found disrupt, loss
            - {at: 0s}                                 | found none
            - {loss: 1%}                               | s:1:3: at is missing
            - {at: 0s, drop-packet: 0}                 | drop-packet: "0" cannot be used: expected a packet number from 1
            - {at: 0s, for: 0s, disrupt: both}         | s:1:3: for must be longer than 0s
            - {at: 0s, for: 2s, every: 2s, loss: 1%}   | s:1:3: every must be longer than for
            - {at: 0s, every: 2s, disrupt: both}       | s:1:3: every must be longer than for, without which a fault
            - {at: 0s, disrupt: both, direction: both} | direction: it stands behind disrupt
            - {at: 0s, reset: all}                     | reset: "all" cannot be used: expected both, forward or backward
            - {at: 0s, loss: [1%]}                     | loss: expected a single value
            - disrupt                                  | expected a fault such as {at: 60s, for: 60s, disrupt: both}
            loss: 1%                                   | s:1:1: expected a list of faults
            - {at: 0s                                  | s:
            ^^                                         | the document is empty
            """)
    void shouldPointAtTheMistakeWhenAFaultCannotBeRead(String yaml, String message) {
        assertThatThrownBy(() -> StrictYaml.ofDefaults().read("s", yaml, FaultSchedule.class))
                .isInstanceOf(FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldPointAtTheLaterFaultWhenDisruptionsOverlap() {
        assertThatThrownBy(() -> read(
                        "name: x",
                        "faults:",
                        "  - {at: 10s, for: 20s, disrupt: forward}",
                        "  - {at: 29s, for: 1s, disrupt: both}"))
                .isInstanceOf(FormatException.class)
                .hasMessage("s.yaml:4:5: faults: the fault {at: 29s, for: 1s, disrupt: both}"
                        + " overlaps {at: 10s, for: 20s, disrupt: forward}");
    }

    @Test
    void shouldNameThePathOfKeysWhenAnOuterKeyIsWrong() {
        assertThatThrownBy(() -> read("name: x", "interval: soon"))
                .hasMessage("s.yaml:2:11: interval: \"soon\" cannot be used: expected " + Quantity.DURATION);
        assertThatThrownBy(() -> read("name: x", "payload-bites: 50"))
                .hasMessageMatching("s\\.yaml:2:\\d+: unknown key \"payload-bites\": expected .*payload-bytes.*");
        assertThatThrownBy(() -> read("name: x", "link: {bandwith: 1mbit}"))
                .hasMessage("s.yaml:2:8: link: unknown key \"bandwith\": expected bandwidth, delay, jitter");
        assertThatThrownBy(() -> read("name: x", "link: {delay: 1ms, jitter: 2ms}"))
                .hasMessage("s.yaml:2:7: link: jitter must be from 0s to the delay, which is 1ms, not 2ms");
    }

    @Test
    void shouldReadBackAnEqualScheduleWhenNotationIsParsed() {
        long seed = 42;
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 500; i++) {
            Fault fault = randomFault(random);

            FaultSchedule read = FaultSchedule.parse("- " + fault.notation());

            assertThat(read.faults()).as("seed %d, draw %d", seed, i).containsExactly(fault);
        }
    }

    private static Fault randomFault(SplittableRandom random) {
        Duration at = Duration.ofMillis(random.nextInt(100_000));
        Optional<Duration> lasting =
                random.nextBoolean() ? Optional.empty() : Optional.of(Duration.ofNanos(1 + random.nextLong(1L << 40)));
        Optional<Duration> every = random.nextBoolean() ? lasting.map(d -> d.multipliedBy(2)) : Optional.empty();
        Window window = new Window(at, lasting, every);
        Direction direction = DIRECTIONS.get(random.nextInt(DIRECTIONS.size()));
        return switch (random.nextInt(3)) {
            case 0 -> new Disruption(window, direction);
            case 1 -> new RandomLoss(window, random.nextInt(1001) / 1000.0, direction);
            default -> new PacketDrop(window, 1 + random.nextInt(50), direction);
        };
    }

    @Test
    void shouldReadBackAnEqualLinkWhenNotationIsParsed() {
        Stream.of(Link.ideal(), Link.of(300_000), Link.of(1_500_000), Link.of(999), Link.of(12_345_678))
                .forEach(link -> assertThat(StrictYaml.ofDefaults().read("l", link.notation(), Link.class))
                        .isEqualTo(link));
    }
}
