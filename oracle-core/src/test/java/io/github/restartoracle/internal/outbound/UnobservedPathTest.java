package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Phase;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the default oracle over a transport that does not tell when the next machine has received a message. */
class UnobservedPathTest {
    private static final int BYTES = 100_000;

    /** The time at 64 kbit/s, with the overhead of TCP and IP. */
    private static final int LEAVES_MILLIS = 13_500;

    private final PathFixture path = PathFixture.canary();

    /** Returns the dispatches while time passes, without their times. */
    private List<String> pass(int millis) {
        List<String> all = new ArrayList<>(names());
        for (int i = 0; i < millis / 50; i++) {
            path.advance(50);
            all.addAll(names());
        }
        return all;
    }

    /** Sends a message whose first attempt is written and not answered. */
    private void sendAndHang(int number, int bytes) {
        path.sendBytes(number, bytes);
        path.connect(number + "#1");
        path.hang(number + "#1");
    }

    private List<String> names() {
        return path.left().stream()
                .map(each -> each.substring(0, each.indexOf('@')))
                .toList();
    }

    @Test
    void shouldSendLargeMessagesOneAfterTheOtherOverASlowLink() {
        sendLargeMessages(1);
    }

    /** Covers small messages, which an operating system buffers at once, even on a slow link. */
    @Test
    void shouldNotTakeWhatTheOperatingSystemTakesForTheRateOfThePath() {
        for (int number = 1; number <= 20; number++) {
            sendAndHang(number, 2_000);
            path.advance(40);
            path.acknowledge(1, number);
            path.answer(number + "#1");
        }
        path.left();
        sendLargeMessages(21);
    }

    private void sendLargeMessages(int from) {
        for (int number = from; number < from + 10; number++) {
            path.sendBytes(number, BYTES);
        }
        for (int number = from; number < from + 10; number++) {
            String first = number + "#1";
            assertThat(names()).containsExactly(first);
            path.connect(first);
            path.hang(first);
            assertThat(pass(LEAVES_MILLIS)).isEmpty();
            path.attempt(first).advance(Phase.RESPONDED);
            path.acknowledge(1, number);
            path.answer(first);
        }
        assertThat(pass(60_000)).isEmpty();
    }

    @Test
    void shouldCopyALargeMessageThatHasHadItsTime() {
        sendAndHang(1, BYTES);
        assertThat(pass(3 * LEAVES_MILLIS)).containsExactly("1#1", "1#2");
    }

    @Test
    void shouldCopyASmallMessageSoon() {
        sendAndHang(1, 2_000);
        assertThat(pass(3_500)).containsExactly("1#1", "1#2");
    }

    /** Covers a last transmission whose connection is refused while an earlier one waits for an answer that never comes. */
    @Test
    void shouldGoOnConnectingBesideAnAttemptThatHangs() {
        sendAndHang(1, 2_000);
        assertThat(pass(3_500)).containsExactly("1#1", "1#2");
        for (int i = 0; i < 3; i++) {
            path.attempt("1#2").fail(new ConnectException("refused"));
            assertThat(pass(10_000)).as("try %d", i).containsExactly("1#2");
        }
    }

    /** Covers an acknowledgement over another connection, while the request is never answered. */
    @Test
    void shouldNotHoldOthersBehindALargeMessageThatIsAcknowledged() {
        path.sendBytes(1, BYTES);
        path.sendBytes(2, BYTES);
        path.connect("1#1");
        path.hang("1#1");
        assertThat(names()).containsExactly("1#1");
        path.acknowledge(1, 1);
        assertThat(pass(1_000)).containsExactly("2#1");
    }
}
