package io.github.restartoracle.benchmarks.lab.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.github.restartoracle.benchmarks.lab.results.Estimate;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings.Recovery;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Transfer.Sent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A comparison with the TCP agents Reno, Newreno and Sack1 of ns-2 2.35. {@code second-simulator/ns2-tcp.sh} in the test
 * resources writes the output of ns-2. Both simulators count whole segments, acknowledge each, and have timeouts of at least
 * 200 ms, and of 3 s at first.
 */
class SecondSimulatorTest {
    private static final int SEGMENT_BYTES = 1000;
    private static final int RUNS = 2000;
    private static final long SEED = 2006;

    private static TcpSettings tcp(Recovery recovery) {
        return Kernel.OF_STANDARDS
                .tcp()
                .withMinRto(Duration.ofMillis(200))
                .withTimestamps(true)
                .withRecovery(recovery)
                .withMss(SEGMENT_BYTES)
                .withInitialWindow(1);
    }

    private static List<String[]> lines(String name) throws IOException {
        try (InputStream in = SecondSimulatorTest.class.getResourceAsStream("/second-simulator/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .toList();
        }
    }

    /** The segments that ns-2 sends with each kind of recovery and list of lost packets. */
    record Traced(Recovery recovery, String lost, List<Sent> sent) {
        @Override
        public String toString() {
            return recovery + " without " + lost;
        }
    }

    static Stream<Traced> traces() throws IOException {
        Map<List<String>, List<Sent>> traces = new LinkedHashMap<>();
        for (String[] line : lines("ns2-sent.csv")) {
            traces.computeIfAbsent(List.of(line[0], line[1]), key -> new ArrayList<>())
                    .add(new Sent(Integer.parseInt(line[2]), Double.parseDouble(line[3])));
        }
        return traces.entrySet().stream()
                .map(entry -> new Traced(
                        Recovery.valueOf(entry.getKey().get(0)), entry.getKey().get(1), entry.getValue()));
    }

    /**
     * Returns the time of segment 1, with which the comparison begins: before it ns-2 sends headers alone, the laboratory a
     * whole segment.
     */
    private static double begin(List<Sent> sent) {
        return sent.get(1).seconds();
    }

    /**
     * Returns the time at which each segment is sent again for the first time, until the first is sent a third time, which is
     * after a timeout.
     */
    private static Map<Integer, Double> repeats(List<Sent> sent) {
        Set<Integer> seen = new HashSet<>();
        Map<Integer, Double> repeats = new LinkedHashMap<>();
        for (Sent segment : sent) {
            if (!seen.add(segment.segment())
                    && repeats.put(segment.segment(), segment.seconds() - begin(sent)) != null) {
                repeats.put(segment.segment(), repeats.remove(segment.segment()));
                break;
            }
        }
        return repeats;
    }

    @ParameterizedTest
    @MethodSource("traces")
    void shouldSendAgainTheSameSegmentsAtTheSameTimesAsTheSecondSimulator(Traced trace) {
        Set<Integer> lost =
                Arrays.stream(trace.lost().split(" ")).map(Integer::valueOf).collect(Collectors.toSet());
        List<Sent> ours = new Transfer(
                        tcp(trace.recovery()), 800_000, Duration.ofMillis(100), lost::contains, number -> false)
                .run(60, SEGMENT_BYTES)
                .sent();

        // Sack1 counts a gap as lost with one segment above it, RFC 6675 with three: up to a round trip later.
        double tolerance = trace.recovery() == Recovery.SACK ? 0.211 : 0.02;
        Map<Integer, Double> expected = repeats(trace.sent());
        Map<Integer, Double> repeats = repeats(ours);
        expected.keySet().retainAll(lost);
        repeats.keySet().retainAll(lost);
        assertThat(repeats.keySet()).containsExactlyElementsOf(expected.keySet());
        expected.forEach((segment, seconds) ->
                assertThat(repeats.get(segment)).as("segment %d", segment).isCloseTo(seconds, within(tolerance)));
        // The time of the last segment; ns-2 has one more, for the headers at the beginning.
        assertThat(at(59, ours)).isCloseTo(at(59, trace.sent()), withinPercentage(7));
    }

    private static double at(int segment, List<Sent> sent) {
        return sent.stream()
                        .filter(one -> one.segment() == segment)
                        .mapToDouble(Sent::seconds)
                        .max()
                        .orElseThrow()
                - begin(sent);
    }

    @Test
    void shouldTakeAsLongAsTheSecondSimulatorWhenPacketsAreLostAtRandom() throws IOException {
        SoftAssertions softly = new SoftAssertions();
        for (String[] line : lines("ns2-means.csv")) {
            Recovery recovery = Recovery.valueOf(line[0]);
            int segments = Integer.parseInt(line[1]);
            double loss = Double.parseDouble(line[2]);
            double expected = Double.parseDouble(line[4]);
            double interval = Double.parseDouble(line[5]);
            Estimate ours = Estimate.overMessages(IntStream.range(0, RUNS)
                    .mapToDouble(run -> seconds(recovery, segments, loss, run))
                    .toArray());
            softly.assertThat(ours.mean())
                    .as("%s, %d segments, loss %s, seed %d", recovery, segments, loss, SEED)
                    .isCloseTo(
                            expected,
                            within(0.1 * expected + interval + ours.halfWidth().orElseThrow()));
        }
        softly.assertAll();
    }

    private static double seconds(Recovery recovery, int segments, double loss, int run) {
        SplittableRandom forward = new SplittableRandom(SEED + run);
        SplittableRandom backward = new SplittableRandom(-SEED - run);
        return new Transfer(
                        tcp(recovery),
                        1_000_000_000,
                        Duration.ofNanos(7_500_000),
                        number -> forward.nextDouble() < loss,
                        number -> backward.nextDouble() < loss)
                .run(segments, SEGMENT_BYTES)
                .doneSeconds();
    }
}
