package io.github.restartoracle.internal.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgedRangesTest {
    private static final int HIGHEST = 400;

    private final AcknowledgedRanges acknowledged = new AcknowledgedRanges();

    /** Applies unordered, overlapping, repeated and older acknowledgements, single numbers and long ranges. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89})
    void shouldReportEachNumberOnceWhateverComes(long seed) {
        Random random = new Random(seed);
        BitSet model = new BitSet();
        for (int round = 0; round < 300; round++) {
            long[] ranges = ranges(random);
            BitSet covered = new BitSet();
            for (int i = 0; i < ranges.length; i += 2) {
                covered.set((int) ranges[i], (int) ranges[i + 1] + 1);
            }
            covered.andNot(model);
            assertThat(fresh(ranges)).as("seed %d, round %d", seed, round).isEqualTo(covered);
            model.or(covered);
        }
    }

    private static long[] ranges(Random random) {
        long[] ranges = new long[2 * random.nextInt(6)];
        for (int i = 0; i < ranges.length; i += 2) {
            ranges[i] = random.nextInt(HIGHEST) + 1L;
            int length = random.nextInt(3) == 0 ? 0 : random.nextInt(random.nextBoolean() ? 5 : 80);
            ranges[i + 1] = Math.min(HIGHEST, ranges[i] + length);
        }
        return ranges;
    }

    /** Returns the reported numbers; a number that is reported twice fails the test. */
    private BitSet fresh(long[] ranges) {
        BitSet reported = new BitSet();
        acknowledged.apply(ranges, (lower, upper) -> {
            assertThat(lower).isLessThanOrEqualTo(upper);
            for (long number = lower; number <= upper; number++) {
                assertThat(reported.get((int) number))
                        .as("%d reported twice", number)
                        .isFalse();
                reported.set((int) number);
            }
        });
        return reported;
    }

    @Test
    void shouldVisitOneNumberWhenOneOfManyIsNew() {
        acknowledged.apply(new long[] {1, 25_000}, (lower, upper) -> {});
        List<String> visits = new ArrayList<>();
        acknowledged.apply(new long[] {1, 25_001}, (lower, upper) -> visits.add(lower + "-" + upper));
        acknowledged.apply(new long[] {1, 25_001, 25_003, 25_003}, (lower, upper) -> visits.add(lower + "-" + upper));
        assertThat(visits).containsExactly("25001-25001", "25003-25003");
    }

    @Test
    void shouldVisitNothingWhenAnOlderAcknowledgementComesLate() {
        acknowledged.apply(new long[] {1, 10}, (lower, upper) -> {});
        List<String> visits = new ArrayList<>();
        acknowledged.apply(new long[] {1, 4, 6, 7}, (lower, upper) -> visits.add(lower + "-" + upper));
        assertThat(visits).isEmpty();
    }

    @Test
    void shouldVisitTheWholeRangeAtOnceWhenNothingIsKnown() {
        List<String> visits = new ArrayList<>();
        acknowledged.apply(new long[] {1, Long.MAX_VALUE - 1}, (lower, upper) -> visits.add(lower + "-" + upper));
        acknowledged.apply(new long[] {5, 5}, (lower, upper) -> visits.add(lower + "-" + upper));
        assertThat(visits).containsExactly("1-" + (Long.MAX_VALUE - 1));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, malformed",
        "3, 2, malformed",
        "-1, -1, malformed",
        "0, 0, malformed",
        "9223372036854775807, 1, malformed",
        "1, 11, last message sent",
        "11, 11, last message sent",
        "1, 9223372036854775807, last message sent"
    })
    void shouldNameTheDefectOfAnUnsoundAcknowledgement(long lower, long upper, String defect) {
        assertThat(AcknowledgedRanges.defect(new long[] {1, 1, lower, upper}, 10))
                .contains(defect)
                .contains(lower + " to " + upper);
    }

    @Test
    void shouldFindNoDefectInASoundAcknowledgement() {
        assertThat(AcknowledgedRanges.defect(new long[] {7, 10, 1, 1}, 10)).isNull();
        assertThat(AcknowledgedRanges.defect(new long[] {}, 0)).isNull();
    }
}
