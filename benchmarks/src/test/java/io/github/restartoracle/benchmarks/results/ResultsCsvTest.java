package io.github.restartoracle.benchmarks.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.benchmarks.experiments.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsCsvTest {
    @TempDir
    Path directory;

    private static ResultRow row(String oracle, OptionalDouble ci, double kappa) {
        return new ResultRow(
                Source.TESTBED,
                Transport.HTTP,
                "disruption-60s",
                oracle,
                10,
                2000,
                2.0125,
                ci,
                0.004,
                11.5,
                60.125,
                0.435,
                ci,
                1.435,
                1,
                2,
                1.975,
                kappa);
    }

    @Test
    void shouldReadBackEqualRowsWhenWritten() throws IOException {
        Path file = directory.resolve("results.csv");
        List<ResultRow> rows = List.of(
                row("fixed", OptionalDouble.of(0.25), 1.5), row("a, \"b\"", OptionalDouble.empty(), Double.NaN));

        ResultsCsv.write(file, rows);

        assertThat(file).content().startsWith("""
                source,transport,scenario,oracle,runs,messages,ett_mean_s,ett_ci95_s,ett_p50_s,ett_p95_s,ett_p99_s,\
                urc_mean,urc_ci95,attempts_mean,lost,duplicates_delivered,ett_bound_s,kappa
                testbed,http,disruption-60s,fixed,10,2000,2.0125,0.25,0.004,11.5,60.125,0.435,0.25,1.435,1,2,1.975,1.5
                testbed,http,disruption-60s,"a, ""b\""",10,2000,2.0125,,0.004,11.5,60.125,0.435,,1.435,1,2,1.975,
                """);
        assertThat(ResultsCsv.read(file)).isEqualTo(rows);
    }

    @Test
    void shouldNameFileAndLineWhenANumberCannotBeRead() throws IOException {
        Path file = directory.resolve("results.csv");
        ResultsCsv.write(file, List.of(row("fixed", OptionalDouble.empty(), 1)));
        Files.writeString(file, Files.readString(file).replace("2000", "many"));

        assertThatThrownBy(() -> ResultsCsv.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("results.csv:2: ")
                .hasMessageContaining("many");
    }

    @Test
    void shouldNameTheFileWhenItHasOtherColumns() throws IOException {
        Path file = Files.writeString(directory.resolve("results.csv"), "source,users\ntestbed,20\n");

        assertThatThrownBy(() -> ResultsCsv.read(file)).hasMessageContaining("results.csv:1: not the results of");
    }
}
