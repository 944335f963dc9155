package io.github.restartoracle.wsrm.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.ledger.TransmissionSummary;
import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import org.junit.jupiter.api.Test;

class PathRecorderTest {
    private static final long SECOND = 1_000_000_000;

    private final PathRecorder recorder = new PathRecorder();

    private static Delivery delivery(String address, int attempts, int arrived, long ettNanos, long rttNanos) {
        return new Delivery(
                new MessageId("s", 1), "{urn}port", address, attempts, arrived, SampleUse.EXACT, ettNanos, rttNanos);
    }

    @Test
    void shouldCountWhatTheSourceKnows() {
        recorder.delivered(delivery("http://one/", 3, 1, 5 * SECOND, SECOND));
        recorder.delivered(delivery("http://one/", 2, 0, SECOND, -1));
        recorder.delivered(delivery("http://two/", 1, 0, -1, -1));
        recorder.lost("{urn}port", "http://two/", "closed");

        TransmissionSummary all = recorder.summary();

        assertThat(all.messages()).isEqualTo(4);
        assertThat(all.lost()).isOne();
        assertThat(all.attempts()).isEqualTo(6);
        assertThat(all.ettSeconds().mean()).isEqualTo(3);
        assertThat(all.urc().mean())
                .as("2 of the first, 0 of the third, the second unknown")
                .isOne();
        assertThat(all.rttSeconds().mean()).isOne();
        assertThat(recorder.summaries().get(new PathRecorder.PathName("{urn}port", "http://two/")))
                .satisfies(two -> assertThat(two.messages()).isEqualTo(2));
    }

    @Test
    void shouldCountFurtherPathsTogether() {
        for (int i = 0; i < 3 * PathRecorder.MOST_PATHS; i++) {
            recorder.delivered(delivery("http://host" + i + "/", 1, 1, SECOND, SECOND));
        }

        assertThat(recorder.paths()).hasSize(PathRecorder.MOST_PATHS + 1);
        assertThat(recorder.summaries().get(PathRecorder.OTHER))
                .satisfies(other -> assertThat(other.messages()).isEqualTo(2 * PathRecorder.MOST_PATHS));
        assertThat(recorder.summary().messages()).isEqualTo(3 * PathRecorder.MOST_PATHS);
    }
}
