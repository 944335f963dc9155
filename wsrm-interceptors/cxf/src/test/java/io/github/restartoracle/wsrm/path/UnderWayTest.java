package io.github.restartoracle.wsrm.path;

import static io.github.restartoracle.wsrm.path.PathFixture.message;
import static io.github.restartoracle.wsrm.path.SimulatedLink.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The messages under way, one at a time here. */
class UnderWayTest {
    private final PathFixture path =
            new PathFixture(OracleCatalog.load().factory(Settings.of(Map.of("oracle", "canary"))));
    private final UnderWay<String> underWay = new UnderWay<>();
    private final Message<String> first = message(path.sequence, 1);
    private final Message<String> second = message(path.sequence, 2);

    UnderWayTest() {
        underWay.restart();
        underWay.dispatched(first, 0);
    }

    @Test
    void shouldTakeTheNextWhenOneIsAnswered() {
        assertThat(underWay.isOpen()).isFalse();

        underWay.answered(first, SECOND);

        assertThat(underWay.isOpen()).isTrue();
        assertThat(underWay.nanosUntilOpen(SECOND)).isZero();
    }

    @Test
    void shouldCountAMessageOnceHoweverManyCopies() {
        underWay.answered(first, SECOND);
        underWay.dispatched(first, SECOND);
        underWay.dispatched(first, 2 * SECOND);

        // Two places.
        assertThat(underWay.isOpen()).isTrue();
    }

    @Test
    void shouldNotLetAMessageThatHangsHoldTheOthersUp() {
        assertThat(underWay.nanosUntilOpen(4 * SECOND)).isEqualTo(6 * SECOND);
        underWay.look(9 * SECOND);
        assertThat(underWay.isOpen()).isFalse();

        underWay.look(10 * SECOND);

        assertThat(underWay.isOpen()).isTrue();
    }

    @Test
    void shouldWaitForASlowService() {
        underWay.answered(first, 30 * SECOND);
        underWay.dispatched(first, 30 * SECOND);
        underWay.dispatched(second, 31 * SECOND);

        underWay.look(149 * SECOND);
        assertThat(underWay.isOpen()).isFalse();

        underWay.look(150 * SECOND);
        assertThat(underWay.isOpen()).isTrue();
    }

    @Test
    void shouldForgetWhatWasUnderWayWhenThePathBeginsAnew() {
        underWay.restart();

        assertThat(underWay.isOpen()).isTrue();
    }
}
