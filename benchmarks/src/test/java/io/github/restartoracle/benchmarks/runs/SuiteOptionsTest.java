package io.github.restartoracle.benchmarks.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.benchmarks.experiments.PaperScenarios;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteOptionsTest {
    @TempDir
    Path directory;

    private static SuiteOptions options(String... namesAndValues) throws IOException {
        Properties properties = new Properties();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
        }
        return SuiteOptions.from(properties, "suite", Scale.QUICK, Transport.HTTP);
    }

    @Test
    void shouldRunThePapersScenariosAndThePeerWhenNothingIsSaid() throws IOException {
        SuiteOptions options = options("scale", " ", "scenarios", "");

        assertThat(options.scenarios()).isEqualTo(PaperScenarios.http());
        assertThat(options.scale()).isEqualTo(Scale.QUICK);
        assertThat(options.cells()).hasSize(5 * 6);
        assertThat(options("peer", "false").cells()).hasSize(5 * 5);
    }

    @Test
    void shouldRunTheTransportsAskedForWithoutThePeerWhereItCannotRun() throws IOException {
        SuiteOptions mail = options("transport", "mail");
        SuiteOptions both = options("transport", "http,mail");

        assertThat(mail.cells()).hasSize(5 * 5);
        assertThat(mail.output()).endsWithRaw(Path.of("suite-mail"));
        assertThat(both.cells())
                .hasSize(5 * 6 + 5 * 5)
                .extracting(CellRun::title)
                .doesNotHaveDuplicates();
        assertThat(both.output()).endsWithRaw(Path.of("suite"));
    }

    @Test
    void shouldRunEveryCellAsOftenAsAskedWhenScenariosAreTheUsers() throws IOException {
        Path file = directory.resolve("mine.yaml");
        Files.writeString(file, """
                name: mine
                transport: http
                messages: 10
                interval: 500ms
                payload-bytes: 50
                faults: [{at: 1s, for: 2s, disrupt: both}]
                oracles: [{name: fixed, timeout: 4s}]
                """);

        SuiteOptions options = options("scenarios", file.toString(), "runs", "3", "peer", "false");

        assertThat(options.cells()).extracting(CellRun::run).hasSize(3).doesNotHaveDuplicates();
    }

    @Test
    void shouldNameTheOptionWhenAValueCannotBeUsed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options("pairs", "0"))
                .withMessage("pairs = \"0\": expected a whole number from 1 to 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options("transport", "pigeon"))
                .withMessage("transport = \"pigeon\": expected http, mail or http,mail");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options("seed", "abc"))
                .withMessageStartingWith("seed = \"abc\": expected a whole number");
    }
}
