package io.github.restartoracle.benchmarks.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.house.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration as a user runs it: a process and its output. */
class DemoIT {
    @TempDir
    Path directory;

    private String said = "";

    private int run(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Laboratory.class.getName(),
                "run",
                "--demo",
                "--output",
                directory.toString()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor();
    }

    @Test
    void shouldCutALinkOfTheKernelAndPrintNothingOfLibraries() throws Exception {
        Path file = Files.writeString(directory.resolve("short.yaml"), """
                name: short
                messages: 40
                interval: 100ms
                faults: [{at: 1050ms, for: 1s, disrupt: both}]
                oracles: [{name: canary}]
                """);

        assertThat(run("--scenarios", file.toString())).as(said).isZero();
        assertThat(said)
                .contains("| canary |")
                .contains("| cxf    |")
                .contains("Report: file:")
                .doesNotContain("Exception")
                .doesNotContain("\tat ");
        Needed.IPTABLES.orSkip(!said.contains("The links are a model"));
        assertThat(directory.resolve("demo/manifest.json")).content().contains("\"APPLIED\"");
    }

    @Test
    void shouldSayInOneLineWhatIsWrong() throws Exception {
        Path file = Files.writeString(directory.resolve("bad.yaml"), "name: bad\nmessages: many\n");

        assertThat(run("--scenarios", file.toString())).isEqualTo(2);
        assertThat(said.lines()).as(said).hasSizeLessThanOrEqualTo(3).anyMatch(line -> line.contains("bad.yaml:2"));
        assertThat(run("--demo", "everything")).isEqualTo(2);
        assertThat(said.lines())
                .as(said)
                .hasSize(1)
                .first()
                .asString()
                .contains("demo")
                .contains("everything");
    }
}
