package io.github.restartoracle.benchmarks.jmh;

import io.github.restartoracle.benchmarks.lab.results.CellStatistics;
import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.PaperScenarios;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.TableOne;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.Simulation;
import io.github.restartoracle.benchmarks.lab.simulator.SimulationSettings;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The number of messages that are simulated in a second on one core, over HTTP with the timers of 2005, in runs of
 * {@value #MESSAGES} messages. Run: {@code ./mvnw -Pjmh -pl benchmarks -am verify -Djmh.args=SimulationBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class SimulationBenchmark {
    static final int MESSAGES = 100_000;
    private static final long SEED = 2006;

    /** The name of a scenario of the paper. */
    @Param({"no-faults", "disruption-60s", "loss-2pct", "loss-10pct"})
    public String scenario = "";

    /** The short name of the oracle. */
    @Param({"fixed", "qest"})
    public String oracle = "";

    @SuppressWarnings("NullAway.Init") // made in the set-up
    private Simulation simulation;

    /** Prepares the simulation. */
    @Setup
    public void prepare() {
        Scenario paper = PaperScenarios.find(Transport.HTTP, scenario).orElseThrow();
        List<OracleSpec> one = TableOne.oracles(Transport.HTTP).stream()
                .filter(candidate -> candidate.name().equals(oracle))
                .toList();
        Scenario longer = paper.withMessages(MESSAGES).withOracles(one);
        simulation = Simulation.of(longer, SimulationSettings.of2005(), SEED);
    }

    /** {@return the statistics of one run} */
    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public CellStatistics messages() {
        return simulation.run(simulation.scenario().oracles().get(0), 1);
    }
}
