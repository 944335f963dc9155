package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThinningTest {
    private static final long SEED = 5;

    private static Series series(int size, Form form) {
        SplittableRandom random = new SplittableRandom(SEED);
        return new Series(
                "noise",
                0,
                form,
                IntStream.range(0, size)
                        .mapToObj(x -> Point.of(x, random.nextDouble()))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 600})
    void shouldKeepAllPointsWhenTheyAreFew(int size) {
        Series series = series(size, Form.LINE);

        assertThat(Thinning.of(series)).isEqualTo(series.points());
    }

    @ParameterizedTest
    @ValueSource(ints = {601, 2000, 20_000})
    void shouldKeepEndsAndExtremesInOrderWhenALineIsLong(int size) {
        Series series = series(size, Form.LINE);
        Comparator<Point> byY = Comparator.comparingDouble(Point::y);

        List<Point> kept = Thinning.of(series);

        assertThat(kept)
                .as("seed %d", SEED)
                .hasSizeBetween(300, Thinning.MOST)
                .isSubsetOf(series.points())
                .isSortedAccordingTo(Comparator.comparingDouble(Point::x))
                .startsWith(series.points().get(0))
                .endsWith(series.points().get(size - 1))
                .contains(
                        series.points().stream().min(byY).orElseThrow(),
                        series.points().stream().max(byY).orElseThrow());
    }

    @ParameterizedTest
    @EnumSource(
            value = Form.class,
            names = {"POINTS", "MEANS", "HOLLOW"})
    void shouldKeepEvenlyManyWhenPointsAreNotJoined(Form form) {
        List<Point> kept = Thinning.of(series(5991, form));

        assertThat(kept).hasSize(Thinning.MOST);
        assertThat(kept.get(1).x() - kept.get(0).x()).isEqualTo(10);
    }
}
