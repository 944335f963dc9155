package io.github.restartoracle.benchmarks.lab.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SynScheduleTest {
    @TempDir
    Path settings;

    private static double[] seconds(SynSchedule schedule) {
        return schedule.offsets().stream()
                .mapToDouble(offset -> offset.toMillis() / 1000.0)
                .toArray();
    }

    @Test
    void shouldFollowLinuxWhenSomeTimeoutsAreLinear() {
        assertThat(seconds(SynSchedule.linux(Duration.ofSeconds(1), 4, 6)))
                .containsExactly(0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67);
        assertThat(seconds(SynSchedule.linux(Duration.ofSeconds(1), 0, 6)))
                .containsExactly(seconds(SynSchedule.RFC_6298));
        assertThat(seconds(SynSchedule.linux(Duration.ofSeconds(3), 0, 5))).containsExactly(seconds(SynSchedule.PAPER));
    }

    @Test
    void shouldStayNearTheNominalTimesWhenMeasured() {
        double[] nominal = seconds(SynSchedule.linux(Duration.ofSeconds(1), 4, 6));
        double[] measured = seconds(SynSchedule.LINUX_LINEAR);

        for (int i = 0; i < nominal.length; i++) {
            assertThat(measured[i]).as("SYN %d", i + 1).isBetween(nominal[i], nominal[i] * 1.051);
        }
    }

    @Test
    void shouldChooseByTheKernelsSettingsWhenThereAreSome() throws IOException {
        assertThat(SynSchedule.ofKernel(settings)).isEqualTo(SynSchedule.RFC_6298);
        Files.writeString(settings.resolve("tcp_syn_retries"), "6\n");
        assertThat(SynSchedule.ofKernel(settings)).isEqualTo(SynSchedule.LINUX_DOUBLING);
        Files.writeString(settings.resolve("tcp_syn_linear_timeouts"), "4\n");
        assertThat(SynSchedule.ofKernel(settings)).isEqualTo(SynSchedule.LINUX_LINEAR);
        Files.writeString(settings.resolve("tcp_syn_linear_timeouts"), "1\n");
        assertThat(seconds(SynSchedule.ofKernel(settings))).containsExactly(0, 1, 2, 4, 8, 16, 32, 64);
    }

    @Test
    void shouldRefuseOffsetsWhenTheyDoNotGrow() {
        Duration second = Duration.ofSeconds(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new SynSchedule("x", List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new SynSchedule("x", List.of(second)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SynSchedule("x", List.of(Duration.ZERO, second, second)));
    }
}
