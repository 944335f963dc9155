package io.github.restartoracle.wsrm.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.house.RecordedLog;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.status.PathStatus.Reach;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.time.ManualClock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PathWatchTest {
    private static final Object PATH = "a path";
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final Reach DOWN = new Reach(true, MINUTE, MINUTE / 600, 0, null);

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ManualClock clock = new ManualClock();
    private final PathWatch watch = new PathWatch(List.of(), clock);

    @RegisterExtension
    private final RecordedLog logged = new RecordedLog();

    private static PathStatus status(int waiting, long silentNanos, long acknowledged, Reach reach) {
        return new PathStatus(
                "Orders",
                "http://supplier",
                "canary",
                waiting,
                0,
                null,
                waiting,
                0,
                0,
                silentNanos,
                0,
                0,
                0,
                0,
                0,
                0,
                Map.of(SampleUse.EXACT, acknowledged),
                0,
                0,
                0,
                0,
                new TreeMap<>(),
                reach,
                Map.of());
    }

    @Test
    void shouldEndAnOutageWhenAMessageIsAcknowledged() {
        assertThat(watch.check(PATH, status(1, MINUTE, 7, Reach.UP))).isTrue();
        assertThat(watch.check(PATH, status(0, 0, 8, Reach.UP))).isFalse();
    }

    @Test
    void shouldNotEndAnOutageWhenItsMessagesWereGivenUp() {
        assertThat(watch.check(PATH, status(1, MINUTE, 7, Reach.UP))).isTrue();
        assertThat(watch.check(PATH, status(0, 0, 7, Reach.UP))).isTrue();
        assertThat(watch.check(PATH, status(1, 0, 7, Reach.UP))).isTrue();
        assertThat(watch.check(PATH, status(0, 0, 8, Reach.UP))).isFalse();
    }

    @Test
    void shouldReportAPathThatIsDownOnlyWhenAMessageWaits() {
        assertThat(watch.check(PATH, status(0, 0, 7, DOWN))).isFalse();
        assertThat(watch.check(PATH, status(1, 0, 7, DOWN))).isTrue();
    }

    @Test
    void shouldCountAnOutageFromItsBeginning() {
        watch.check(PATH, status(1, 0, 7, new Reach(true, 9 * SECOND, SECOND / 2, 0, null)));
        clock.advance(SECOND);
        watch.check(PATH, status(0, 0, 8, Reach.UP));
        assertThat(logged.toString()).contains("back after 10 s");
    }

    @Test
    void shouldCountTheMessagesOfAnOutage() {
        watch.check(PATH, status(3, 0, 7, new Reach(true, 9 * SECOND, SECOND / 2, 0, null)));
        assertThat(logged.toString())
                .contains("no connection and no answer for 9 s, one message is tried every 500 ms, messages without an"
                        + " acknowledgement: 3");
    }
}
