package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartRowTest {
    @TempDir
    Path directory;

    @Test
    void shouldReadWhatWasWrittenWhenSomeRestartsNeverLeft() throws IOException {
        List<RestartRow> rows = List.of(
                new RestartRow("1", "fixed", 7, 2, 4_000_000_000L, OptionalLong.of(4_000_100_000L)),
                new RestartRow("1", "a, \"quoted\" name", 7, 3, 8_000_000_000L, OptionalLong.empty()));
        Path file = directory.resolve("restarts.csv");

        RestartRow.FILE.write(file, rows);

        assertThat(RestartRow.FILE.read(file)).isEqualTo(rows);
        assertThat(Files.readAllLines(file)).first().isEqualTo("run,oracle,message,attempt,scheduled_ns,dispatched_ns");
    }
}
