package io.github.restartoracle.benchmarks.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.ScenarioFiles;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class LaboratoryTest {
    private static final String SCENARIO = """
            name: short
            messages: 20
            interval: 500ms
            link: {bandwidth: 1mbit}
            tcp: {syn-timeout: 3s}
            faults:
              - {at: 2s, for: 4s, disrupt: both}
              - {at: 0s, loss: 5%, direction: both}
            """;

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine command = Laboratory.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(args);
    }

    private int simulate(String output, String... more) throws IOException {
        Path file = Files.writeString(directory.resolve("short.yaml"), SCENARIO);
        String[] args = new String[more.length + 7];
        System.arraycopy(
                new String[] {
                    "simulate",
                    "--scenarios",
                    file.toString(),
                    "--runs",
                    "3",
                    "--output",
                    directory.resolve(output).toString()
                },
                0,
                args,
                0,
                7);
        System.arraycopy(more, 0, args, 7, more.length);
        return run(args);
    }

    @Test
    void shouldWriteTheSameFilesWhateverTheNumberOfThreads() throws IOException {
        assertThat(simulate("one", "--threads", "1", "--journal")).isZero();
        assertThat(simulate("two", "--threads", "4", "--journal")).isZero();

        Path one = directory.resolve("one/fast-and-fair-simulated/as-in-file");
        Path two = directory.resolve("two/fast-and-fair-simulated/as-in-file");
        for (String file : new String[] {"results.csv", "journal-http-short.csv", "differences.csv", "fronts.csv"}) {
            assertThat(one.resolve(file)).hasSameBinaryContentAs(two.resolve(file));
        }
        assertThat(run("compare", one.toString(), two.toString())).isZero();
        assertThat(out.toString()).contains("5 of 5 cells agree");
        assertThat(run("report", one.toString())).isZero();
        assertThat(one.resolve("report.html")).exists();
        assertThat(one.resolve("figures/http-short-simulation-ett-by-message.csv"))
                .content()
                .contains("jacobson-karn,5.0,");
        assertThat(directory.resolve("one/fast-and-fair-simulated/report.html"))
                .content()
                .contains("Oracle against oracle", "as-in-file/results.csv", "<dt>seed</dt><dd>2006</dd>");
    }

    @Test
    void shouldRunOneSuiteAfterTheOther() throws IOException {
        assertThat(simulate("out", "--suite", "fast-and-fair,conditional", "--journal"))
                .isZero();
        assertThat(directory.resolve("out/fast-and-fair-simulated/report.html")).exists();
        assertThat(directory.resolve("out/conditional/report.html")).exists();

        assertThat(run("simulate", "--suite", "shipped", "--output", directory.toString()))
                .isZero();
        assertThat(directory.resolve("shipped-simulated/report.html"))
                .content()
                .contains("cut-backward", "slow-service");
        assertThat(simulate("out", "--suite", "shipped")).isEqualTo(Laboratory.WRONG_USE);
        assertThat(err.toString()).contains("leave out scenarios and transport");
    }

    @Test
    void shouldReadItsOwnJournalsWhenTheyAreConditioned() throws IOException {
        assertThat(simulate("out", "--journal")).isZero();

        String output = directory.resolve("out").toString();
        assertThat(run("simulate", "--suite", "conditional", "--output", output))
                .isZero();
        assertThat(directory.resolve("out/conditional/results.csv"))
                .content()
                .contains("as-in-file/journal-http-short");
    }

    @Test
    void shouldSimulateWhatTheOptionsAskFor() throws IOException {
        assertThat(simulate(
                        "more",
                        "--timers",
                        "linux,rfc6298",
                        "--decoupled",
                        "200ms",
                        "--bursts",
                        "4s,1s,50%",
                        "--processing",
                        "50ms"))
                .isZero();

        assertThat(directory.resolve("more/fast-and-fair-simulated/manifest.json"))
                .content()
                .contains(
                        "-Dbursts=4s,1s,50%",
                        "-Ddecoupled=200ms", "-Dprocessing=50ms", "-Dtimers=linux,rfc6298", "4 linear");
    }

    @Test
    void shouldRepeatTheOptionsThatMavenPasses() throws IOException {
        System.setProperty("lab.scale", "smoke");
        System.setProperty("lab.journal", "true");
        System.setProperty("lab.threads", "${threads}");
        try {
            assertThat(simulate("maven")).isZero();
        } finally {
            System.clearProperty("lab.scale");
            System.clearProperty("lab.journal");
            System.clearProperty("lab.threads");
        }

        assertThat(directory.resolve("maven/fast-and-fair-simulated/manifest.json"))
                .content()
                .contains("-Dscale=smoke", "-Druns=3", "-Djournal=true")
                .doesNotContain("-Dthreads");
    }

    @Test
    void shouldNameFileLineKeyAndWhatWasExpectedWhenAScenarioIsWrong() throws IOException {
        Path file = Files.writeString(directory.resolve("bad.yaml"), SCENARIO.replace("20", "none"));

        assertThat(run("simulate", "--scenarios", file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("bad.yaml:2").contains("messages").contains("expected a whole number");
    }

    @Test
    void shouldEndWithTwoWhenAnOptionIsWrong() {
        assertThat(run("simulate", "--timers", "1999")).isEqualTo(2);
        assertThat(err.toString()).contains("expected 2005, today, linux, rfc6298, as-in-file");
        assertThat(run("simulate", "--bursts", "often")).isEqualTo(2);
        assertThat(err.toString().lines()).as("a line for each mistake").hasSize(2);
        assertThat(err.toString()).contains("bursts = \"often\"").contains("such as 9s,1s,50%");
        assertThat(run("run", "--demo", "--suite", "losses")).isEqualTo(2);
        assertThat(err.toString()).contains("expected one of backlog, conditional");
        assertThat(run("simulate", "--colour")).isEqualTo(2);
        assertThat(run("report", directory.toString())).isEqualTo(3);
        assertThat(run("--help")).isZero();
    }

    @Test
    void shouldReadBackEveryScenarioAsItWasWritten() {
        for (Scenario scenario : PaperScenarios.of(Transport.MAIL)) {
            assertThat(new ScenarioFiles().parse("written", scenario.notation()))
                    .containsExactly(scenario);
        }
        for (Scenario scenario : PaperScenarios.of(Transport.HTTP)) {
            assertThat(new ScenarioFiles().parse("written", scenario.notation()))
                    .containsExactly(scenario);
        }
    }
}
