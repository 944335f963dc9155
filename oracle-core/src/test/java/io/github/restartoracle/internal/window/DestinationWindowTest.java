package io.github.restartoracle.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the messages in flight at a destination, of which one is allowed at first. */
class DestinationWindowTest {
    private static final long SECOND = 1_000_000_000;

    private final DestinationWindow<String> window = new DestinationWindow<>();
    private final String first = "1";
    private final String second = "2";
    private final String third = "3";

    DestinationWindowTest() {
        window.restart();
        window.dispatched(first, 0);
    }

    @Test
    void shouldTakeTheNextWhenOneIsAnswered() {
        assertThat(window.isOpen(SECOND)).isFalse();

        window.answered(first, SECOND);

        assertThat(window.isOpen(SECOND)).isTrue();
    }

    @Test
    void shouldCountAMessageOnceHoweverManyCopies() {
        window.answered(first, SECOND);
        window.dispatched(first, SECOND);
        window.dispatched(first, 2 * SECOND);

        // The answer has raised the limit to 2.
        assertThat(window.isOpen(2 * SECOND)).isTrue();
    }

    @Test
    void shouldNotLetAMessageThatHangsHoldTheOthersUp() {
        assertThat(window.nanosUntilFreed(4 * SECOND)).isEqualTo(6 * SECOND);
        assertThat(window.isOpen(9 * SECOND)).isFalse();
        assertThat(window.isOpen(10 * SECOND)).isTrue();
        assertThat(window.nanosUntilFreed(10 * SECOND)).isEqualTo(Long.MAX_VALUE);
    }

    /**
     * Takes 15 s for each message: the first slots are freed before the first answer, which shows that this time is usual.
     */
    @Test
    void shouldLearnHowLongASlowServiceTakes() {
        window.dispatched(second, 10 * SECOND);
        window.answered(first, 15 * SECOND);
        window.dispatched(third, 15 * SECOND);

        assertThat(window.isOpen(69 * SECOND)).isFalse();
        assertThat(window.isOpen(70 * SECOND)).isTrue();
    }

    @Test
    void shouldForgetMessagesInFlightWhenThePathBeginsAgain() {
        window.restart();

        assertThat(window.isOpen(SECOND)).isTrue();
    }
}
