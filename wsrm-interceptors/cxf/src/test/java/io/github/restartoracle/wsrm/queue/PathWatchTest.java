package io.github.restartoracle.wsrm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.pending.SampleUse;
import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.wsrm.path.PathStatus;
import io.github.restartoracle.wsrm.path.PathStatus.Reach;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PathWatchTest {
    private static final Object PATH = "a path";
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final Reach DOWN = new Reach(true, MINUTE, MINUTE / 600, 0);

    private final PathWatch watch = new PathWatch(List.of(), new ManualClock());

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
}
