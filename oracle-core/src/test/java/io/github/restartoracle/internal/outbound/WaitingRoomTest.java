package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitingRoomTest {
    private final PathFixture path = new PathFixture(100, 8, false);
    private final WaitingRoom<String> room = new WaitingRoom<>();

    private Message<String> enter(Sequence<String> sequence, long caller, long number) {
        Message<String> message = PathFixture.message(sequence, number).from(caller);
        room.enter(message);
        return message;
    }

    private void enter(long caller, long... numbers) {
        for (long number : numbers) {
            enter(path.sequence, caller, number);
        }
    }

    private List<Long> taken(int atMost) {
        List<Long> numbers = new ArrayList<>();
        while (room.size() > 0 && numbers.size() < atMost) {
            Message<String> next = room.candidates(0).get(0);
            room.takeTurn(next);
            numbers.add(next.number());
        }
        return numbers;
    }

    @Test
    void shouldLetACallNotWaitForTheBacklogOfAnotherCaller() {
        enter(1, 1, 2, 3, 4, 5);
        assertThat(taken(2)).containsExactly(1L, 2L);

        enter(2, 6, 7);
        assertThat(taken(9)).containsExactly(3L, 6L, 4L, 7L, 5L);
        assertThat(room.sequences()).isEmpty();
    }

    @Test
    void shouldServeCallersWithOneMessageEachInTheOrderOfTheirCalls() {
        enter(1, 1);
        enter(2, 2);
        enter(3, 3);
        assertThat(taken(1)).containsExactly(1L);

        enter(4, 4);
        assertThat(taken(9)).containsExactly(2L, 3L, 4L);
    }

    @Test
    void shouldPutARestartBeforeTheLaterMessagesOfItsCaller() {
        enter(1, 5, 6);
        enter(1, 2);
        assertThat(taken(9)).containsExactly(2L, 5L, 6L);
    }

    @Test
    void shouldGoByNumberWhenTheDestinationDeliversInOrder() {
        Sequence<String> ordered = path.sequence("ordered", true);
        enter(ordered, 1, 1);
        enter(ordered, 1, 2);
        Message<String> third = enter(ordered, 2, 3);

        assertThat(room.isBehindAnother(third)).isTrue();
        assertThat(taken(9)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void shouldShareTurnsBetweenSequences() {
        enter(1, 1, 2, 3);
        Sequence<String> other = path.sequence("other", false);
        enter(other, 1, 11);

        assertThat(taken(9)).containsExactly(1L, 11L, 2L, 3L);
    }

    @Test
    void shouldCountAMessageOnce() {
        Message<String> message = enter(path.sequence, 1, 1);
        room.enter(message);
        assertThat(room.size()).isOne();

        assertThat(room.leave(message)).isTrue();
        assertThat(room.leave(message)).isFalse();
        assertThat(room.size()).isZero();
        assertThat(room.oldest()).isNull();
    }

    @Test
    void shouldKeepBackWhatWasAddedBehindTheOthers() {
        room.enterBehind(PathFixture.message(path.sequence, 1).from(1));
        enter(2, 2);
        assertThat(room.hasOnlyDemoted()).isFalse();
        assertThat(taken(1)).containsExactly(2L);

        assertThat(room.hasOnlyDemoted()).isTrue();
        room.readmit();
        assertThat(taken(1)).containsExactly(1L);
    }
}
