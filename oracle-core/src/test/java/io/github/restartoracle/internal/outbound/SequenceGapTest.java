package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.outbound.Message.Kind;
import io.github.restartoracle.internal.sequence.Resend;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the end of a sequence in which a message was given up, to a destination that delivers in order. */
class SequenceGapTest {
    private final PathFixture path = new PathFixture(60_000, 8, false);

    SequenceGapTest() {
        path.sequence.deliveredInOrder(path.now());
    }

    private Sequence<String> once() {
        Sequence<String> once = path.sequence("once", false, Resend.UNSENT);
        once.deliveredInOrder(path.now());
        return once;
    }

    private void giveUp(Message<String> message) {
        assertThat(path.path.giveUp(message, "enough", path.now())).isTrue();
    }

    private List<String> acknowledgeFinally(Sequence<String> sequence, long... ranges) {
        return sequence
                .acknowledge(ranges, true, 9, path.now(), path.now(), number -> null, content -> false)
                .settled()
                .stream()
                .map(settled -> String.valueOf(settled.message().number()))
                .toList();
    }

    private List<Long> parkedNumbers() {
        return path.parked.stream().map(message -> message.id().number()).toList();
    }

    @Test
    void shouldSendNothingBehindAGapUntilTheSequenceIsClosedAndThenMoveTheRest() {
        Message<String> first = path.send(1);
        path.hang("1#1");
        path.send(2);
        path.hang("2#1");
        path.left();
        giveUp(first);
        assertThat(path.left()).containsExactly("gave up 1 after 1");
        path.acknowledge(2, 2);
        assertThat(path.left()).containsExactly("ends without 1");
        path.send(3);
        path.advance(120_000);
        assertThat(path.left()).isEmpty();

        assertThat(acknowledgeFinally(path.sequence, 2, 2)).isEmpty();
        assertThat(path.left()).containsExactly("left s with 1, without 0");
        assertThat(parkedNumbers()).containsExactly(3L);
        path.sequence.closed(path.now());
        assertThat(path.left()).isEmpty();
        // The message that was given up stays for an operator, who moves it as well.
        assertThat(path.path.retry(first, path.now())).isTrue();
        assertThat(parkedNumbers()).containsExactly(3L, 1L);
    }

    @Test
    void shouldSendWhatIsBeforeAnAcceptedMessageBeforeTheSequenceIsClosed() {
        Message<String> first = path.send(1);
        path.send(2);
        path.send(3);
        path.send(4);
        List.of("1#1", "2#1", "3#1").forEach(path::hang);
        path.acknowledge(3, 3);
        path.left();
        giveUp(first);
        assertThat(path.left()).containsExactly("gave up 1 after 1");
        assertThat(path.attempt("4#1").phase()).as("it must not be written").isEqualTo(Phase.ABANDONED);
        path.advance(60_000);
        assertThat(path.left()).as("4 is behind all that was accepted").containsExactly("2#2@60000");
        path.acknowledge(2, 3);
        assertThat(path.left()).containsExactly("ends without 1");
        path.advance(60_000);
        assertThat(path.left()).isEmpty();
    }

    /** Covers lost acknowledgements: the close has accepted messages delivered before those that move. */
    @Test
    void shouldSendWhatIsBeforeAMessageThatMayHaveBeenAcceptedBeforeTheSequenceIsClosed() {
        Message<String> first = path.send(1);
        path.send(2);
        path.send(3);
        List.of("2#1", "3#1").forEach(path::hang);
        path.attempt("3#1").fail(new IOException("reset"));
        path.left();
        giveUp(first);
        path.advance(60_000);
        assertThat(path.left()).containsExactly("gave up 1 after 1", "2#2@60000", "3#2@60000");
        path.acknowledge(2, 3);
        assertThat(path.left()).containsExactly("ends without 1");
    }

    /** Covers a two-way call that the destination holds behind the missing message: it keeps its request open. */
    @Test
    void shouldNotWaitForTheRoomOfACallThatTheDestinationHolds() {
        PathFixture narrow = new PathFixture(60_000, 1, true);
        narrow.send(4);
        narrow.hang("4#1");
        narrow.answer("4#1");
        narrow.acknowledge(4, 4);
        narrow.send(3);
        narrow.attempt("3#1").fail(new ConnectException("refused"));
        narrow.sendAwaited(2);
        narrow.hang("2#1");
        Message<String> first = narrow.send(1);
        narrow.left();
        assertThat(narrow.path.giveUp(first, "enough", narrow.now())).isTrue();
        narrow.advance(60_000);
        assertThat(narrow.left()).containsExactly("gave up 1 after 1", "3#2@60000");
        narrow.acknowledge(3, 4);
        assertThat(narrow.left()).containsExactly("ends without 1");
    }

