package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.RetransmissionOracle;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a path that has no room for one more attempt. */
class PathPlacesTest {
    private final PathFixture capped = new PathFixture(100, 2, false);

    @Test
    void shouldAbandonTheOldestAttemptThatALaterOneReplacesWhenThereIsNoPlace() {
        PathFixture three = new PathFixture(100, 3, false);
        three.send(1);
        three.advance(100);
        three.advance(100);
        three.connect("1#1");
        assertThat(three.status().inFlight()).isEqualTo(3);
        three.send(2);
        assertThat(three.left()).containsExactly("1#1@0", "1#2@100", "1#3@200", "2#1@200");
        assertThat(three.attempt("1#1").phase()).isEqualTo(Phase.CONNECTED);
        assertThat(three.attempt("1#2").phase()).isEqualTo(Phase.ABANDONED);
        assertThat(three.attempt("1#3").phase().ended()).isFalse();
        assertThat(three.status().inFlight()).isEqualTo(3);
    }

    @Test
    void shouldTakeThePlaceOfARedirectedAttemptThatDoesNotConnectAndWasFollowed() {
        PathFixture three = new PathFixture(100, 3, false);
        three.send(1);
        three.connect("1#1");
        three.advance(100);
        three.connect("1#2");
        three.advance(100);
        three.connect("1#3");
        three.attempt("1#1").advance(Phase.RESPONDED);
        assertThat(three.attempt("1#1").connectAgain()).isTrue();
        assertThat(three.status().inFlight()).isEqualTo(3);

        three.send(2);

        assertThat(three.left()).containsExactly("1#1@0", "1#2@100", "1#3@200", "2#1@200");
        assertThat(three.attempt("1#1").phase()).isEqualTo(Phase.ABANDONED);
    }

    @Test
    void shouldReplaceTheOwnAttemptThatHasNotConnectedWhenThereIsNoPlace() {
        capped.send(1);
        capped.send(2);
        capped.advance(100);
        assertThat(capped.left()).containsExactly("1#1@0", "2#1@0", "1#2@100", "2#2@100");
        assertThat(capped.attempt("1#1").phase()).isEqualTo(Phase.ABANDONED);
        assertThat(capped.attempt("2#1").phase()).isEqualTo(Phase.ABANDONED);
        assertThat(capped.status().inFlight()).isEqualTo(2);
    }

    @Test
    void shouldSendEachOfManyThatAreDueTogether() {
        for (long number = 1; number <= 10; number++) {
            capped.send(number);
        }
        assertThat(capped.left()).as("nobody takes the place of another").containsExactly("1#1@0", "2#1@0");
        for (long number = 1; number <= 10; number++) {
            capped.connect(number + "#1");
            capped.answer(number + "#1");
        }
        assertThat(capped.left()).hasSize(8).startsWith("3#1@0").endsWith("10#1@0");
        capped.advance(100);
        assertThat(capped.left()).containsExactly("1#2@100", "2#2@100");
        for (long number = 1; number <= 10; number++) {
            capped.answer(number + "#2");
        }
        assertThat(capped.left()).hasSize(8).startsWith("3#2@100").endsWith("10#2@100");
    }

    @Test
    void shouldWaitForAPlaceInTheOrderOfArrivalWhenAllHaveConnected() {
        for (long number = 1; number <= 5; number++) {
            capped.send(number);
            if (number <= 2) {
                capped.connect(number + "#1");
            }
        }
        assertThat(capped.left()).containsExactly("1#1@0", "2#1@0");
        capped.answer("2#1");
        capped.connect("3#1");
        capped.answer("1#1");
        capped.connect("4#1");
        capped.attempt("3#1").fail(new IOException("reset"));
        assertThat(capped.left()).containsExactly("3#1@0", "4#1@0", "5#1@0");
    }

    @Test
    void shouldWaitForAnAttemptOfItsOwnWhenPathsTogetherHaveNoPlaceLeft() {
        SharedWindow two = new SharedWindow(2, Long.MAX_VALUE);
        PathFixture busy = sending(4, two);
        PathFixture other = sending(2, two);
        assertThat(busy.left()).containsExactly("1#1@0", "2#1@0");
        assertThat(other.left()).as("the first needs no place").containsExactly("1#1@0");

        answer(busy, "1#1");
        assertThat(busy.left()).isEmpty();
        answer(other, "1#1");
        assertThat(other.left()).containsExactly("2#1@0");
        answer(busy, "2#1");
        assertThat(busy.left()).as("it has none under way").containsExactly("3#1@0");
        answer(other, "2#1");
        answer(busy, "3#1");
        assertThat(busy.left()).containsExactly("4#1@0");
    }

