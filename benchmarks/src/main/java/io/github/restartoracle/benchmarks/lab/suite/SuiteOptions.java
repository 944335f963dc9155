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
 * What a suite is asked for. Lists that are empty and values that are absent stand for what the suite itself takes then.
 *
 * @param suite its name
 * @param mode where it is run
 * @param scale how long the scenarios are
 * @param transports whose scenarios of the paper
 * @param scenarios scenario files
 * @param runs how many of each cell
 * @param seed of everything that is random
 * @param output the directory of all results
 * @param threads how many parts at once, 1 or more; changes nothing but the time it takes
 * @param timers whose machines are simulated
 * @param precision as many runs as it takes
 * @param processing from dispatch to arrival beside the network
 * @param decoupled how long a destination collects acknowledgements for a connection of their own
 * @param bursts loss in bursts beside the faults of the scenario
 * @param journal whether every simulated attempt is written down
 * @param experiments whether deviations are looked into by experiments
 * @param pairs how many pairs of containers run at the same time
 * @param peer whether CXF's own queue runs beside the oracles over HTTP
 * @param journals logs to be read
 * @param payloadBytes of each message of a journal, 1 or more
 * @param oracleJars where further oracles are found: jars or directories of classes
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
    /** The seed if none is asked for. */
    public static final long SEED = 2006;

    /** The payload of the paper's messages. */
    public static final int PAYLOAD_BYTES = 50;

    /**
     * Asks for a suite and nothing else.
     *
     * @param suite its name
     * @param mode where it is run
     * @return every other value as the suite itself takes it
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
     * Tells whether a suite should be as large as in its paper.
     *
     * @return false for every smaller scale, and if none is asked for
     */
    public boolean full() {
        return scale.filter(Scale.PAPER::equals).isPresent();
    }
}
