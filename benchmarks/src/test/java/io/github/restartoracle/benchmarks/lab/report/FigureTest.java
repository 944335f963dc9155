package io.github.restartoracle.benchmarks.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.benchmarks.lab.report.Figure.Axis;
import io.github.restartoracle.benchmarks.lab.report.Figure.Form;
import io.github.restartoracle.benchmarks.lab.report.Figure.Point;
import io.github.restartoracle.benchmarks.lab.report.Figure.Series;
import io.github.restartoracle.benchmarks.lab.results.Value;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureTest {
    private static final Axis AXIS = Axis.fromZero("s");

    @TempDir
    Path directory;

    private static Figure figure(Axis x, Series... series) {
        return Figure.of("name", "title", "caption", x, AXIS, List.of(series));
    }

    private static Series series(String name, Form form, Point... points) {
        return new Series(name, 0, form, List.of(points));
    }

    @Test
    void shouldBeRefusedWhenTheNameIsNoFileName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Figure.of("a/b", "", "", AXIS, AXIS, List.of()))
                .withMessageContaining("a/b");
    }

    @Test
    void shouldBeRefusedWhenTwoSeriesCannotBeToldApart() {
        Series one = series("fixed", Form.LINE, Point.of(1, 1));

        assertThatIllegalArgumentException().isThrownBy(() -> figure(AXIS, one, one));
        assertThat(figure(AXIS, one, series("fixed", Form.POINTS, Point.of(1, 1)))
                        .series())
                .hasSize(2);
    }

    @Test
    void shouldBeRefusedWhenTwoFiguresOfAReportHaveOneName() {
        Figure figure = figure(AXIS);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Report(
                        "", List.of(), List.of(new ReportSection("", List.of(), List.of(), List.of(figure, figure)))));
    }

    @Test
    void shouldLeaveOutWhatALogarithmicAxisCannotShowWhenPutIntoThePage() {
        Figure figure = figure(
                Axis.logarithmic("s"),
                series("</script>", Form.LINE, Point.of(0, 1), new Point(2, 3.000004, 0, 0.5, "run 1")));

        assertThat(PageFigure.json(List.of(figure)))
                .contains("\"points\":[[2.0,3.0,0.0,0.5,\"run 1\"]]")
                .contains("\\u003c/script>")
                .doesNotContain("<");
    }

    @Test
    void shouldSayThatItIsThinnedWhenThereAreMorePointsThanCanBeSeen() {
        Point[] many = IntStream.range(0, 1000).mapToObj(x -> Point.of(x, x)).toArray(Point[]::new);
        ReportSection section =
                new ReportSection("Many", List.of(), List.of(), List.of(figure(AXIS, series("many", Form.LINE, many))));

        assertThat(HtmlReport.of(new Report("", List.of(), List.of(section)), Samples.manifest(), List.of()))
                .contains("thinned to 600 points");
    }

    @Test
    void shouldWriteAllOfItsPointsWhenNothingCanBeDrawn() throws Exception {
        Figure figure = figure(Axis.logarithmic("s"), series("late", Form.LINE, Point.of(0, 1)));
        ReportSection section = new ReportSection("Late", List.of(), List.of(), List.of(figure));

        new ReportDirectory(directory).write(new Report("", List.of(), List.of(section)), Samples.manifest());

        assertThat(figure.drawable()).isFalse();
        assertThat(directory.resolve("report.html")).content().contains("Nothing to draw.");
        assertThat(Files.readAllLines(directory.resolve("figures/name.csv")))
                .containsExactly("series,x,y,x_error,y_error,label", "late,0.0,1.0,0.0,0.0,");
    }

    @Test
    void shouldShowNothingWhenANumberIsNotKnown() {
        assertThat(Value.of(Double.NaN, 3)).isEqualTo(Value.NONE);
        assertThat(Value.of(0.12345, 3).text()).isEqualTo("0.123");
    }
}
