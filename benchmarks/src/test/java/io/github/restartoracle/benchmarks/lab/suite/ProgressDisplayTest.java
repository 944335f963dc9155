package io.github.restartoracle.benchmarks.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.time.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ManualClock clock = new ManualClock();
    private final ProgressDisplay progress = new ProgressDisplay(
            new PrintStream(bytes, true, StandardCharsets.UTF_8), clock, HOUR, Duration.ofSeconds(5));

    @Test
    void shouldPrintALineWhenTheLastOneIsOldEnough() {
        progress.update("fixed", Duration.ZERO);
        clock.advance(Duration.ofSeconds(5));
        progress.update("fixed", Duration.ofSeconds(5));
        clock.advance(Duration.ofMillis(4999));
        progress.update("fixed", Duration.ofSeconds(10));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).containsExactly("  0 %  fixed, 60 min left");
    }

    @Test
    void shouldCorrectThePlanWhenItIsFollowedSlowly() {
        clock.advance(Duration.ofMinutes(60));
        progress.update("qest, run 2 of 3", Duration.ofMinutes(20));
        progress.say("disruption-60s has ended");

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        " 33 %  qest, run 2 of 3, 2 h 00 min left", "       disruption-60s has ended (after 60 min)");
    }

    @Test
    void shouldShowThePlanWhenItHasNotBegun() {
        clock.advance(Duration.ofSeconds(5));
        progress.update("none", Duration.ofSeconds(-2));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).containsExactly("  0 %  none, 60 min left");
    }

    @Test
    void shouldSayWhatItWaitsForWhenThePlanIsOver() {
        clock.advance(Duration.ofMinutes(61));
        progress.update("none", Duration.ofMinutes(61));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("100 %  none, waiting for the last messages");
    }

    @Test
    void shouldSayHowLongItHasTakenWhenNobodyKnowsHowLongItTakes() {
        ProgressDisplay unplanned = new ProgressDisplay(
                new PrintStream(bytes, true, StandardCharsets.UTF_8), clock, Duration.ZERO, Duration.ZERO);

        clock.advance(Duration.ofSeconds(12));
        unplanned.update("runs, 0 of 4", 0.0);
        unplanned.update("runs, 1 of 4", 0.25);

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("0 of 4, 12 s so far")
                .contains("1 of 4, 36 s left");
    }
}
