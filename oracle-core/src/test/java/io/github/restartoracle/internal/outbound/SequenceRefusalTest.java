package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.sequence.Resend;
import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a destination that refuses a sequence with a fault. */
class SequenceRefusalTest {
    private final PathFixture path = new PathFixture(60_000, 8, false);

    @Test
    void shouldMoveAtOnceWhatCannotHaveArrived() {
        path.send(1);
        path.send(2);
        path.refuse("1#1", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0", "left s with 2, without 0");
        assertThat(path.parkedNumbers()).containsExactly(1L, 2L);
        assertThat(path.attempt("2#1").phase()).isEqualTo(Phase.ABANDONED);
    }

    @Test
    void shouldConfirmAnUnknownSequenceOfWhichAMessageMayHaveArrived() {
        path.send(1);
        path.send(2);
        path.hang("2#1");
        path.refuse("1#1", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0");
        path.advance(500);
        assertThat(path.left()).containsExactly("1#2@500");
        path.refuse("1#2", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("left s with 2, without 0");
    }

    /** The message would be delivered twice if only one of several destinations behind an address does not know the sequence. */
    @Test
    void shouldConfirmAnUnknownSequenceThatIsClosedButForAnAnswer() {
        path.sequence.answersAreKept();
        path.sendAwaited(1);
        path.answer("1#1");
        path.sequence.acknowledge(new long[] {1, 1}, true, 1, path.now(), path.now(), number -> null, content -> true);
        path.left();
        path.advance(60_000);
        path.refuse("1#2", Code.UNKNOWN);
        assertThat(path.parkedNumbers()).isEmpty();
        path.advance(500);
        path.refuse("1#3", Code.UNKNOWN);
        assertThat(path.parkedNumbers()).containsExactly(1L);
    }

    /** Both may be answered by one destination that is starting. */
    @Test
    void shouldNotTakeTheLateAnswerToAnEarlierTransmissionForAConfirmation() {
        path.send(1);
        path.send(2);
        path.hang("2#1");
        path.send(3);
        path.hang("3#1");
        path.refuse("1#1", Code.UNKNOWN);
        path.advance(500);
        path.advance(100);
        path.refuse("2#1", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0", "3#1@0", "1#2@500");
        path.refuse("1#2", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("left s with 3, without 0");
    }

    /** A destination that is starting may answer later transmissions earlier. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAwaitTheRefusalsOfWhatMustNotBeDeliveredTwice(boolean refused) {
        Sequence<String> once = path.sequence("once", false, Resend.UNSENT);
        path.send(once, 1, false);
        path.hang("1#1");
        path.send(once, 2, false);
        path.refuse("2#1", Code.UNKNOWN);
        path.advance(500);
        path.refuse("2#2", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0", "2#2@500");
        if (refused) {
            path.refuse("1#1", Code.UNKNOWN);
            assertThat(path.left()).containsExactly("left once with 2, without 0");
        } else {
            path.advance(60_000);
            path.refuse("2#3", Code.UNKNOWN);
            assertThat(path.left())
                    .containsExactly("1#2@60500", "2#3@60500", "left once with 1, without 1", "gave up 1 after 2");
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {"UNKNOWN", "CLOSED"},
            mode = EnumSource.Mode.EXCLUDE)
    void shouldLeaveAtOnceASequenceThatHasEnded(Code code) {
        path.send(1);
        path.send(2);
        path.hang("2#1");
        path.refuse("1#1", code);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0", "left s with 2, without 0");
    }

    @Test
    void shouldGiveUpWhatMayHaveArrivedIfItMustNotBeDeliveredTwice() {
        Sequence<String> once = path.sequence("once", false, Resend.UNSENT);
        path.send(once, 1, false);
        path.hang("1#1");
        path.send(once, 2, false);
        path.connect("2#1");
        path.send(once, 3, false);
        path.send(once, 4, false);
        path.hang("4#1");
        path.attempt("4#1").fail(new IOException("reset"));
        path.refuse("2#1", Code.TERMINATED);
        assertThat(path.left()).endsWith("left once with 2, without 2", "gave up 1 after 1", "gave up 4 after 1");
        assertThat(path.parkedNumbers()).containsExactly(2L, 3L);
        assertThat(path.path.givenUp())
                .allMatch(message -> String.valueOf(message.reason()).endsWith("and the message may have arrived"));
    }

    @Test
    void shouldTellThatOnlyTheAnswerOfAMessageIsLost() {
        Sequence<String> once = path.sequence("once", false, Resend.UNSENT);
        once.answersAreKept();
        path.sendAwaited(once, 1);
        once.acknowledge(new long[] {1, 1}, true, 1, path.now(), path.now(), number -> null, content -> true);
        path.advance(60_000);
        path.refuse("1#2", Code.CLOSED);
        assertThat(path.left()).endsWith("left once with 0, without 1", "gave up 1 after 2");
        assertThat(path.path.givenUp())
                .allMatch(message -> String.valueOf(message.reason())
                        .endsWith(", and the answer to the message, which has arrived, is lost"));
    }

    /** The transport wrote it once more, since a kept connection was lost; what became of the second copy tells nothing. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotMoveWhatWasWrittenBeforeItsConnectionWasLost(boolean refused) {
        Sequence<String> once = path.sequence("once", false, Resend.UNSENT);
        path.send(once, 1, false);
        path.hang("1#1");
        path.attempt("1#1").repeat();
        path.attempt("1#1").fail(refused ? new ConnectException("refused") : new RetryLater(new IOException("503")));
        path.send(once, 2, false);
        path.refuse("2#1", Code.TERMINATED);
        assertThat(path.left()).endsWith("left once with 1, without 1", "gave up 1 after 1");
    }

    @Test
    void shouldGiveUpAllIfSoConfigured() {
        Sequence<String> none = path.sequence("none", false, Resend.NONE);
        path.send(none, 1, false);
        path.refuse("1#1", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("1#1@0", "left none with 0, without 1", "gave up 1 after 1");
        assertThat(path.path.retry(path.path.givenUp().iterator().next(), path.now()))
                .isTrue();
        assertThat(path.parkedNumbers()).as("an operator wants it sent").containsExactly(1L);
    }

    @Test
    void shouldNotRetryWhatCannotMove() {
        Sequence<String> offered = path.sequence("offered", false, Resend.IMPOSSIBLE);
        path.send(offered, 1, false);
        path.refuse("1#1", Code.UNKNOWN);
        path.path.retry(path.path.givenUp().iterator().next(), path.now());
        assertThat(path.parkedNumbers()).isEmpty();
    }

    @Test
    void shouldTakeARefusalThatComesAfterTheAttempt() {
        path.send(1);
        path.answer("1#1");
        path.attempt("1#1").refuse(new SequenceRefusedException(Code.TERMINATED));
        path.attempt("1#1").refuse(new SequenceRefusedException(Code.TERMINATED));
        assertThat(path.left()).containsExactly("1#1@0", "left s with 1, without 0");
    }

    /** Covers a restart of the source, which knows of no transmission whether it has arrived. */
    @Test
    void shouldAskADestinationThatHasClosedTheSequenceForWhatItHas() {
        Sequence<String> once = path.sequence("once", false, Resend.UNSENT);
        for (int number = 1; number <= 3; number++) {
            Message<String> message = PathFixture.message(once, number);
            path.path.add(message, path.now());
            path.path.recover(message, path.now());
        }
        path.advance(60_000);
        path.left();
        path.refuse("2#2", Code.CLOSED);
        path.refuse("3#2", Code.CLOSED);
        assertThat(path.left()).containsExactly("ends without 2");
        once.acknowledge(new long[] {1, 1}, true, 3, path.now(), path.now(), number -> null, content -> false);
        assertThat(path.left()).contains("left once with 2, without 0");
        assertThat(path.parkedNumbers()).containsExactly(2L, 3L);
        assertThat(path.path.givenUp()).isEmpty();
    }

    @Test
    void shouldGiveUpWhatMayHaveArrivedIfTheDestinationCannotTell() {
        Sequence<String> once = path.sequence("once", false, Resend.UNSENT);
        path.send(once, 1, false);
        path.send(once, 2, false);
        path.hang("1#1");
        path.refuse("2#1", Code.CLOSED);
        once.closed(path.now());
        assertThat(path.parkedNumbers()).containsExactly(2L);
        assertThat(path.path.givenUp()).hasSize(1);
    }

    @Test
    void shouldMoveACallThatIsStoredLater() {
        Message<String> stored = PathFixture.message(path.sequence, 2);
        path.path.add(stored, path.now());
        path.send(1);
        path.refuse("1#1", Code.CLOSED);
        assertThat(path.parkedNumbers()).as("it is not stored yet").containsExactly(1L);
        assertThat(path.path.transmit(stored, path.now())).isEmpty();
        assertThat(path.parkedNumbers()).containsExactly(1L, 2L);
    }

    @Test
    void shouldSendAMovedMessageUnderItsNewNumber() {
        path.send(1);
        path.refuse("1#1", Code.CLOSED);
        path.left();
        Message<String> moved = path.parked.get(0);
        assertThat(path.status().unacknowledged()).isOne();
        Sequence<String> other = path.sequence("other", false);
        assertThat(other.number(moved, 1)).isTrue();
        path.path.transmit(moved, path.now()).ifPresent(attempt -> path.transmit(moved, attempt));
        assertThat(path.left()).containsExactly("1#1@0");
        assertThat(moved.id().sequence()).isEqualTo("other");
        assertThat(path.sequence.closeIfIdle()).isTrue();
        other.acknowledge(new long[] {1, 1}, 1, path.now(), path.now(), number -> null);
        assertThat(path.status().unacknowledged()).isZero();
    }
}
