package io.github.restartoracle.internal.outbound;

import static io.github.restartoracle.internal.outbound.VirtualLink.MILLIS;
import static io.github.restartoracle.internal.outbound.VirtualLink.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests fifteen healthy paths, alone and beside five others, with one window for all. */
class NeighbourPathsTest {
    private static final OracleFactory CANARY = OracleCatalog.load().factory(Settings.of(Map.of("oracle", "canary")));
    private static final int HEALTHY = 15;
    private static final int OTHERS = 5;
    private static final int PLACES = 8192;
    private static final int MESSAGES = 300;
    private static final long INTERVAL = 5 * MILLIS;
    private static final long BEGIN = SECOND;
    private static final long END = 120 * SECOND;

    private final ManualClock clock = new ManualClock();

    private VirtualLink link(SharedWindow shared, int seed, LongPredicate cut) {
        VirtualLink link = new VirtualLink(CANARY, new Random(seed), 5 * MILLIS, cut, false, clock, shared);
        for (int i = 1; i <= MESSAGES; i++) {
            link.send(i, BEGIN + i * INTERVAL);
        }
        return link;
    }

    /**
     * Returns the arrival times of the messages of the healthy paths, beside a number of paths whose links are cut at a
     * time.
     */
    private List<Long> arrivals(int others, long cutNanos) {
        clock.set(0);
        SharedWindow shared = new SharedWindow(PLACES, Long.MAX_VALUE);
        List<VirtualLink> links = new ArrayList<>();
        for (int i = 0; i < others; i++) {
            links.add(link(shared, HEALTHY + i, nanos -> nanos >= cutNanos));
        }
        for (int i = 0; i < HEALTHY; i++) {
            links.add(link(shared, i, nanos -> false));
        }
        VirtualLink.run(links, END);
        links.subList(0, others)
                .forEach(dead -> assertThat(dead.path.backlog().unresolved()).isPositive());
        return links.subList(others, links.size()).stream()
                .flatMap(healthy -> healthy.messages.values().stream())
                .map(written -> written.arrivedNanos)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_500_000_000L})
    void shouldNotFeelNeighboursThatAreDeadOrDie(long cutNanos) {
        List<Long> alone = arrivals(0, cutNanos);
        assertThat(alone).hasSize(HEALTHY * MESSAGES).doesNotContain(-1L);
        assertThat(arrivals(OTHERS, cutNanos)).isEqualTo(alone);
    }
}
