package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.sequence.Moves;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a destination that takes no part in a sequence any more. */
class SequenceLossTest {
    private static final int MESSAGES = 5;
    private static final int MANY = 50;

    private final PathFixture path = new PathFixture(60_000, 8, false);

    private static PathFixture path(String oracle) {
        return new PathFixture(OracleCatalog.load().factory(Settings.of(Map.of("oracle", oracle))));
    }

    private void acknowledgeFirst() {
        path.sequence.acknowledgedInAnswers();
        path.send(1);
        path.hang("1#1");
        path.acknowledge(1, 1);
        path.answer("1#1");
        path.left();
    }

    /** Answers every transmission at once; returns all other events in order. */
    private static List<String> answer(PathFixture path, int seconds) {
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 10 * seconds; i++) {
            for (String each : path.left()) {
                if (each.startsWith("gave up") || each.startsWith("left")) {
                    told.add(each);
                } else {
                    String attempt = each.substring(0, each.indexOf('@'));
                    path.attempt(attempt).advance(Phase.RESPONDED);
                    path.answer(attempt);
                }
            }
            path.advance(100);
        }
        return told;
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "exponential-backoff", "jacobson-karn", "qest", "canary"})
    void shouldLeaveASequenceThatIsNeverAcknowledgedInAnswers(String oracle) {
        PathFixture answered = path(oracle);
        answered.sequence.acknowledgedInAnswers();
        for (int i = 1; i <= MESSAGES; i++) {
            answered.send(i);
        }
        assertThat(answer(answered, 29)).isEmpty();
        assertThat(answer(answered, 120)).containsExactly("left s with 5, without 0");
        assertThat(answered.parked).extracting(message -> message.id().number()).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(answered.status().moves()).isEqualTo(MESSAGES);
    }

    /** Covers messages that the oracle does not restart before they are given up. */
    @Test
    void shouldLeaveASequenceAllMessagesOfWhichAreGivenUp() {
        PathFixture answered = new PathFixture(
                OracleCatalog.load().factory(Settings.of(Map.of("oracle", "canary"))), Duration.ofSeconds(5));
        answered.sequence.acknowledgedInAnswers();
        List<String> told = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            answered.send(i);
            told.addAll(answer(answered, 11));
        }
        assertThat(told)
                .containsExactly(
                        "gave up 1 after 1", "gave up 2 after 1", "gave up 3 after 1", "left s with 1, without 0");
        assertThat(answered.parked).extracting(message -> message.id().number()).containsExactly(4L);
    }

    /** A stock destination may acknowledge two messages in the answer to one, which this source is still reading. */
    @Test
    void shouldNotDoubtASequenceWhileAnAnswerIsBeingRead() {
        acknowledgeFirst();
        path.send(2);
        path.send(3);
        path.hang("3#1");
        path.attempt("2#1").advance(Phase.RESPONDED);
        path.answer("3#1");
        path.acknowledge(2, 3);
        path.answer("2#1");
        assertThat(path.status().restarts()).isZero();
    }

    @Test
    void shouldConfirmByAnotherMessageWhenTheFirstIsGivenUp() {
        acknowledgeFirst();
        Message<String> message = path.send(2);
        path.hang("2#1");
        path.answer("2#1");
        path.path.giveUp(message, "on purpose", path.now());
        path.left();
        path.advance(10_000);
        path.send(3);
        path.hang("3#1");
        path.answer("3#1");
        path.advance(500);
        assertThat(path.left()).containsExactly("3#1@10000", "3#2@10500");
        path.answer("3#2");
        assertThat(path.left()).containsExactly("left s with 1, without 0");
    }

    /** A stock destination that starts answers before it has its sequences, and accepts none of these messages. */
    @Test
    void shouldTransmitAtOnceAgainWhatWasAnsweredAndIsNotAcknowledgedInALaterAnswer() {
        PathFixture answered = path("canary");
        answered.sequence.acknowledgedInAnswers();
        for (int i = 1; i <= MANY; i++) {
            answered.send(i);
            answered.hang(i + "#1");
        }
        for (int i = 1; i < MANY; i++) {
            answered.answer(i + "#1");
        }
        answered.send(MANY + 1);
        answered.hang(MANY + 1 + "#1");
        answered.answer(MANY + "#1");
        answered.advance(400);
        answered.acknowledgeInAnswerTo(MANY + 1 + "#1", MANY + 1);
        answered.advance(1_000);
        assertThat(answered.restarts())
                .as("it may have been accepted just after its answer")
                .isEmpty();

        answered.send(MANY + 2);
        answered.hang(MANY + 2 + "#1");
        answered.acknowledgeInAnswerTo(MANY + 2 + "#1", 1, 2, MANY + 1, MANY + 2);
        answered.advance(1_000);
        assertThat(answered.restarts()).hasSize(MANY - 2).startsWith("3#2@2400").endsWith(MANY + "#2@2400");
    }

    /** Covers copies that the window would hold back, because the destination needs a lower message first. */
    @Test
    void shouldAskWithTheLowestMessageInOrder() {
        PathFixture answered = path("canary");
        Sequence<String> ordered = answered.sequence("ordered", true);
        for (int i = 1; i <= MESSAGES; i++) {
            answered.send(ordered, i, false);
            answered.hang(i + "#1");
            answered.answer(i + "#1");
        }
        answered.left();
        int copies = 1;
        for (int seconds = 0; seconds < 200; seconds++) {
            answered.advance(1_000);
            for (String restart : answered.left()) {
                copies++;
                assertThat(restart).startsWith("1#" + copies + "@");
                answered.answer("1#" + copies);
            }
        }
        assertThat(copies).isGreaterThan(2);
    }

    /** Covers a destination whose room is full of messages behind the lowest one, which it has answered and not accepted. */
    @Test
    void shouldTransmitTheLowestMessageAgainWhenAnotherIsRefusedForTheTimeBeing() {
        PathFixture answered = path("canary");
        Sequence<String> ordered = answered.sequence("ordered", true);
        answered.send(ordered, 1, false);
        answered.hang("1#1");
        answered.answer("1#1");
        answered.send(ordered, 2, false);
        answered.hang("2#1");
        answered.attempt("2#1").fail(new RetryLater(Duration.ofSeconds(1), new IOException("503")));
        answered.left();
        answered.advance(1_000);
        answered.advance(10);
        assertThat(answered.left()).contains("1#2@1000");
    }

    /** Covers a destination that is starting for the second time, and knows the sequence: it delivers what it holds. */
    @Test
    void shouldCloseASequenceOfWhichTheDestinationMayHoldMessagesBehindAMissingOne() {
        path.sequence.deliveredInOrder(path.now());
        path.send(1);
        path.send(2);
        List.of("1#1", "2#1").forEach(path::hang);
        path.acknowledge(2, 2);
        path.left();
        path.refuse("1#1", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("ends without 1");
        path.sequence.closed(path.now());
        assertThat(path.left()).containsExactly("left s with 1, without 0");
        assertThat(path.parkedNumbers()).containsExactly(1L);
    }

    /** Covers lost acknowledgements: what the destination holds must not come when another one ends its sequence, much later. */
    @Test
    void shouldCloseASequenceOfWhichALaterMessageMayHaveBeenAccepted() {
        path.sequence.deliveredInOrder(path.now());
        path.send(1);
        path.send(2);
        List.of("1#1", "2#1").forEach(path::hang);
        path.attempt("2#1").fail(new IOException("reset"));
        path.refuse("1#1", Code.UNKNOWN);
        path.advance(500);
        path.hang("1#2");
        path.left();
        path.refuse("1#2", Code.UNKNOWN);
        assertThat(path.left()).containsExactly("ends without 1");
        path.acknowledge(2, 2);
        path.sequence.closed(path.now());
        assertThat(path.left()).containsExactly("left s with 1, without 0");
    }

    @Test
    void shouldWaitForTheAcknowledgementOfWhatWasAnsweredWhereItComesOnAnotherWay() {
        PathFixture answered = path("canary");
        answered.send(1);
        answered.hang("1#1");
        answered.answer("1#1");
        answered.advance(1_000);
        answered.send(2);
        answered.hang("2#1");
        answered.acknowledgeInAnswerTo("2#1", 2);
        answered.advance(5_000);
        assertThat(answered.restarts()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "canary"})
    void shouldGoOnWhereAcknowledgementsComeOnAnotherWay(String oracle) {
        PathFixture answered = path(oracle);
        for (int i = 1; i <= MESSAGES; i++) {
            answered.send(i);
        }
        assertThat(answer(answered, 600)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fixed", "canary"})
    void shouldGoOnWhileSomethingOfTheSequenceIsAcknowledged(String oracle) {
        PathFixture answered = path(oracle);
        answered.sequence.acknowledgedInAnswers();
        for (int i = 1; i <= MESSAGES; i++) {
            answered.send(i);
        }
        for (int i = 1; i < MESSAGES; i++) {
            assertThat(answer(answered, 25)).isEmpty();
            answered.acknowledge(1, i);
        }
    }

    @Test
    void shouldConfirmByARestartWhenAnAnswerLacksItsAcknowledgement() {
        acknowledgeFirst();
        path.send(2);
        path.hang("2#1");
        path.answer("2#1");
        path.send(3);
        path.advance(499);
        assertThat(path.left()).as("others wait").containsExactly("2#1@0");
        path.advance(1);
        assertThat(path.left()).containsExactly("2#2@500");
        path.hang("2#2");
        path.answer("2#2");
        assertThat(path.left()).containsExactly("left s with 2, without 0");
        assertThat(path.parkedNumbers()).containsExactly(2L, 3L);
    }

    @Test
    void shouldNotDoubtAnAnswerWhileOthersMayAcknowledgeItsMessage() {
        acknowledgeFirst();
        path.send(2);
        path.send(3);
        path.hang("2#1");
        path.hang("3#1");
        path.answer("2#1");
        path.acknowledge(1, 3);
        path.answer("3#1");
        path.send(4);
        assertThat(path.left()).containsExactly("2#1@0", "3#1@0", "4#1@0");
    }

    @Test
    void shouldGoOnWhenTheRestartIsAcknowledged() {
        acknowledgeFirst();
        path.send(2);
        path.hang("2#1");
        path.answer("2#1");
        path.send(3);
        path.advance(500);
        path.hang("2#2");
        path.acknowledge(1, 2);
        path.answer("2#2");
        assertThat(path.left()).containsExactly("2#1@0", "2#2@500", "3#1@500");
        path.hang("3#1");
        path.answer("3#1");
        path.advance(500);
        assertThat(path.left()).as("the destination may omit acknowledgements").isEmpty();
    }

    /** Covers one answer that lacked its acknowledgement, long before the destination was restarted. */
    @Test
    void shouldDoubtAgainWhenManyMessagesWereAcknowledgedInTheirAnswers() {
        acknowledgeFirst();
        path.send(2);
        path.hang("2#1");
        path.answer("2#1");
        path.advance(500);
        path.hang("2#2");
        path.acknowledge(1, 2);
        path.answer("2#2");
        for (int number = 3; number <= 10; number++) {
            path.send(number);
            path.hang(number + "#1");
            path.acknowledge(1, number);
            path.answer(number + "#1");
        }
        path.left();
        path.send(11);
        path.hang("11#1");
        path.answer("11#1");
        path.advance(500);
        assertThat(path.left()).containsExactly("11#1@500", "11#2@1000");
    }

    @Test
    void shouldLetOthersGoOnWhenTheConfirmationTakesLong() {
        acknowledgeFirst();
        path.send(2);
        path.hang("2#1");
        path.answer("2#1");
        path.send(3);
        path.advance(500);
        path.hang("2#2");
        path.left();
        path.advance(9_499);
        assertThat(path.left()).isEmpty();
        path.advance(1);
        assertThat(path.left()).containsExactly("3#1@10000");
        assertThat(path.status().missedWakeUps()).isZero();
    }

    @Test
    void shouldDelayTheThirdMoveWithinAMinute() {
        long second = 1_000_000_000L;
        Moves twice = Moves.NONE.next(0).next(10 * second);
        assertThat(twice.waitNanos(10 * second)).isZero();
        Moves thrice = twice.next(20 * second);
        assertThat(thrice.waitNanos(20 * second)).isEqualTo(40 * second);
        assertThat(thrice.waitNanos(60 * second)).isZero();
        assertThat(twice.next(60 * second).waitNanos(60 * second)).isZero();
    }
}
