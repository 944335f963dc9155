package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.outbound.Applied.Settled;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.oracle.RttSample;
import io.github.restartoracle.status.SampleUse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathTurnsTest {
    private final PathFixture capped = new PathFixture(100, 2, false);
    private final PathFixture inOrder = new PathFixture(100, 8, true);

    @Test
    void shouldNotLetTheTimeoutRunWhileARestartWaits() {
        capped.send(1);
        capped.send(2);
        capped.connect("1#1");
        capped.connect("2#1");
        capped.advance(100);
        capped.advance(1000);
        assertThat(capped.oracle.timeouts).as("one per message").isEqualTo(2);
        capped.answer("1#1");
        assertThat(capped.left()).containsExactly("1#1@0", "2#1@0", "1#2@1100");
        capped.advance(100);
        assertThat(capped.left())
                .as("the place of the one that has not connected")
                .containsExactly("1#3@1200");
        assertThat(capped.status().inFlight()).isEqualTo(2);
    }

    private void fill(PathFixture path) {
        path.send(1);
        path.send(2);
        path.connect("1#1");
        path.connect("2#1");
        path.advance(100);
        assertThat(path.left()).as("both restarts wait").containsExactly("1#1@0", "2#1@0");
    }

    @Test
    void shouldCountARestartOnlyWhenItLeaves() {
        fill(capped);
        assertThat(capped.acknowledge(new Echo(2, 0), 2, 2))
                .as("transmission 2 was not made")
                .extracting(PathFixture::use)
                .containsExactly(SampleUse.REJECTED);
        assertThat(capped.acknowledge(1, 1))
                .extracting(PathFixture::attempts, PathFixture::use)
                .containsExactly(tuple(1, SampleUse.UNAMBIGUOUS));
        assertThat(capped.oracle.samples).extracting(RttSample::attempts).containsExactly(1);
    }

    @Test
    void shouldNumberARestartThatWaitedAsIfItHadNot() {
        fill(capped);
        capped.advance(50);
        capped.answer("1#1");
        assertThat(capped.left()).containsExactly("1#2@150");
        capped.clock.advance(20 * PathFixture.MILLIS);
        assertThat(capped.acknowledge(new Echo(2, 0), 1, 1))
                .extracting(PathFixture::attempts, PathFixture::use)
                .containsExactly(tuple(2, SampleUse.EXACT));
        assertThat(capped.oracle.samples).extracting(RttSample::rttNanos).containsExactly(20 * PathFixture.MILLIS);
    }

    @Test
    void shouldHoldBackRestartsThatWaitForAPlaceWhileTheirSequenceIsSuspended() {
        fill(capped);
        Sequence<String> other = capped.sequence("other", false);
        capped.send(other, 11, false);
        capped.sequence.suspend(capped.now());
        capped.send(3);
        capped.answer("1#1");
        capped.answer("2#1");
        assertThat(capped.left())
                .as("first transmissions and other sequences go on")
                .containsExactly("11#1@100", "3#1@100");
        capped.answer("11#1");
        capped.answer("3#1");
        capped.acknowledge(3, 3);
        other.acknowledge(new long[] {11, 11}, 11, capped.now(), capped.now(), number -> null);
        capped.advance(1000);
        assertThat(capped.left()).isEmpty();
        capped.sequence.resume(capped.now());
        assertThat(capped.left()).as("timeouts start again").isEmpty();
        capped.advance(100);
        assertThat(capped.left()).containsExactly("1#2@1200", "2#2@1200");
    }

    @Test
    void shouldHoldBackFirstTransmissionsThatWaitForAPlaceWhenTheirSequenceIsSuspended() {
        fill(capped);
        capped.send(3);
        capped.send(4);
        capped.sequence.suspend(capped.now());
        capped.answer("1#1");
        capped.answer("2#1");
        capped.acknowledge(1, 2);
        assertThat(capped.left()).isEmpty();
        capped.sequence.resume(capped.now());
        assertThat(capped.left()).containsExactly("3#1@100", "4#1@100");
    }

    @Test
    void shouldWaitAgainForAPlaceWhenTheSequenceIsResumedOnAFullPath() {
        fill(capped);
        capped.sequence.suspend(capped.now());
        capped.advance(10);
        capped.sequence.resume(capped.now());
        assertThat(capped.left()).isEmpty();
        capped.advance(100);
        assertThat(capped.left()).isEmpty();
        capped.answer("2#1");
        capped.answer("1#1");
        assertThat(capped.left()).containsExactly("1#2@210", "2#2@210");
    }

    @Test
    void shouldLetHigherNumbersByWhileARestartIsHeldBack() {
        inOrder.send(1);
        inOrder.send(2);
        inOrder.answer("1#1");
        inOrder.connect("2#1");
        inOrder.advance(100);
        inOrder.answer("1#2");
        assertThat(inOrder.left()).containsExactly("1#1@0", "2#1@0", "1#2@100");
        inOrder.sequence.suspend(inOrder.now());
        inOrder.send(3);
        inOrder.answer("2#1");
        assertThat(inOrder.left())
                .as("the restart of 2 had waited for its first attempt")
                .containsExactly("3#1@100");
        inOrder.answer("3#1");
        inOrder.sequence.resume(inOrder.now());
        inOrder.advance(100);
        assertThat(inOrder.left()).containsExactly("1#3@200");
        inOrder.answer("1#3");
        assertThat(inOrder.left()).containsExactly("2#2@200");
    }

    @Test
    void shouldHoldBackTheRestartOfAMessageWhoseCallerWaits() {
        capped.send(capped.sequence, 1, true);
        capped.advance(100);
        capped.sequence.suspend(capped.now());
        capped.attempt("1#1").fail(new IOException("reset"));
        assertThat(capped.left()).isEmpty();
        capped.sequence.resume(capped.now());
        capped.advance(100);
        assertThat(capped.left()).containsExactly("1#2@200");
    }

    @Test
    void shouldNotGiveUpARetryThatWaitsWhenAnEarlierTransmissionFails() {
        PathFixture limited = new PathFixture(100, 1, 1, false, true);
        Message<String> message = limited.send(1);
        limited.connect("1#1");
        limited.advance(100);
        limited.oracle.timeoutNanos = RetransmissionOracle.NEVER;
        limited.path.retry(message, limited.now());
        limited.attempt("1#1").fail(new IOException("reset"));
        assertThat(limited.left()).containsExactly("1#1@0", "gave up 1 after 1", "1#2@100");
    }

    @Test
    void shouldNotSendWhatWasAcknowledgedWhileItWaited() {
        capped.send(1);
        capped.send(2);
        capped.connect("1#1");
        capped.connect("2#1");
        capped.send(3);
        capped.send(4);
        capped.sequence.drop(capped.now());
        Sequence<String> next = capped.sequence("next", false);
        capped.send(next, 1, false);
        capped.answer("1#1");
        assertThat(capped.left()).containsExactly("1#1@0", "2#1@0", "1#1@0");
    }

    @Test
    void shouldSendOneAtATimeLowestFirstWhenInOrder() {
        inOrder.send(3);
        inOrder.connect("3#1");
        inOrder.send(5);
        inOrder.send(4);
        assertThat(inOrder.left()).containsExactly("3#1@0");
        inOrder.answer("3#1");
        assertThat(inOrder.left()).containsExactly("4#1@0");
        inOrder.answer("4#1");
        assertThat(inOrder.left()).containsExactly("5#1@0");
    }

    @Test
    void shouldReplaceAnAttemptThatHasNotConnectedByTheRestartOfTheSameMessage() {
        inOrder.send(1);
        inOrder.send(2);
        inOrder.send(3);
        for (int restart = 2; restart <= 4; restart++) {
            inOrder.attempt("1#" + (restart - 1)).advance(Phase.CONNECTING);
            inOrder.advance(100);
            assertThat(inOrder.attempt("1#" + (restart - 1)).phase()).isEqualTo(Phase.ABANDONED);
        }
        assertThat(inOrder.left()).as("nobody overtakes").containsExactly("1#1@0", "1#2@100", "1#3@200", "1#4@300");
        inOrder.answer("1#4");
        assertThat(inOrder.left()).containsExactly("2#1@300");
    }

    @Test
    void shouldRestartTheLowestWhateverItsEarlierAttemptsDo() {
        inOrder.send(1);
        inOrder.send(2);
        inOrder.connect("1#1");
        inOrder.advance(100);
        inOrder.connect("1#2");
        inOrder.advance(100);
        assertThat(inOrder.left()).containsExactly("1#1@0", "1#2@100", "1#3@200");
        inOrder.answer("1#3");
        assertThat(inOrder.left()).as("1 may still be on its way").isEmpty();
        inOrder.acknowledge(1, 1);
        assertThat(inOrder.left())
                .as("hanging attempts of 1 do not matter any more")
                .containsExactly("2#1@200");
    }

    @Test
    void shouldNotRestartWhatMayBeParkedBehindAGap() {
        inOrder.send(1);
        inOrder.send(2);
        inOrder.send(3);
        inOrder.answer("1#1");
        inOrder.connect("2#1");
        inOrder.left();
        inOrder.advance(99);
        inOrder.attempt("2#1").advance(Phase.WRITTEN);
        inOrder.advance(1);
        assertThat(inOrder.left())
                .as("1 does not wait for 2, which may wait for it")
                .containsExactly("1#2@100");
        inOrder.answer("1#2");
        assertThat(inOrder.left()).isEmpty();
        inOrder.attempt("2#1").fail(new IOException("reset"));
        assertThat(inOrder.left()).containsExactly("2#2@100");
    }

    @Test
    void shouldRestartTheLowestFirstWhenSeveralAreDue() {
        for (long number = 1; number <= 3; number++) {
            inOrder.send(number);
            inOrder.answer(number + "#1");
        }
        inOrder.left();
        inOrder.advance(100);
        inOrder.answer("1#2");
        inOrder.answer("2#2");
        assertThat(inOrder.left()).containsExactly("1#2@100", "2#2@100", "3#2@100");
    }

    @Test
    void shouldRestartBothOfTwoMessagesWithOneNumber() {
        inOrder.send(1);
        inOrder.send(1);
        inOrder.answer("1#1");
        inOrder.answer("1#1");
        assertThat(inOrder.left()).containsExactly("1#1@0", "1#1@0");
        inOrder.advance(100);
        inOrder.answer("1#2");
        assertThat(inOrder.left()).containsExactly("1#2@100", "1#2@100");
        assertThat(inOrder.acknowledge(1, 1)).hasSize(2);
        assertThat(inOrder.status().unacknowledged()).isZero();
    }

    @Test
    void shouldFreeThePlaceOfAWaitingMessageThatIsAcknowledged() {
        inOrder.send(1);
        inOrder.answer("1#1");
        inOrder.send(2);
        inOrder.connect("2#1");
        inOrder.advance(100);
        inOrder.left();
        inOrder.acknowledge(1, 1);
        inOrder.answer("2#1");
        assertThat(inOrder.left()).as("1 waited, then was acknowledged").containsExactly("2#2@100");
    }

    /** Covers both waits: a chain follows its own attempt, while a caller takes the answer to any. */
    @Test
    void shouldRestartAnAwaitedMessageWhileItsFormerAttemptIsUnderWay() {
        capped.sendAwaited(1);
        capped.advance(100);
        assertThat(capped.left()).containsExactly("1#2@100");
        assertThat(capped.status().inFlight()).isEqualTo(2);
    }

    @Test
    void shouldRestartAMessageThatIsAcknowledgedBesideItsAnswer() {
        capped.sendAwaited(1);
        capped.sequence.answersAreKept();
        assertThat(acknowledge(true)).isEmpty();
        capped.advance(100);
        assertThat(capped.left()).containsExactly("1#2@100");
        assertThat(acknowledge(false)).hasSize(1);
        capped.advance(1000);
        assertThat(capped.left()).isEmpty();
    }

    /** Two calls share a number, and one of them has its answer. */
    @Test
    void shouldKeepAMessageWhoseTwinIsAnswered() {
        capped.sendAwaited(1);
        capped.sequence.answersAreKept();
        capped.sequence.answered(1, content -> false);
        assertThat(acknowledge(true)).isEmpty();
        assertThat(capped.sequence.answered(1, content -> true)).isTrue();
    }

    /** The answer has come, and then the answer to an earlier message, which acknowledges both. */
    @Test
    void shouldNotKeepAMessageForAnAnswerThatHasArrived() {
        capped.sendAwaited(1);
        capped.sequence.answersAreKept();
        assertThat(capped.sequence.answered(1, content -> true))
                .as("not acknowledged yet")
                .isFalse();
        assertThat(acknowledge(true)).hasSize(1);
        capped.advance(1000);
        assertThat(capped.left()).isEmpty();
    }

    private List<Settled<String>> acknowledge(boolean awaitsAnswer) {
        return capped.sequence
                .acknowledge(
                        new long[] {1, 1},
                        false,
                        1,
                        capped.now(),
                        capped.now(),
                        number -> new Echo(1, 0),
                        content -> awaitsAnswer)
                .settled();
    }

    /** Covers messages that wait at the destination for a lower one, so that their copies would be of no use. */
    @Test
    void shouldCopyOnlyTheLowestOfTheMessagesThatAreAnsweredInOrder() {
        PathFixture canary = PathFixture.canary();
        Sequence<String> ordered = canary.sequence("ordered", true);
        canary.send(ordered, 1, false);
        canary.answer("1#1");
        List<String> copied = new ArrayList<>();
        for (long number = 2; number <= 60; number++) {
            canary.send(ordered, number, false);
            canary.answer(number + "#1");
            canary.left();
            // The oracle allows another copy when another message is acknowledged.
            if (number > 3) {
                ordered.acknowledge(new long[] {4, number}, number, canary.now(), canary.now(), sent -> null);
            }
            canary.advance(1_000);
            for (String dispatched : canary.left()) {
                canary.answer(dispatched.substring(0, dispatched.indexOf('@')));
                copied.add(dispatched.substring(0, dispatched.indexOf('#')));
            }
        }
        assertThat(copied).isNotEmpty().containsOnly("1");
    }
}