    @Test
    void shouldPassOnAPlaceForWhichItHasNoMessageAnyMore() {
        SharedWindow two = new SharedWindow(2, Long.MAX_VALUE);
        PathFixture first = sending(3, two);
        PathFixture second = sending(2, two);
        assertThat(first.left()).containsExactly("1#1@0", "2#1@0");
        assertThat(second.left()).as("the first needs no place").containsExactly("1#1@0");
        first.path.withdraw(first.sequence.get(3).orElseThrow(), first.now());

        answer(first, "1#1");
        assertThat(second.left()).as("there was one too many").isEmpty();
        answer(first, "2#1");
        assertThat(second.left()).as("it was the turn of the first").containsExactly("2#1@0");
    }

    @Test
    void shouldLeaveAPlaceToThePathThatHasWaitedLongest() {
        SharedWindow four = new SharedWindow(4, Long.MAX_VALUE);
        PathFixture busy = sending(8, four);
        PathFixture other = sending(4, four);
        assertThat(busy.left()).hasSize(4);
        assertThat(other.left()).as("the first needs no place").containsExactly("1#1@0");

        answer(busy, "1#1");
        assertThat(busy.left()).as("there was one too many").isEmpty();
        answer(busy, "2#1");
        assertThat(busy.left()).as("it has waited longest").containsExactly("5#1@0");
        answer(busy, "3#1");
        assertThat(busy.left()).as("the other has waited longer").isEmpty();
        assertThat(other.left()).containsExactly("2#1@0");
        answer(busy, "4#1");
        assertThat(busy.left()).containsExactly("6#1@0");
        answer(busy, "5#1");
        assertThat(busy.left()).isEmpty();
        assertThat(other.left()).containsExactly("3#1@0");
        answer(other, "1#1");
        answer(other, "2#1");
        assertThat(busy.left()).containsExactly("7#1@0");
        assertThat(other.left()).containsExactly("4#1@0");
    }

    private static PathFixture sending(int messages, SharedWindow shared) {
        PathFixture path = new PathFixture(1000, 8, shared);
        for (long number = 1; number <= messages; number++) {
            path.send(number);
        }
        return path;
    }

    private static void answer(PathFixture path, String attempt) {
        path.connect(attempt);
        path.answer(attempt);
    }

    @Test
    void shouldTakeTurnsBetweenSequencesWhenThereIsNoPlace() {
        PathFixture one = new PathFixture(100, 1, true);
        Sequence<String> other = one.sequence("other", true);
        one.send(1);
        one.send(2);
        one.send(3);
        one.send(other, 11, false);
        one.send(other, 12, false);
        for (String name : List.of("1#1", "2#1", "11#1", "3#1", "12#1")) {
            assertThat(one.status().inFlight()).isOne();
            one.answer(name);
        }
        assertThat(one.left()).containsExactly("1#1@0", "2#1@0", "11#1@0", "3#1@0", "12#1@0");
        assertThat(one.status().inFlight()).isZero();
    }

    @Test
    void shouldKeepTheOrderWhenThereIsNoPlace() {
        PathFixture one = new PathFixture(100, 1, true);
        Sequence<String> unordered = one.sequence("unordered", false);
        one.send(unordered, 9, false);
        one.connect("9#1");
        one.send(2);
        one.send(1);
        assertThat(one.left()).containsExactly("9#1@0");
        one.answer("9#1");
        one.answer("1#1");
        assertThat(one.left()).containsExactly("1#1@0", "2#1@0");
    }

    @Test
    void shouldLetAnAttemptThatHangsGiveWayWhenItsMessageWasWrittenOnceMore() {
        capped.send(1);
        capped.hang("1#1");
        capped.advance(100);
        capped.connect("1#2");
        capped.send(2);
        assertThat(capped.left()).as("1 may still be without a whole copy").containsExactly("1#1@0", "1#2@100");
        capped.hang("1#2");
        capped.send(3);
        assertThat(capped.left()).as("its answer may be on the way").isEmpty();
        capped.oracle.timeoutNanos = RetransmissionOracle.NEVER;
        capped.advance(999);
        assertThat(capped.left()).isEmpty();
        capped.advance(1);
        assertThat(capped.left()).containsExactly("2#1@1100");
        assertThat(capped.attempt("1#1").phase()).isEqualTo(Phase.ABANDONED);
        assertThat(capped.attempt("1#2").phase()).isEqualTo(Phase.WRITTEN);
        assertThat(capped.status().inFlight()).isEqualTo(2);
    }