    /** Covers a destination whose room is full of messages behind the missing one. */
    @Test
    void shouldNotWaitForMessagesThatTheDestinationRefusesForTheTimeBeing() {
        Message<String> first = path.send(1);
        path.send(2);
        path.send(3);
        path.send(4);
        List.of("1#1", "2#1", "3#1").forEach(path::hang);
        List.of("1#1", "2#1", "3#1").forEach(name -> path.attempt(name).fail(new IOException("reset")));
        path.left();
        giveUp(first);
        path.advance(60_000);
        assertThat(path.left()).containsExactly("gave up 1 after 1", "2#2@60000", "3#2@60000");
        path.acknowledge(3, 3);
        for (int i = 2; i <= 11; i++) {
            assertThat(path.left()).doesNotContain("ends without 1");
            path.hang("2#" + i);
            path.attempt("2#" + i).fail(new RetryLater(Duration.ofSeconds(1), new IOException("503")));
            path.advance(1_000);
        }
        assertThat(path.left()).containsExactly("ends without 1");
    }

    /** Covers a connection that is forgotten on the way: its attempt may have no end. */
    @Test
    void shouldNotWaitForAnAttemptThatHangsOfAMessageThatIsRefusedSince() {
        PathFixture ordered = new PathFixture(1_000, 8, true);
        Message<String> first = ordered.send(1);
        ordered.hang("1#1");
        ordered.attempt("1#1").fail(new IOException("reset"));
        IntStream.rangeClosed(2, 4).forEach(ordered::send);
        List.of("2#1", "3#1", "4#1").forEach(name -> {
            ordered.hang(name);
            ordered.attempt(name).fail(new IOException("reset"));
        });
        ordered.acknowledge(4, 4);
        assertThat(ordered.path.giveUp(first, "enough", ordered.now())).isTrue();
        ordered.advance(60_000);
        Attempt hanging = ordered.attempt("2#2");
        ordered.hang("2#2");
        ordered.advance(60_000);
        int refusals = 0;
        while (!ordered.left().contains("ends without 1")) {
            assertThat(refusals++).as("refusals of 2").isLessThan(10);
            for (Attempt attempt : List.copyOf(ordered.attempts.values())) {
                if (attempt != hanging && attempt.advance(Phase.WRITTEN)) {
                    attempt.fail(new RetryLater(Duration.ofSeconds(1), new IOException("503")));
                }
            }
            ordered.advance(60_000);
        }
        assertThat(hanging.phase()).isEqualTo(Phase.WRITTEN);
    }

    /** Covers calls that their destination answers only behind the missing message. */
    @Test
    void shouldEndASequenceInWhichCallsWaitForTheirAnswers() {
        Message<String> first = path.send(1);
        path.send(path.sequence, 2, true);
        path.send(path.sequence, 3, true);
        List.of("1#1", "2#1", "3#1").forEach(path::hang);
        path.left();
        giveUp(first);
        assertThat(path.left()).containsExactly("gave up 1 after 1", "ends without 1");
    }

    /** Covers a message that has all the room of its path, and is the lowest but for one that was given up. */
    @Test
    void shouldRestartTheLowestMessageBehindAGapInItsOwnRoom() {
        PathFixture narrow = new PathFixture(100, 1, true);
        Message<String> first = narrow.send(1);
        narrow.hang("1#1");
        narrow.attempt("1#1").fail(new IOException("reset"));
        narrow.send(2);
        narrow.hang("2#1");
        assertThat(narrow.path.giveUp(first, "enough", narrow.now())).isTrue();
        narrow.advance(100);
        assertThat(narrow.left()).containsExactly("1#1@0", "2#1@0", "gave up 1 after 1", "2#2@100");
    }

    @Test
    void shouldConfirmAReportWithAMessageBehindAGap() {
        Message<String> first = path.send(1);
        path.send(2);
        path.send(3);
        path.hang("2#1");
        giveUp(first);
        path.left();
        path.send(4);
        path.connect("3#1");
        path.attempt("3#1").advance(Phase.RESPONDED);
        path.attempt("3#1").refuse(new SequenceRefusedException(Code.UNKNOWN));
        path.answer("3#1");
        path.advance(500);
        assertThat(path.left()).containsExactly("3#2@500");
        path.attempt("2#1").fail(new IOException("reset"));
        path.advance(100);
        assertThat(path.attempt("3#2").phase())
                .as("not abandoned, and restarted at once")
                .isEqualTo(Phase.CONNECTING);
        assertThat(path.attempts).doesNotContainKey("3#3");
    }

    @Test
    void shouldWaitForTheFinalAcknowledgementWhenAMessageComesAfterTheEnd() {
        Message<String> first = path.send(1);
        path.send(2);
        path.left();
        giveUp(first);
        path.left();
        path.attempt("2#1").refuse(new SequenceRefusedException(Code.CLOSED));
        path.answer("2#1");
        assertThat(path.left()).isEmpty();
        acknowledgeFinally(path.sequence);
        assertThat(path.left()).containsExactly("left s with 1, without 0");
    }

