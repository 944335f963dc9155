package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowTest {
    private static final List<Column<Double>> COLUMNS = List.of(
            Column.text("label", "label", value -> "a, \"b\""),
            Column.number("value", "value", 1, "", value -> value),
            Column.hidden("perhaps", value -> value > 1 ? OptionalDouble.of(value / 3) : OptionalDouble.empty()));

    @TempDir
    Path directory;

    @Test
    void shouldReadBackEqualRowsWhenWritten() throws IOException {
        Path file = directory.resolve("results.csv");
        List<Row> rows = List.of(Row.of(COLUMNS, 2000.0), Row.of(COLUMNS, 0.25), Row.of(COLUMNS, Double.NaN));

        Row.write(file, rows);

        assertThat(file).content().isEqualTo("""
                label,value,perhaps
                "a, ""b\""",2000,666.667
                "a, ""b\""",0.25,
                "a, ""b\""",,
                """);
        assertThat(Row.read(file, "label", "value")).isEqualTo(rows);
    }

    @Test
    void shouldNameTheFileAndTheColumnWhenItHasOthers() throws IOException {
        Path file = Files.writeString(directory.resolve("results.csv"), "source,users\ntestbed,20\n");

        assertThatThrownBy(() -> Row.read(file, "source", "ett_mean_s"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("results.csv:1: ")
                .hasMessageContaining("ett_mean_s");
    }

    @Test
    void shouldMarkEveryValueThatLooksLikeTheBest() {
        Column<Double> column =
                Column.<Double>number("value", 1, "", value -> value).withLeastIsBest(true);

        assertThat(Table.of("", List.of(column), List.of(1.04, 1.01, 1.06, Double.NaN), "")
                        .rows())
                .extracting(cells -> cells.get(0).best())
                .containsExactly(true, true, false, false);
    }
}
