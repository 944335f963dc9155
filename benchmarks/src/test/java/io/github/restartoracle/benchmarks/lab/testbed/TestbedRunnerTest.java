package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.harness.fault.FaultSchedule;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TestbedRunnerTest {
    @Test
    void shouldRefuseFaultsThatTheKernelCannotMakeBeforeItStartsAnything() {
        Scenario scenario = PaperScenarios.find(Transport.HTTP, "disruption-10s")
                .orElseThrow()
                .withFaults(FaultSchedule.parse("[{at: 3900ms, for: 8s, disrupt: both}]"));
        List<CellRun> cells = CellRun.of(List.of(scenario), any -> 1);
        assertThatThrownBy(() -> new TestbedRunner(cells, Path.of("."), OptionalInt.empty(), List.of(), System.out))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3900ms")
                .hasMessageContaining("whole seconds");
    }
}
