package io.github.restartoracle.benchmarks.lab.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExchangeTest {
    @TempDir
    Path directory;

    private final Exchange done = new Exchange(
            "p", 0, 400, 12974, -50, 1_000, Optional.of(ResponseTimeParts.between(1_000, 1_100, 1_250, 1_300, 2_000)));
    private final Exchange failed = new Exchange("p", 1, 400, 12974, 5, 5, Optional.empty());

    @Test
    void shouldReadBackWhatItWrites() throws Exception {
        Path file = directory.resolve("exchanges.csv");
        Exchange.FILE.write(file, List.of(done, failed));
        assertThat(Exchange.FILE.read(file)).containsExactly(done, failed);
    }

    @Test
    void shouldNameFileAndLineOfAMistake() throws Exception {
        Path file = directory.resolve("exchanges.csv");
        Exchange.FILE.write(file, List.of(done));
        Files.writeString(file, Files.readString(file) + "p,x,1,1,0,0,,,,\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Exchange.FILE.read(file))
                .withMessageContaining("exchanges.csv:3");
    }

    @Test
    void shouldAddUpItsParts() {
        assertThat(done.parts().orElseThrow()).isEqualTo(new ResponseTimeParts(100, 150, 50, 700));
        assertThat(done.responseSeconds()).isEqualTo(1e-6);
        assertThat(done.sinceDueSeconds()).isEqualTo(1e-6 + 1050e-9);
        assertThat(done.endNanos()).isEqualTo(2_000);
        assertThat(failed.responseSeconds()).isNaN();
    }

    @Test
    void shouldNotGoBackInTime() {
        assertThatIllegalArgumentException().isThrownBy(() -> ResponseTimeParts.between(0, 10, 5, 20, 30));
        assertThatIllegalArgumentException().isThrownBy(() -> new Exchange("p", 0, 1, 1, 10, 9, Optional.empty()));
    }
}
