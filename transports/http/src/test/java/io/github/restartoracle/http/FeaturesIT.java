package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.restartoracle.http.FeaturePair.Kind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Features of CXF beside reliable messaging: on a healthy link, over a cut, and with a restarted service.
 * {@code -Dfeatures=all} tries every combination, with cuts of 10 s; the results go to standard output.
 */
class FeaturesIT {
    private static final boolean ALL = "all".equals(System.getProperty("features"));
    private static final int CALLS = 5;
    private static final int CUT_SECONDS = ALL ? 10 : 2;

    /** The fault after the first call. */
    enum Fault {
        NONE,
        CUT,
        RESTART
    }

    @TempDir
    Path directory;

    static List<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (Fault fault : Fault.values()) {
                for (String ours : List.of("source", "destination", "both")) {
                    boolean sampled = ours.equals("both")
                            && (fault == Fault.NONE || (kind == Kind.MTOM_GZIP && fault == Fault.CUT));
                    // A stock source sends forever to a sequence that its destination has forgotten.
                    boolean isOurs = fault != Fault.RESTART || !ours.equals("destination");
                    if (isOurs && (ALL || sampled)) {
                        cells.add(Arguments.of(kind, fault, ours));
                    }
                }
            }
        }
        return cells;
    }

    @ParameterizedTest(name = "{0}, {1}, ours: {2}")
    @MethodSource("cells")
    void shouldDeliverEveryCallOnce(Kind kind, Fault fault, String ours) throws Exception {
        assumeTrue(fault != Fault.CUT || Cut.isPossible(), "iptables cannot be used");
        PrintStream console = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        String result = "failed";
        long beginNanos = System.nanoTime();
        try (FeaturePair pair = new FeaturePair(kind, ours, directory)) {
            pair.call(0);
            await().atMost(Duration.ofMinutes(1)).until(() -> pair.delivered().equals(List.of(0)));
            await().atMost(Duration.ofMinutes(1)).until(pair::isAcknowledged);
            try (Cut cut = new Cut(pair.port)) {
                if (fault == Fault.CUT) {
                    cut.begin();
                } else if (fault == Fault.RESTART) {
                    pair.restartService();
                }
                for (int i = 1; i < CALLS; i++) {
                    pair.callInBackground(i);
                }
                if (fault == Fault.CUT) {
                    TimeUnit.SECONDS.sleep(CUT_SECONDS);
                }
            }
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> pair.delivered().size() + pair.givenUp() >= CALLS && pair.answered());
            List<Integer> delivered = pair.delivered();
            result = delivered.size() + " of " + CALLS + " delivered, " + pair.givenUp() + " given up, "
                    + pair.failures().size() + " calls failed " + pair.failures();
            assertThat(delivered).doesNotHaveDuplicates();
            if (fault != Fault.RESTART) {
                assertThat(delivered).hasSize(CALLS);
                await().atMost(Duration.ofMinutes(1)).until(pair::isAcknowledged);
            }
        } finally {
            System.setErr(console);
            System.out.printf(
                    "cell %s %s %s: %s, %d s%n",
                    kind, fault, ours, result, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - beginNanos));
        }
        assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain(FeaturePair.PASSWORD);
    }
}
