package io.github.restartoracle.benchmarks.lab.suite;

import io.github.restartoracle.benchmarks.lab.scenario.Scale;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.Precision;
import io.github.restartoracle.benchmarks.lab.simulator.Timers;
import io.github.restartoracle.benchmarks.lab.simulator.net.GilbertElliott;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The options of a suite. For empty lists and absent values the suite uses its own defaults.
 *
 * @param suite its name
 * @param mode the environment in which it is run
 * @param scale the length of the scenarios
 * @param transports the transports of the paper's scenarios
 * @param scenarios scenario files
 * @param runs the number of runs of each cell
 * @param seed of everything that is random
 * @param output the directory of all results
 * @param threads the number of parts that run at once, 1 or more; changes only the time it takes
 * @param timers the machines that are simulated
 * @param precision sets the number of runs from the precision of the results
 * @param processing the time from dispatch to arrival in addition to that of the network
 * @param decoupled the time for which a destination collects acknowledgements for a separate connection
 * @param bursts loss in bursts, in addition to the faults of the scenario
 * @param journal true to write every simulated attempt to a journal
 * @param experiments true to look for the causes of deviations by experiments
 * @param pairs the number of pairs of containers that run at the same time
 * @param peer true to run CXF's own queue in addition to the oracles over HTTP
 * @param journals logs to be read
 * @param payloadBytes of each message of a journal, 1 or more
 * @param oracleJars the places of further oracles: jars or directories of classes
 */
@RecordBuilder
public record SuiteOptions(
        String suite,
        Mode mode,
        Optional<Scale> scale,
        List<Transport> transports,
        List<Path> scenarios,
        OptionalInt runs,
        long seed,
        Path output,
        int threads,
        List<Timers> timers,
        Optional<Precision> precision,
        Optional<Duration> processing,
        Optional<Duration> decoupled,
        Optional<GilbertElliott> bursts,
        boolean journal,
        boolean experiments,
        OptionalInt pairs,
        boolean peer,
        List<Path> journals,
        int payloadBytes,
        List<Path> oracleJars)
        implements SuiteOptionsBuilder.With {
    /** The default of the seed. */
    public static final long SEED = 2006;

    /** The payload of the paper's messages. */
    public static final int PAYLOAD_BYTES = 50;

    /**
     * Returns the options of a suite with all defaults.
     *
     * @param suite its name
     * @param mode the environment in which it is run
     * @return the defaults of the suite for every other value
     */
    public static SuiteOptions of(String suite, Mode mode) {
        return new SuiteOptions(
                suite,
                mode,
                Optional.empty(),
                List.of(),
                List.of(),
                OptionalInt.empty(),
                SEED,
                Path.of("target/experiments"),
                Runtime.getRuntime().availableProcessors(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                true,
                OptionalInt.empty(),
                true,
                List.of(),
                PAYLOAD_BYTES,
                List.of());
    }

    /**
     * Tells if a suite should be as large as in its paper.
     *
     * @return false for every smaller scale, and if none is set
     */
    public boolean full() {
        return scale.filter(Scale.PAPER::equals).isPresent();
    }
}
