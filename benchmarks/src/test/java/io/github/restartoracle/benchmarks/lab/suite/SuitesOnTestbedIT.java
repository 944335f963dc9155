package io.github.restartoracle.benchmarks.lab.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.benchmarks.lab.exchange.Call;
import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangeTestbed;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.Window;
import io.github.restartoracle.harness.junit.RequiresDocker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("docker")
@RequiresDocker
class SuitesOnTestbedIT {
    private static final Duration WINDOW = Duration.ofSeconds(4);

    @TempDir
    Path directory;

    @Test
    void shouldLoseTheSynAckOfEveryConnectionInItsWindowOnly() throws Exception {
        Call call = new Call(1438, 12_974, Duration.ofMillis(50));
        Paced twice = new Paced(2, Duration.ofMillis(100), Duration.ofSeconds(2));
        LinkPlan plan = new LinkPlan(
                "positions",
                List.of(
                        new ExchangePhase("none", Duration.ZERO, WINDOW, call, twice),
                        new ExchangePhase("syn-ack", WINDOW, WINDOW, call, twice),
                        new ExchangePhase("after", WINDOW.multipliedBy(2), WINDOW, call, new Sequential(3))),
                new Link(OptionalLong.of(1_000_000), Duration.ofMillis(10), Duration.ZERO),
                FaultSchedule.of(new PacketDrop(Window.once(WINDOW, Optional.of(WINDOW)), 1, Direction.BACKWARD)));
        ExchangeTestbed testbed =
                new ExchangeTestbed(directory, List.of(Path.of("target/classes"), Path.of("target/testbed-lib")));
        List<LinkOutcome> outcomes = testbed.run(Kernel.TODAY, List.of(plan), (running, done) -> {});
        assertThat(testbed.failures()).isEmpty();
        LinkOutcome outcome = outcomes.get(0);
        outcome.proof().orElseThrow().requireApplied();
        // The timer of a SYN is 1 s; no other delay of a connection here is nearly as long.
        assertThat(outcome.of("none")).hasSize(2).noneMatch(SuitesOnTestbedIT::waited);
        assertThat(outcome.of("syn-ack")).hasSize(2).allMatch(SuitesOnTestbedIT::waited);
        assertThat(outcome.of("after")).hasSize(3).noneMatch(SuitesOnTestbedIT::waited);
    }

    private static boolean waited(Exchange exchange) {
        return exchange.parts().orElseThrow().connectNanos()
                > Duration.ofMillis(900).toNanos();
    }
}
