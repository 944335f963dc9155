package io.github.restartoracle.benchmarks.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.benchmarks.experiments.Scale;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteCommandTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    private SuiteCommand command(String... namesAndValues) {
        Properties properties = new Properties();
        properties.setProperty("output", directory.toString());
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new SuiteCommand(properties, false, new PrintStream(shown, true, StandardCharsets.UTF_8));
    }

    @Test
    void shouldFindEverySuiteByItsName() {
        assertThat(Suites.names()).isEqualTo("loss-position, http-latency, simulated-vs-actual, conditional");
        for (Suite suite : Suites.all()) {
            assertThat(Suites.find(suite.name()).map(Suite::name)).contains(suite.name());
            assertThat(suite.question()).endsWith("?");
        }
    }

    @Test
    void shouldNameWhatThereIsToChooseFrom() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> command("suite", "loss").run())
                .withMessageContaining("loss-position");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> command("suite", "conditional", "seed", "x").run())
                .withMessageContaining("seed");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        command("suite", "conditional", "payload-bytes", "x").run())
                .withMessageContaining("payload-bytes");
    }

    @Test
    void shouldTakeAnEmptyPropertyForAbsent() {
        SuiteCommand command =
                command("suite", "conditional", "scale", "", "payload-bytes", " ", "journals", "no-such-file.csv");
        // It has come as far as the only property that is not empty.
        assertThatThrownBy(command::run).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void shouldLeaveAReportOfThePositions() throws Exception {
        assertThat(command("suite", "loss-position", "scale", "quick").run()).isTrue();
        Path output = directory.resolve("loss-position");
        // Three kinds of TCP, 56 paths, 13 positions of one service and 10 of the other.
        assertThat(Files.readAllLines(output.resolve("results.csv"))).hasSize(1 + 3 * 56 * 23);
        assertThat(Files.readString(output.resolve("report.html"))).contains("Sellerprofile");
        assertThat(output.resolve("manifest.json")).exists();
        assertThat(shown.toString(StandardCharsets.UTF_8)).contains("the paper found +208 to +1781 ms");
    }

    @Test
    void shouldRepeatItselfWithTheSameSeed() throws Exception {
        Suite suite = Suites.find("loss-position").orElseThrow();
        PrintStream out = new PrintStream(shown, true, StandardCharsets.UTF_8);
        SuiteContext context = new SuiteContext(false, Scale.QUICK, 5, directory, List.of(), Map.of(), out);
        assertThat(suite.run(context).rows().rows())
                .as("seed 5")
                .isEqualTo(suite.run(context).rows().rows());
    }
}
