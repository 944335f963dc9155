package io.github.restartoracle.internal.outbound;

import static io.github.restartoracle.internal.outbound.VirtualLink.MILLIS;
import static io.github.restartoracle.internal.outbound.VirtualLink.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.settings.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests a service that answers 503 with {@code Retry-After} to ten calls, after which no other call is made. */
class RetryAfterTest {
    private static final long MESSAGES = 10;

    static List<Arguments> combinations() {
        List<Arguments> all = new ArrayList<>();
        for (String oracle : List.of("none", "fixed", "exponential-backoff", "jacobson-karn", "qest", "canary")) {
            for (int pauseSeconds : new int[] {1, 5, 20}) {
                for (boolean inOrder : new boolean[] {false, true}) {
                    all.add(Arguments.of(oracle, pauseSeconds, inOrder));
                }
            }
        }
        return all;
    }

    static List<Arguments> restarting() {
        return combinations().stream()
                .filter(each -> !"none".equals(each.get()[0]))
                .toList();
    }

    private static VirtualLink link(String oracle, int pauseSeconds, boolean inOrder, LongPredicate cut) {
        OracleFactory oracles = OracleCatalog.load().factory(Settings.of(Map.of("oracle", oracle)));
        VirtualLink link = new VirtualLink(oracles, new Random(1), 5 * MILLIS, cut, inOrder);
        link.refuses = nanos -> nanos < SECOND / 2;
        link.retryAfter = Duration.ofSeconds(pauseSeconds);
        for (int i = 1; i <= MESSAGES; i++) {
            link.send(i, i * MILLIS);
        }
        return link;
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void shouldDeliverWithoutANewCallWhenThePauseIsOver(String oracle, int pauseSeconds, boolean inOrder) {
        VirtualLink link = link(oracle, pauseSeconds, inOrder, nanos -> false);
        link.run(120 * SECOND);
        assertThat(link.lastRefusedNanos).isPositive();
        assertThat(link.lastAcknowledgedNanos - link.lastRefusedNanos)
                .isBetween(pauseSeconds * SECOND, (pauseSeconds + 2) * SECOND);
        assertThat(link.path.status(link.clock.nanoTime()).missedWakeUps()).isZero();
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void shouldDeliverWhenThePauseIsOverAlsoIfTheLinkWasCutMeanwhile(String oracle, int pauseSeconds, boolean inOrder) {
        VirtualLink link = link(
                oracle,
                pauseSeconds,
                inOrder,
                nanos -> nanos > SECOND / 4 && nanos < SECOND / 4 + pauseSeconds * SECOND / 2);
        link.run(120 * SECOND);
        assertThat(link.lastAcknowledgedNanos - link.lastRefusedNanos)
                .isBetween(pauseSeconds * SECOND, (pauseSeconds + 2) * SECOND);
        assertThat(link.path.status(link.clock.nanoTime()).missedWakeUps()).isZero();
    }

    /**
     * Compares, from the return of the link on, with the time after any cut; "none" leaves the restart to the transport.
     */
    @ParameterizedTest
    @MethodSource("restarting")
    void shouldDeliverWithoutANewCallWhenACutOutlastsThePause(String oracle, int pauseSeconds, boolean inOrder) {
        long returnNanos = (pauseSeconds + 5) * SECOND;
        VirtualLink link = link(oracle, pauseSeconds, inOrder, nanos -> nanos > 3 * SECOND / 4 && nanos < returnNanos);
        link.run(120 * SECOND);
        assertThat(link.lastAcknowledgedNanos - returnNanos).isBetween(0L, (oracle.equals("canary") ? 4 : 30) * SECOND);
        assertThat(link.path.backlog().unresolved()).isZero();
        assertThat(link.path.status(link.clock.nanoTime()).missedWakeUps()).isZero();
    }
}
