package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.status.Backlog;
import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.status.PathStatus;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the view of a path for operators. */
class PathObservationTest {
    private static final long MILLIS = PathFixture.MILLIS;

    private final PathFixture path = new PathFixture(100, 10, false);
    private final PathFixture limited = new PathFixture(100, 1, 10, false, true);

    @Test
    void shouldTellTimesFromWhenTheFirstTransmissionWasDue() {
        path.send(1);
        path.advance(30);
        Delivery delivery = path.acknowledge(1, 1).get(0).delivery();
        assertThat(delivery.endpoint()).isEqualTo("endpoint");
        assertThat(delivery.address()).isEqualTo("http://destination");
        assertThat(delivery.ettNanos()).isEqualTo(30 * MILLIS);
        assertThat(delivery.rttNanos()).isEqualTo(30 * MILLIS);
        assertThat(delivery.needlessRestarts()).isZero();
    }

    @Test
    void shouldCountTheRestartsAfterTheOneThatArrivedWhenTheDestinationEchoesIt() {
        path.send(1);
        path.advance(100);
        path.advance(100);
        path.advance(20);
        Delivery delivery =
                path.acknowledge(new Echo(1, 5 * MILLIS), 1, 1).get(0).delivery();
        assertThat(delivery.attempts()).isEqualTo(3);
        assertThat(delivery.needlessRestarts()).isEqualTo(2);
        assertThat(delivery.ettNanos()).isEqualTo(220 * MILLIS);
        assertThat(delivery.rttNanos()).isEqualTo(215 * MILLIS);
    }

    @Test
    void shouldNotGuessWhenTheSampleIsAmbiguous() {
        path.send(1);
        path.advance(100);
        path.advance(20);
        Delivery delivery = path.acknowledge(1, 1).get(0).delivery();
        assertThat(delivery.ettNanos()).isEqualTo(120 * MILLIS);
        assertThat(delivery.rttNanos()).isEqualTo(-1);
        assertThat(delivery.needlessRestarts()).isZero();
    }

    /** Covers a second transmission that is dispatched before the first one is written. */
    @Test
    void shouldCountNoMessageAsUnsentOnceAllAreAcknowledged() {
        path.send(1);
        assertThat(path.path.backlog().leaving()).isOne();
        path.advance(100);
        assertThat(path.left()).contains("1#2@100");
        path.acknowledge(1, 1);
        assertThat(path.path.backlog()).isEqualTo(new Backlog(0, 0, 0, 0));
    }

    @Test
    void shouldNotKnowTheTimesOfAnEarlierLife() {
        Message<String> message = PathFixture.message(path.sequence, 1);
        path.path.add(message, path.now());
        path.path.recover(message, path.now());
        path.advance(20);
        assertThat(path.acknowledge(1, 1).get(0).delivery().ettNanos()).isEqualTo(-1);
    }

    @Test
    void shouldShowWhatIsPendingAndWhatTheOracleSays() {
        path.oracle.state.put("mood-seconds", 0.5);
        path.send(1);
        path.advance(50);
        path.send(2);
        path.advance(50);
        PathStatus status = path.status();
        path.oracle.state.clear();
        assertThat(status.pendingByAttempt()).isEqualTo(Map.of(1, 1, 2, 1));
        assertThat(status.oracleState()).containsExactly(Map.entry("mood-seconds", 0.5));
    }

    @Test
    void shouldBeSilentOnlyWhileMessagesWait() {
        path.advance(1000);
        assertThat(path.status().silentNanos()).isZero();
        path.send(1);
        path.advance(50);
        path.send(2);
        path.advance(20);
        assertThat(path.status().silentNanos()).isEqualTo(70 * MILLIS);
        path.acknowledge(1, 1);
        path.advance(10);
        assertThat(path.status().silentNanos()).isEqualTo(10 * MILLIS);
        assertThat(path.status().waiting()).isOne();
        path.acknowledge(1, 2);
        path.advance(1000);
        assertThat(path.status().silentNanos()).isZero();
    }

    @Test
    void shouldHearOfADestinationThatCreatesASequence() {
        Message<String> parked = Message.parked(path.path, "content", 10);
        assertThat(path.path.parking().add(parked, 1, path.now())).isTrue();
        path.advance(70);
        assertThat(path.status().silentNanos()).isEqualTo(70 * MILLIS);
        path.path.parking().created(path.now());
        assertThat(path.sequence.number(parked, 1)).isTrue();
        path.advance(10);
        assertThat(path.status().silentNanos()).isEqualTo(10 * MILLIS);
    }

    @Test
    void shouldNotWaitForAMessageThatWasGivenUpUntilItIsRetried() {
        Message<String> message = limited.send(1);
        limited.advance(100);
        limited.advance(100);
        assertThat(limited.status().waiting()).isZero();
        assertThat(limited.status().silentNanos()).isZero();
        assertThat(limited.status().unacknowledged()).isZero();
        assertThat(limited.status().givenUp()).isOne();
        assertThat(limited.status().giveUps()).isOne();
        limited.path.retry(message, limited.now());
        limited.advance(40);
        assertThat(limited.status().silentNanos()).isEqualTo(40 * MILLIS);
        limited.acknowledge(1, 1);
        assertThat(limited.status().waiting()).isZero();
        assertThat(limited.status().giveUps()).isOne();
    }

    @Test
    void shouldForgetAMessageThatIsTakenOut() {
        Message<String> message = limited.send(1);
        limited.advance(100);
        assertThat(limited.path.givenUp()).containsExactly(message);
        assertThat(limited.path.withdraw(message, limited.now())).isTrue();
        assertThat(limited.path.withdraw(message, limited.now())).isFalse();
        assertThat(limited.path.givenUp()).isEmpty();
        assertThat(limited.path.retry(message, limited.now())).isFalse();
        assertThat(limited.status().unacknowledged()).isZero();
        assertThat(limited.sequence.size()).isZero();
        assertThat(limited.acknowledge(1, 1)).isEmpty();
        assertThat(limited.status().waiting()).isZero();
    }
}
