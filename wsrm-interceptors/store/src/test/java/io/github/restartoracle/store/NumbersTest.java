package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void shouldJoinRangesThatTouch() {
        Numbers numbers = Numbers.of(List.of(1L, 3L, 5L, 2L));
        assertThat(numbers).hasToString("1-3,5-5");
        numbers.add(4);
        assertThat(numbers).hasToString("1-5");
        assertThat(numbers.contiguous()).isEqualTo(5);
        assertThat(numbers.highest()).isEqualTo(5);
    }

    @Test
    void shouldBeginAtNothing() {
        assertThat(new Numbers().contiguous()).isZero();
        assertThat(new Numbers().highest()).isZero();
        assertThat(Numbers.parse("").isEmpty()).isTrue();
        assertThat(Numbers.of(List.of(2L)).contiguous()).isZero();
    }

    @Test
    void shouldRejectWhatItHasNotWritten() {
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.parse("1"));
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.parse("1-x"));
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.parse("-1--1"));
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.parse("0-0"));
        assertThatIllegalArgumentException().isThrownBy(() -> Numbers.parse("2-1"));
    }

    @RepeatedTest(20)
    void shouldHoldWhatASetHolds(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        Numbers numbers = new Numbers();
        TreeSet<Long> expected = new TreeSet<>();
        for (int i = 0; i < 60; i++) {
            long lower = random.nextLong(1, 81);
            long upper = lower + random.nextLong(4);
            numbers.add(lower, upper);
            for (long number = lower; number <= upper; number++) {
                expected.add(number);
            }
            List<Long> held = new ArrayList<>();
            numbers.ranges().forEach(range -> {
                for (long number = range.lower(); number <= range.upper(); number++) {
                    held.add(number);
                }
            });
            assertThat(held).as("seed %d", repetition.getCurrentRepetition()).containsExactlyElementsOf(expected);
            assertThat(Numbers.parse(numbers.toString())).hasToString(numbers.toString());
            assertThat(numbers.toStrings(20))
                    .allSatisfy(part -> assertThat(part).hasSizeLessThan(27));
            assertThat(String.join(",", numbers.toStrings(20))).isEqualTo(numbers.toString());
        }
    }
}