    @Test
    void shouldLetAnAttemptThatHangsGiveWayWhenItsMessageWasAcknowledged() {
        capped.send(1);
        capped.send(2);
        capped.hang("1#1");
        capped.hang("2#1");
        capped.acknowledge(1, 1);
        capped.send(3);
        assertThat(capped.left()).as("its answer may be on the way").containsExactly("1#1@0", "2#1@0");
        capped.oracle.timeoutNanos = RetransmissionOracle.NEVER;
        capped.advance(1000);
        assertThat(capped.left()).containsExactly("3#1@1000");
        assertThat(capped.attempt("1#1").phase()).isEqualTo(Phase.ABANDONED);
        capped.send(4);
        assertThat(capped.left()).as("2 has no other attempt").isEmpty();
    }

    /** Covers requests without answers that take all room, while no report tells that their destination has gone. */
    @Test
    void shouldNotKeepPlacesForEverForWhatIsNeverAnswered() {
        capped.send(1);
        capped.send(2);
        for (String name : List.of("1#1", "2#1")) {
            capped.connect(name);
            capped.hang(name);
        }
        capped.send(3);
        for (int second = 0; second < 59; second++) {
            capped.advance(1_000);
        }
        assertThat(capped.left()).as("the service may be slow").containsExactly("1#1@0", "2#1@0");
        capped.advance(1_000);
        assertThat(capped.left()).containsExactly("1#2@60000", "2#2@60000");
        assertThat(capped.attempt("1#1").phase()).isEqualTo(Phase.ABANDONED);
        assertThat(capped.attempt("2#1").phase()).isEqualTo(Phase.ABANDONED);
        assertThat(capped.status().inFlight()).isEqualTo(2);
    }

    @Test
    void shouldNotTakeThePlaceOfAnAnswerThatACallerWaitsFor() {
        capped.send(capped.sequence, 1, true);
        capped.send(2);
        capped.hang("1#1");
        capped.hang("2#1");
        capped.acknowledge(1, 1);
        capped.send(3);
        assertThat(capped.left()).containsExactly("2#1@0");
        assertThat(capped.attempt("1#1").phase()).isEqualTo(Phase.WRITTEN);
    }

    @Test
    void shouldLetTheLowestBeWrittenHoweverLongThatTakes() {
        PathFixture one = new PathFixture(100, 1, true);
        one.send(1);
        one.attempt("1#1").onAbandon(() -> {});
        one.connect("1#1");
        one.advance(100);
        assertThat(one.left()).containsExactly("1#1@0");
        assertThat(one.attempt("1#1").phase()).isEqualTo(Phase.CONNECTED);
        one.answer("1#1");
        assertThat(one.left()).containsExactly("1#2@100");
    }

    @Test
    void shouldNotTakeThePlaceOfWhatNobodyCanStop() {
        capped.send(1);
        capped.send(2);
        capped.connect("1#1");
        capped.connect("2#1");
        capped.acknowledge(1, 1);
        capped.send(3);
        assertThat(capped.left()).containsExactly("1#1@0", "2#1@0");
        capped.answer("1#1");
        assertThat(capped.left()).containsExactly("3#1@0");
    }

    @Test
    void shouldSendWhatOthersAreParkedForThoughTheyHaveAllPlaces() {
        PathFixture two = new PathFixture(100, 2, true);
        Sequence<String> other = two.sequence("other", true);
        two.send(1);
        two.send(other, 11, false);
        two.attempt("1#1").fail(new IOException("503"));
        two.attempt("11#1").fail(new IOException("503"));
        two.send(2);
        two.send(other, 12, false);
        two.hang("2#1");
        two.hang("12#1");
        two.left();
        two.advance(100);
        assertThat(two.left()).as("both have a place beyond").containsExactly("1#2@100", "11#2@100");
        assertThat(two.status().inFlight()).isEqualTo(4);
        two.hang("1#2");
        two.advance(100);
        assertThat(two.attempt("1#2").phase())
                .as("its restart takes that place over")
                .isEqualTo(Phase.ABANDONED);
        assertThat(two.left()).containsExactly("1#3@200", "11#3@200");
        assertThat(two.status().inFlight()).isEqualTo(4);
        two.send(3);
        assertThat(two.left()).as("not the lowest").isEmpty();
    }
}
