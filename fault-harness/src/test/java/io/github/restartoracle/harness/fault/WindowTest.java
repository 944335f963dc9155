package io.github.restartoracle.harness.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.harness.fault.Window.Span;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static final Window REPEATED = new Window(seconds(60), Optional.of(seconds(1)), Optional.of(seconds(5)));

    private static Duration seconds(int count) {
        return Duration.ofSeconds(count);
    }

    private static boolean contains(Window window, long millis) {
        return window.contains(millis * 1_000_000);
    }

    @Test
    void shouldIncludeEachBeginningAndNoEndWhenItRepeats() {
        assertThat(contains(REPEATED, 59_999)).isFalse();
        assertThat(contains(REPEATED, 60_000)).isTrue();
        assertThat(contains(REPEATED, 60_999)).isTrue();
        assertThat(contains(REPEATED, 61_000)).isFalse();
        assertThat(contains(REPEATED, 65_000)).isTrue();
        assertThat(contains(REPEATED, 66_000)).isFalse();
        assertThat(contains(REPEATED, 1_000_060_500)).isTrue();
    }

    @Test
    void shouldListTheTimesUpToTheEnd() {
        assertThat(REPEATED.until(Duration.ofMillis(70_500)))
                .containsExactly(
                        new Span(seconds(60), seconds(61)),
                        new Span(seconds(65), seconds(66)),
                        new Span(seconds(70), Duration.ofMillis(70_500)));
        assertThat(Window.once(seconds(3), Optional.empty()).until(seconds(9)))
                .containsExactly(new Span(seconds(3), seconds(9)));
    }

    @Test
    void shouldTakeRepetitionsForAnOverlapAsLongAsTheyGoOn() {
        assertThat(REPEATED.overlaps(Window.once(seconds(2000), Optional.of(seconds(1)))))
                .isTrue();
        assertThat(REPEATED.overlaps(Window.once(seconds(50), Optional.of(seconds(10)))))
                .isFalse();
    }
}
