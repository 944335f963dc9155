package io.github.restartoracle.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the limit that is learnt from refusals. */
class ConcurrencyLimitTest {
    private final ConcurrencyLimit limit = new ConcurrencyLimit();
    private int refusals;

    /**
     * Answers a number of messages at a destination with a capacity; the source sends as many at once as the limit allows.
     */
    private void carry(int messages, int capacity) {
        int underWay = 0;
        for (int left = messages; left > 0; left--) {
            while (underWay < left && limit.isOpen(underWay)) {
                if (underWay == capacity) {
                    limit.refused(underWay);
                    refusals++;
                } else {
                    underWay++;
                }
            }
            limit.answered(underWay, 10, 10);
            underWay--;
        }
    }

    private int most() {
        int inFlight = 0;
        while (limit.isOpen(inFlight)) {
            inFlight++;
        }
        return inFlight;
    }

    @Test
    void shouldHaveNoLimitBeforeTheFirstRefusal() {
        limit.answered(10_000, 10, 10);

        assertThat(limit.isOpen(10_000)).isTrue();
    }

    @Test
    void shouldTakeForTheLimitWhatWasNotRefused() {
        limit.refused(4);

        assertThat(most()).isEqualTo(4);
        assertThat(limit.isOpen(4)).isFalse();
        assertThat(limit.isOpen(3)).isTrue();
    }

    @Test
    void shouldTryOneMoreAfterAnswersThatDouble() {
        carry(100, 4);

        // The first, and after 8, 16 and 32 answers; the next would come after 64 more.
        assertThat(refusals).isEqualTo(4);
        assertThat(most()).isEqualTo(4);
    }

    @Test
    void shouldFollowADestinationThatTakesMore() {
        carry(20, 2);
        carry(2000, 40);

        assertThat(most()).isEqualTo(40);
    }

    @Test
    void shouldStartSlowlyWhenARefusalTellsNoNumber() {
        limit.refused(0);
        assertThat(most()).isOne();

        carry(31, 100);

        assertThat(most()).isGreaterThanOrEqualTo(16);
        assertThat(refusals).isZero();
    }

    @Test
    void shouldNotGrowWhileItHoldsNothingBack() {
        limit.refused(4);

        for (int i = 0; i < 100; i++) {
            limit.answered(3, 10, 10);
        }

        assertThat(most()).isEqualTo(4);
    }

    /** Covers messages sent over connections that the relay has not set up yet, which are answered late. */
    @Test
    void shouldNotGrowWhileSomethingOnTheWayIsAQueue() {
        limit.restart();
        limit.answered(1, 10, 0);
        assertThat(most()).isEqualTo(2);

        for (int i = 1; i <= 100; i++) {
            limit.answered(2, 10, 30 + 10 * i);
        }
        assertThat(most()).isEqualTo(3);

        limit.answered(3, 10, 20);
        assertThat(most()).isEqualTo(4);
    }
}
