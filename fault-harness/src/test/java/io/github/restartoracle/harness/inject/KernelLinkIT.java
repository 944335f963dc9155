package io.github.restartoracle.harness.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.house.Needed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links of the kernel in a network namespace, as an ordinary user has them. */
class KernelLinkIT {
    private static List<String> run(String schedule, int seconds) throws IOException, InterruptedException {
        return run(schedule, seconds, 0);
    }

    private static List<String> run(String schedule, int seconds, int cutMillis)
            throws IOException, InterruptedException {
        Needed.IPTABLES.orSkip(NetworkNamespace.obstacle().isEmpty());
        Process process = new ProcessBuilder(NetworkNamespace.command(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KernelLinkTrial.class.getName(),
                        schedule,
                        Integer.toString(seconds),
                        Integer.toString(cutMillis))))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).as("rules that are left").endsWith("left 0\n");
        return said.lines().toList();
    }

    private static List<String> lines(List<String> said, String kind) {
        return said.stream().filter(line -> line.startsWith(kind + " ")).toList();
    }

    @Test
    void shouldTakeEverythingOfOneAddressWhileALinkIsDown() throws Exception {
        List<String> said = run("- {at: 1s, for: 3s, disrupt: both}", 5);

        // Connections over the link, and to the same server without it.
        assertThat(lines(said, "exchange"))
                .startsWith("exchange ok ok")
                .contains("exchange silent ok")
                .endsWith("exchange ok ok");
        assertThat(lines(said, "proof"))
                .hasSize(2)
                .noneMatch(line -> line.startsWith("proof NOT_APPLIED"))
                .anyMatch(line -> line.startsWith("proof APPLIED"));
    }

    @Test
    void shouldAnswerWithAResetWhileALinkResets() throws Exception {
        List<String> said = run("- {at: 1s, for: 3s, reset: forward}", 5);

        assertThat(lines(said, "exchange"))
                .startsWith("exchange ok ok")
                .contains("exchange refused ok")
                .endsWith("exchange ok ok");
        assertThat(lines(said, "proof")).singleElement().asString().startsWith("proof APPLIED");
    }

    @Test
    void shouldLoseSomePacketsWhenLossIsRandom() throws Exception {
        List<String> said = run("- {at: 0s, loss: 20%, direction: both}", 6);

        assertThat(lines(said, "exchange")).contains("exchange silent ok");
        assertThat(lines(said, "proof")).hasSize(2).noneMatch(line -> line.startsWith("proof NOT_APPLIED"));
    }

    @Test
    void shouldTakeEverythingUntilTheEndOfACut() throws Exception {
        List<String> said = run("[]", 4, 2_000);

        assertThat(lines(said, "exchange"))
                .startsWith("exchange silent ok")
                .endsWith("exchange ok ok")
                .doesNotContain("exchange refused ok");
        assertThat(lines(said, "proof")).isEmpty();
    }

    @Test
    void shouldSayWhatAKernelCannotDo() {
        FaultSchedule exact = FaultSchedule.parse("- {at: 0s, drop-packet: 3, direction: forward}");

        assertThat(KernelLink.carries(exact, Link.ideal())).isFalse();
        assertThat(KernelLink.carries(FaultSchedule.none(), Link.of(1_000_000))).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> KernelLink.open(exact));
    }
}
