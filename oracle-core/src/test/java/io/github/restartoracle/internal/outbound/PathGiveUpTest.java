package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PermanentFailure;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PathGiveUpTest {
    private final PathFixture path = new PathFixture(100, 8, false);

    /** A refusal that tells if it is permanent. */
    private static final class Refusal extends IOException implements PermanentFailure {
        private static final long serialVersionUID = 1L;
        private final boolean permanent;

        Refusal(boolean permanent) {
            super("refused");
            this.permanent = permanent;
        }

        @Override
        public boolean isPermanent() {
            return permanent;
        }
    }

    @Test
    void shouldEndTheMessageWhenAnAttemptIsRefusedForGood() {
        Message<String> message = path.send(1);
        path.attempt("1#1").fail(new IllegalStateException(new Refusal(true)));
        path.advance(1000);

        assertThat(path.left()).containsExactly("1#1@0", "gave up 1 after 1");
        assertThat(message.reason()).startsWith("it was refused for good").contains("refused");
    }

    @Test
    void shouldEndTheMessageAtTheFirstRestartThatWouldBeTooLate() {
        PathFixture hurried = new PathFixture(100, Duration.ofMillis(250));
        Message<String> message = hurried.send(1);
        hurried.advance(100);
        hurried.advance(100);
        hurried.send(2);
        hurried.advance(100);
        hurried.advance(1);

        assertThat(hurried.left())
                .containsExactly("1#1@0", "1#2@100", "1#3@200", "2#1@200", "gave up 1 after 3", "2#2@300");
        assertThat(message.reason()).isEqualTo("no acknowledgement within PT0.25S, after 3 transmissions");
        assertThat(hurried.status().restarts()).isEqualTo(3);
    }

    @Test
    void shouldGiveAMessageThatIsTriedAgainAsMuchTimeAsAtFirst() {
        PathFixture hurried = new PathFixture(100, Duration.ofMillis(150));
        Message<String> message = hurried.send(1);
        hurried.advance(100);
        hurried.advance(100);
        hurried.path.retry(message, hurried.now());
        hurried.advance(100);
        hurried.advance(100);

        assertThat(hurried.left())
                .containsExactly("1#1@0", "1#2@100", "gave up 1 after 2", "1#3@200", "1#4@300", "gave up 1 after 4");
    }

    @Test
    void shouldRestartWhenTheRefusalMayPass() {
        path.send(1);
        path.attempt("1#1").fail(new Refusal(false));
        path.advance(100);

        assertThat(path.left()).containsExactly("1#1@0", "1#2@100");
    }

    private static void comeBack(PathFixture path, String attempt) {
        path.attempt(attempt).undeliverable("it came back");
    }

    @Test
    void shouldEndTheMessageOnceWhenItCameBackTwice() {
        path.send(1);
        path.answer("1#1");
        comeBack(path, "1#1");
        comeBack(path, "1#1");
        path.advance(1000);

        assertThat(path.left()).containsExactly("1#1@0", "gave up 1 after 1");
        assertThat(path.status().givenUp()).isOne();
        assertThat(path.status().giveUps()).isOne();
    }

    @Test
    void shouldEndTheMessageOnceWhenAnotherAttemptFailsThen() {
        PathFixture never = new PathFixture(Long.MAX_VALUE, 8, false);
        never.send(1);
        never.connect("1#1");
        comeBack(never, "1#1");
        never.attempt("1#1").fail(new IOException("cut off"));

        assertThat(never.left()).containsExactly("1#1@0", "gave up 1 after 1");
    }

    @Test
    void shouldSendAgainInAnotherSequenceWhatIsInAForsakenOne() {
        Message<String> message = path.send(1);
        path.answer("1#1");
        comeBack(path, "1#1");
        path.path.forsake(message);

        assertThat(path.path.retry(message, path.now())).isTrue();
        assertThat(path.path.retry(message, path.now())).as("it has gone").isFalse();
        Message<String> parked = path.parked.get(0);
        assertThat(parked.id()).isEqualTo(message.id());
        assertThat(path.status().parked()).isOne();
        assertThat(path.status().givenUp()).isZero();
        assertThat(path.acknowledge(1, 1)).as("of the former").isEmpty();
        assertThat(path.sequence.closeIfIdle()).as("its name is in use").isFalse();

        Sequence<String> other = path.sequence("other", false);
        assertThat(other.number(parked, 1)).isTrue();
        path.path.transmit(parked, path.now()).ifPresent(attempt -> path.transmit(parked, attempt));
        assertThat(path.sequence.closeIfIdle()).isTrue();
        path.advance(100);
        assertThat(path.left()).containsExactly("1#1@0", "gave up 1 after 1", "1#1@0", "1#2@100");
        assertThat(parked.id().sequence()).isEqualTo("other");
        assertThat(path.status().unacknowledged()).isOne();
    }

    @Test
    void shouldKeepItsNameWhenThereIsNoOtherSequence() {
        Message<String> message = path.send(1);
        path.answer("1#1");
        comeBack(path, "1#1");
        path.path.forsake(message);
        assertThat(path.path.retry(message, path.now())).isTrue();
        Message<String> parked = path.parked.get(0);

        assertThat(path.path.parking().giveUp(parked, "no sequence", path.now()))
                .isTrue();
        assertThat(path.path.givenUp()).containsExactly(parked);
        assertThat(parked.id()).isEqualTo(message.id());
        assertThat(path.path.retry(parked, path.now())).isTrue();
        assertThat(path.status().parked()).isOne();
    }

    @Test
    void shouldStillTakeTheAcknowledgementOfAMessageThatWasGivenUp() {
        path.send(1);
        path.answer("1#1");
        comeBack(path, "1#1");

        assertThat(path.acknowledge(1, 1)).hasSize(1);
        assertThat(path.status().unacknowledged()).isZero();
    }

    @Test
    void shouldAbandonAttemptsThatHaveNotConnected() {
        path.send(1);
        path.connect("1#1");
        path.advance(100);
        comeBack(path, "1#1");

        assertThat(path.attempt("1#1").phase()).isEqualTo(Phase.CONNECTED);
        assertThat(path.attempt("1#2").phase()).isEqualTo(Phase.ABANDONED);
    }

    @Test
    void shouldGiveTheTurnOfAMessageThatWaitedToTheNext() {
        PathFixture narrow = new PathFixture(100, 1, false);
        Message<String> first = narrow.send(1);
        narrow.answer("1#1");
        narrow.send(2);
        narrow.connect("2#1");
        narrow.clock.advance(99 * PathFixture.MILLIS);
        narrow.send(3);
        narrow.advance(1);
        comeBack(narrow, "1#1");
        narrow.acknowledge(2, 2);
        narrow.answer("2#1");

        assertThat(narrow.left()).containsExactly("1#1@0", "2#1@0", "gave up 1 after 1", "3#1@100");
        narrow.answer("3#1");
        assertThat(narrow.path.retry(first, narrow.now())).isTrue();
        assertThat(narrow.left()).containsExactly("1#2@100");
    }

    @Test
    void shouldNotRestartAfterASuspensionWhatWasGivenUpInIt() {
        path.send(1);
        path.answer("1#1");
        path.sequence.suspend(path.now());
        comeBack(path, "1#1");
        path.sequence.resume(path.now());
        path.advance(1000);

        assertThat(path.left()).containsExactly("1#1@0", "gave up 1 after 1");
    }

    @Test
    void shouldEndTheOneThatCameBackOfTwoWithTheSameNumber() {
        Message<String> first = path.send(1);
        Attempt ofFirst = path.attempt("1#1");
        Message<String> second = path.send(1);
        ofFirst.undeliverable("it came back");

        assertThat(first.reason()).isEqualTo("it came back");
        assertThat(second.reason()).isNull();
    }

    @Test
    void shouldSeekPermanenceAmongCausesThatFormARing() {
        IllegalStateException first = new IllegalStateException("first");
        IllegalStateException second = new IllegalStateException("second", first);
        first.initCause(second);

        assertThat(PermanentFailure.isIn(first)).isFalse();
        assertThat(PermanentFailure.isIn(null)).isFalse();
    }

    /** Covers a time limit that ends while the default oracle opens connections, which is no restart. */
    @Test
    void shouldGiveUpWhatCannotConnect() {
        PathFixture canary = new PathFixture(
                OracleCatalog.load().factory(Settings.of(Map.of("oracle", "canary"))), Duration.ofSeconds(5));
        canary.send(1);
        canary.send(2);
        for (int i = 0; i < 100; i++) {
            canary.advance(100);
        }
        assertThat(canary.left()).contains("gave up 1 after 1", "gave up 2 after 1");
        assertThat(canary.status().unacknowledged()).isZero();
    }

    /** Covers answers after the time limit, as of a destination that has forgotten the sequence: one copy may ask, not all. */
    @Test
    void shouldGiveUpWhatWasAnsweredTooLate() {
        PathFixture canary = new PathFixture(
                OracleCatalog.load().factory(Settings.of(Map.of("oracle", "canary"))), Duration.ofSeconds(5));
        for (int i = 1; i <= 3; i++) {
            canary.send(i);
            canary.hang(i + "#1");
            canary.answer(i + "#1");
        }
        canary.advance(10_000);
        assertThat(canary.left())
                .containsExactly(
                        "1#1@0", "2#1@0", "3#1@0", "gave up 1 after 1", "gave up 2 after 1", "gave up 3 after 1");
    }

    @Test
    void shouldNotKeepPlacesForEverForWhatWasGivenUp() {
        PathFixture path = new PathFixture(100, 1, false);
        Message<String> message = path.send(1);
        path.connect("1#1");
        path.hang("1#1");
        assertThat(path.path.giveUp(message, "on purpose", path.now())).isTrue();
        path.send(2);
        for (int second = 0; second < 61; second++) {
            path.advance(1_000);
        }
        assertThat(path.left()).contains("1#1@0", "2#1@60000");
    }
}
