package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.SoftAssertions.assertSoftly;

import io.github.restartoracle.spring.boot.OutageLoad.Seen;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Many messages, or many paths, in an outage. {@link OutageLoad} can be run with more of them. */
class OutageLoadIT {
    private static final int PER_PATH = 64;
    private static final int TOTAL = 200;

    /** Timer, event loop, 4 for preparing, 4 for responses, 4 for lookups; the server has 200 and its own. */
    private static final int THREADS = 14 + 200 + 20;

    /** Half of the bytes of CXF's queue, although the messages in flight are a large part of so few. */
    private static final long BYTES = 14_500;

    @ParameterizedTest
    @CsvSource({"1, 4000", "100, 20"})
    void shouldBoundWhatItTakesAndDeliverAllWhenItIsOver(int paths, int each) throws Exception {
        try (OutageLoad load = new OutageLoad(
                paths,
                "--restart-oracle.oracle=fixed",
                "--restart-oracle.initial-timeout=1s",
                "--restart-oracle.max-in-flight=" + PER_PATH,
                "--restart-oracle.max-in-flight-total=" + TOTAL)) {
            Seen seen = load.run(each, Duration.ofSeconds(2));
            assertSoftly(softly -> {
                softly.assertThat(seen.pending())
                        .as(() -> "pending, another number on " + seen.unlike())
                        .isEqualTo(paths * each);
                softly.assertThat(seen.threads()).as("threads").isLessThanOrEqualTo(THREADS);
                softly.assertThat(seen.inFlight())
                        .as("in flight")
                        .isPositive()
                        .isLessThanOrEqualTo(paths == 1 ? PER_PATH : TOTAL + paths);
                softly.assertThat(seen.bytesPerMessage()).as("bytes").isLessThan(BYTES);
                softly.assertThat(seen.delivered()).as("delivered").isEqualTo(paths * each);
                softly.assertThat(seen.different()).as("different").isEqualTo(paths * each);
            });
        }
    }
}
