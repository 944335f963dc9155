package io.github.restartoracle.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.status.MessageId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MoveOrderTest {
    private final Deque<MessageId> waiting = new ArrayDeque<>();

    private void leave(String... names) {
        leave(false, names);
    }

    private void leave(boolean late, String... names) {
        List<MessageId> left = Stream.of(names)
                .map(name -> new MessageId(line(name.substring(0, 1)), Long.parseLong(name.substring(1))))
                .toList();
        MoveOrder.insert(waiting, left, id -> id, late);
    }

    /** Returns the name of a sequence; the names of lines of earlier processes are in upper case. */
    private static String line(String name) {
        return name.equals(name.toLowerCase(Locale.ROOT)) ? name : MessageId.PARKED + ":" + name;
    }

    private List<String> order() {
        return waiting.stream()
                .map(id -> id.sequence().replace(MessageId.PARKED + ":", "") + id.number())
                .toList();
    }

    /** The calls of the second sequence were taken from those of the first. */
    @Test
    void shouldHaveTheCallsOfALaterSequenceGoBeforeThoseThatAreStillToMove() {
        leave("a4", "a5", "a6");
        leave("b1", "b2");
        assertThat(order()).containsExactly("b1", "b2", "a4", "a5", "a6");
    }

    /** Covers calls that are retried by an operator. */
    @Test
    void shouldGiveACallItsPlaceAmongThoseOfItsSequence() {
        leave("a4", "a6");
        leave("b1");
        leave("a5");
        leave("a3");
        leave("a7");
        assertThat(order()).containsExactly("b1", "a3", "a4", "a5", "a6", "a7");
    }

    @Test
    void shouldHaveACallThatHadNotReturnedWhenItsSequenceWasLeftGoBehindTheOthers() {
        leave("b1", "b2");
        leave(true, "a7");
        leave(true, "a8");
        leave(true, "a6");
        assertThat(order()).containsExactly("b1", "b2", "a6", "a7", "a8");
    }

    /** The first line is that of the process before last. A call in it was made when all sequences had been left. */
    @Test
    void shouldHaveTheCallsThatNeverHadANumberGoBehindTheOthersInTheOrderOfTheirProcesses() {
        leave("a4", "a5");
        leave("L1", "L2");
        leave("M1");
        leave("L3");
        leave("b1");
        leave("a3");
        assertThat(order()).containsExactly("b1", "a3", "a4", "a5", "L1", "L2", "L3", "M1");
    }

    /** Covers a call that is numbered in the moment in which its sequence is left, and moves after the others. */
    @Test
    void shouldHaveACallThatComesLateGoBeforeThoseOfTheFormerSequence() {
        leave("a4", "a5");
        leave("b1", "b3");
        leave("b4");
        leave("b2");
        assertThat(order()).containsExactly("b1", "b2", "b3", "b4", "a4", "a5");
    }
}