    /** Covers messages that an operator discards: the next process has to know that the destination waits for them. */
    @Test
    void shouldKeepADiscardedMessageBehindAGapUntilTheSequenceHasEnded() {
        Message<String> first = path.send(1);
        Message<String> second = path.send(2);
        Message<String> third = path.send(3);
        List.of("1#1", "2#1", "3#1").forEach(path::hang);
        giveUp(first);
        giveUp(second);
        path.left();
        assertThat(path.path.withdraw(second, path.now())).isTrue();
        assertThat(second.isKept()).isTrue();
        assertThat(path.path.withdraw(third, path.now())).isTrue();
        assertThat(third.isKept()).as("was not given up").isFalse();

        path.left();
        path.sequence.closed(path.now());
        assertThat(path.left()).containsExactly("left s with 0, without 0", "forgets [2]");
        assertThat(second.isKept()).isFalse();
    }

    @Test
    void shouldEndASequenceOnce() {
        Message<String> first = path.send(1);
        Message<String> second = path.send(2);
        path.send(3);
        path.left();
        giveUp(first);
        giveUp(second);
        assertThat(path.left()).containsOnlyOnce("ends without 1").doesNotContain("ends without 2");
    }

    @Test
    void shouldKnowWhichMessagesTheDestinationHasFromTheFinalAcknowledgement() {
        Sequence<String> once = once();
        Message<String> first = path.send(once, 1, false);
        path.hang("1#1");
        path.send(once, 2, false);
        path.hang("2#1");
        path.left();
        giveUp(first);
        path.left();
        assertThat(acknowledgeFinally(once)).isEmpty();
        assertThat(path.left()).as("2 was written, but not accepted").containsExactly("left once with 1, without 0");
    }

    @Test
    void shouldGiveUpWhatMayHaveArrivedIfThereIsNoFinalAcknowledgement() {
        Sequence<String> once = once();
        Message<String> first = path.send(once, 1, false);
        path.hang("1#1");
        path.send(once, 2, false);
        path.hang("2#1");
        path.left();
        giveUp(first);
        path.send(once, 3, false);
        path.left();
        once.closed(path.now());
        assertThat(path.left()).containsExactly("left once with 1, without 1", "gave up 2 after 1");
        assertThat(parkedNumbers()).containsExactly(3L);
    }

    @Test
    void shouldGoOnWithoutOrder() {
        Sequence<String> free = path.sequence("free", false);
        giveUp(path.send(free, 1, false));
        path.left();
        path.send(free, 2, false);
        assertThat(path.left()).containsExactly("2#1@0");
    }

    @Test
    void shouldEndTheSequenceWhenItIsKnownThatTheDestinationDeliversInOrder() {
        Sequence<String> free = path.sequence("free", false);
        giveUp(path.send(free, 1, false));
        assertThat(path.left()).doesNotContain("ends without 1");
        free.deliveredInOrder(path.now());
        free.deliveredInOrder(path.now());
        assertThat(path.left()).containsOnlyOnce("ends without 1");
    }

    @Test
    void shouldEndASequenceAgainThatAnEarlierProcessHasNotEnded() {
        Message<String> first = path.sequence.message(1, "content", 1, Kind.ONE_WAY);
        path.path.add(first, path.now());
        path.path.recoverGivenUp(first, "earlier", path.now());
        assertThat(path.left()).containsExactly("ends without 1");
    }

    @Test
    void shouldMoveTheRestWhenTheDestinationHasClosedTheSequence() {
        Sequence<String> free = path.sequence("free", false);
        path.send(free, 1, false);
        path.hang("1#1");
        path.send(free, 2, false);
        path.hang("2#1");
        path.left();
        assertThat(acknowledgeFinally(free, 1, 1)).containsExactly("1");
        assertThat(path.left()).containsExactly("left free with 1, without 0");
    }

    @Test
    void shouldEndTheSequenceOfWhatAnOperatorPurges() {
        path.send(1);
        path.send(2);
        path.left();
        assertThat(path.sequence.purge(path.now())).hasSize(2);
        assertThat(path.left()).containsExactly("ends without 1");
    }

    @Test
    void shouldKeepAMessageThatWasAcceptedAndWaitsForItsAnswer() {
        path.sequence.answersAreKept();
        path.sendAwaited(1);
        Message<String> second = path.send(2);
        path.left();
        giveUp(second);
        path.left();
        path.sequence.acknowledge(new long[] {1, 1}, true, 2, path.now(), path.now(), number -> null, content -> true);
        assertThat(path.left()).containsExactly("left s with 0, without 0");
        path.advance(60_000);
        assertThat(path.left()).as("asks for its answer again").containsExactly("1#2@60000");
    }
}
