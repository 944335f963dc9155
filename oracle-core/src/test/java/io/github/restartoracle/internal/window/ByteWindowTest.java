package io.github.restartoracle.internal.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** Tests the limit of the bytes in flight. */
class ByteWindowTest {
    private static final long MILLIS = 1_000_000;
    private static final long SECOND = 1_000 * MILLIS;
    private static final int KILO = 1000;

    private final ByteWindow window = new ByteWindow();

    private int admitted(int bytes) {
        int begun = 0;
        while (window.isOpen() && begun < 10_000) {
            window.begin(0, bytes);
            begun++;
        }
        return begun;
    }

    /** Carries messages over a link, as many at once as the window admits; returns the number in flight at the end. */
    private int carry(int messages, int bytes, long bytesPerSecond) {
        Deque<ByteWindow.Sent> underWay = new ArrayDeque<>();
        long now = 0;
        for (int i = 0; i < messages; i++) {
            while (window.isOpen()) {
                underWay.add(window.begin(now, bytes));
            }
            now += bytes * SECOND / bytesPerSecond;
            window.arrived(underWay.remove(), now);
        }
        return underWay.size() + admitted(bytes);
    }

    @Test
    void shouldTakeOneMessageHoweverLarge() {
        assertThat(admitted(100 * KILO)).isOne();
    }

    @Test
    void shouldTakeSmallMessagesBesideEachOther() {
        assertThat(admitted(2 * KILO)).isEqualTo(33);
    }

    @Test
    void shouldStayAtItsLeastOnASlowLink() {
        window.connected(40 * MILLIS);
        assertThat(carry(200, 10 * KILO, 8 * KILO)).isEqualTo(7);
    }

    /** Carries over a link with 100 MB/s and 20 ms: 2 MB are one round trip. */
    @Test
    void shouldGrowToThreeRoundTripsOfAFastLink() {
        window.connected(20 * MILLIS);
        assertThat(carry(200, 10 * KILO, 100_000 * KILO)).isEqualTo(600);
    }

    /**
     * Covers a connection that was set up behind a full queue and took long, which is no reason to fill the queue further.
     */
    @Test
    void shouldKeepTheShortestRoundTrip() {
        window.connected(20 * MILLIS);
        window.connected(8 * SECOND);
        assertThat(carry(20, 10 * KILO, 8 * KILO)).isEqualTo(7);
    }

    @Test
    void shouldTakeAnotherWhenOneHasLeft() {
        ByteWindow.Sent sent = window.begin(0, 100 * KILO);
        assertThat(window.isOpen()).isFalse();

        window.leave(sent);

        assertThat(window.isOpen()).isTrue();
    }
}
