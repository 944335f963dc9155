package io.github.restartoracle.wsrm.destination;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.time.ManualClock;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PromptnessTest {
    private final ManualClock clock = new ManualClock(-5);
    private final Promptness promptness = new Promptness(clock, 2);

    private void deliver(long millis) {
        long begunNanos = promptness.begin();
        pass(millis);
        promptness.end(begunNanos);
    }

    private void pass(long millis) {
        clock.advance(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    void shouldBePromptUntilOneDeliveryTakesItsTime() {
        assertThat(promptness.isPrompt()).isTrue();
        deliver(99);
        assertThat(promptness.isPrompt()).isTrue();
        deliver(100);
        assertThat(promptness.isPrompt()).isFalse();
    }

    @Test
    void shouldBePromptAgainAfterSeveralPromptDeliveries() {
        deliver(100);
        for (int i = 0; i < 4; i++) {
            assertThat(promptness.isPrompt()).isFalse();
            deliver(1);
        }
        assertThat(promptness.isPrompt()).isTrue();
    }

    @Test
    void shouldNotBePromptWhileADeliveryHangs() {
        long hanging = promptness.begin();
        pass(60);
        assertThat(promptness.isPrompt()).isTrue();
        deliver(40);
        assertThat(promptness.isPrompt()).isFalse();
        promptness.end(hanging);
        assertThat(promptness.isPrompt()).isFalse();
    }

    @Test
    void shouldBoundTheRequestsThatWait() {
        long first = promptness.begin();
        promptness.begin();
        assertThat(promptness.isPrompt()).isFalse();
        promptness.end(first);
        assertThat(promptness.isPrompt()).isTrue();
    }
}
