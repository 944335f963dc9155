package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OracleRunsTest {
    @TempDir
    Path directory;

    @Test
    void shouldWriteOneHistogramForEachRun() throws IOException {
        OracleSpec oracle = new OracleSpec("fixed 4 s", "fixed", Map.of());
        OracleRuns runs = new OracleRuns(
                oracle,
                List.of("1", "2"),
                List.of(
                        Journals.row("1", oracle.label(), 1, 1, 0, 0, 2_000_000),
                        Journals.row("2", oracle.label(), 1, 1, 0, 0, 3_000_000),
                        Journals.lost("2", oracle.label(), 2, 1, 500, 500)),
                List.of(),
                0,
                Double.NaN);
        Path file = directory.resolve("ett.hlog");

        OracleRuns.writeHistograms(file, List.of(runs));

        try (HistogramLogReader log = new HistogramLogReader(file.toFile())) {
            Histogram first = (Histogram) log.nextIntervalHistogram();
            Histogram second = (Histogram) log.nextIntervalHistogram();
            assertThat(first.getTag()).isEqualTo("fixed_4_s-1");
            assertThat(first.getTotalCount()).isEqualTo(1);
            assertThat(second.getTag()).isEqualTo("fixed_4_s-2");
            assertThat(second.getTotalCount()).isEqualTo(1);
            assertThat(second.valuesAreEquivalent(second.getMaxValue(), 3_000)).isTrue();
            assertThat(log.hasNext()).isFalse();
        }
    }
}
