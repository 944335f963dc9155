package io.github.restartoracle.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.call.Numbering.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class NumberingTest {
    private static final long PATIENCE = 20;
    private final Numbering<String> numbering = new Numbering<>(3, PATIENCE);
    private long now = Long.MAX_VALUE - 10;

    private Place<String> written(String call) {
        return written(numbering.enter(call));
    }

    private Place<String> written(Place<String> place) {
        numbering.written(place, 1, false);
        return place;
    }

    private List<Place<String>> next() {
        return numbering.next(100, now);
    }

    private List<String> store() {
        List<Place<String>> batch = next();
        numbering.ended(batch, place -> true);
        return text(batch);
    }

    private static List<String> text(List<Place<String>> batch) {
        return batch.stream().map(place -> place.call() + place.number()).toList();
    }

    @Test
    void shouldGoOnWithTheNumbersOfTheSequence() {
        Place<String> first = written("a");
        assertThat(first.hasEnded()).isFalse();
        assertThat(store()).containsExactly("a4");
        assertThat(first.hasEnded()).isTrue();
        written("b");
        written("c");
        assertThat(store()).containsExactly("b5", "c6");
        assertThat(store()).isEmpty();
    }

    @Test
    void shouldStoreNothingWhileItStores() {
        written("a");
        List<Place<String>> first = next();
        written("b");
        assertThat(numbering.enter("c").number()).as("expected").isEqualTo(6);
        assertThat(next()).isEmpty();
        assertThat(numbering.patienceNanos(now)).isEqualTo(Long.MAX_VALUE);
        numbering.ended(first, place -> true);
        assertThat(store()).containsExactly("b5");
    }

    @Test
    void shouldMoveUpWhatComesBehindACallThatFails() {
        written("a");
        Place<String> second = numbering.enter("b");
        Place<String> third = written("c");
        assertThat(third.number()).isEqualTo(6);
        List<Place<String>> first = next();
        numbering.ended(first, place -> false);
        assertThat(first.get(0).hasEnded()).isTrue();
        numbering.leave(second);
        assertThat(second.hasEnded()).isTrue();
        assertThat(store()).containsExactly("c4");
    }

    @Test
    void shouldKeepTheNumberOfACallThatIsSentAnyway() {
        written("a");
        written("b");
        List<Place<String>> batch = next();
        numbering.ended(batch, place -> place.call().equals("b"));
        assertThat(text(batch)).containsExactly("a4", "b4");
        assertThat(numbering.nextNumber()).isEqualTo(5);
    }

    @Test
    void shouldLetACallThatIsWrittenForLongBeOvertaken() {
        now -= PATIENCE;
        Place<String> slow = numbering.enter("slow");
        Place<String> slower = numbering.enter("slower");
        now += PATIENCE;
        written("a");
        assertThat(next()).isEmpty();
        assertThat(numbering.patienceNanos(now)).as("from now on").isEqualTo(PATIENCE);
        now += PATIENCE - 1;
        assertThat(next()).isEmpty();
        now++;
        assertThat(store()).containsExactly("a4");

        written(slower);
        written("b");
        written(slow);
        assertThat(store()).containsExactly("slower5", "b6", "slow7");
    }

    @Test
    void shouldHavePatienceWithEachCall() {
        Place<String> first = numbering.enter("first");
        numbering.enter("second");
        written("a");
        assertThat(next()).isEmpty();
        now += PATIENCE - 1;
        written(first);
        assertThat(store()).containsExactly("first4");
        assertThat(numbering.patienceNanos(now)).isEqualTo(PATIENCE);
    }

    @Test
    void shouldForgetACallThatWasOvertakenAndFails() {
        Place<String> slow = numbering.enter("slow");
        written("a");
        assertThat(next()).isEmpty();
        now += PATIENCE;
        assertThat(store()).containsExactly("a4");
        numbering.leave(slow);
        numbering.leave(slow);
        written("b");
        assertThat(store()).containsExactly("b5");
    }

    @Test
    void shouldBoundABatch() {
        numbering.written(numbering.enter("large"), 1 << 20, false);
        written("b");
        written("c");
        numbering.written(numbering.enter("alone"), 1, true);
        written("d");
        assertThat(store()).containsExactly("large4");
        List<Place<String>> one = numbering.next(1, now);
        assertThat(text(one)).containsExactly("b5");
        numbering.ended(one, place -> true);
        assertThat(store()).containsExactly("c6");
        assertThat(store()).containsExactly("alone7");
        assertThat(store()).containsExactly("d8");
    }
}
