package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.PaperScenarios;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.experiments.ScenarioFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * What to run.
 *
 * @param suite its name
 * @param scale how long the scenarios are
 * @param scenarios as in their files
 * @param runs how many of each cell; 0 for as many as the scale has
 * @param seed of everything that is random in this process
 * @param pairs how many pairs of containers run at the same time, 1 or more
 * @param peer whether CXF's own queue runs beside the oracles
 * @param output where the results of this suite go
 */
record SuiteOptions(
        String suite,
        Scale scale,
        List<Scenario> scenarios,
        int runs,
        long seed,
        int pairs,
        boolean peer,
        Path output) {
    private static final long DEFAULT_SEED = 2006;

    /**
     * Reads {@code scale}, {@code scenarios} (files, separated by commas), {@code runs}, {@code seed},
     * {@code pairs}, {@code peer} and {@code output}.
     *
     * @throws IllegalArgumentException for a value that cannot be used; the message names it
     * @throws IOException if a scenario cannot be read
     */
    static SuiteOptions from(Properties properties, String suite, Scale defaultScale) throws IOException {
        String scale = value(properties, "scale");
        String files = value(properties, "scenarios");
        List<Scenario> scenarios = files == null ? PaperScenarios.http() : new ScenarioFiles().readAll(files);
        String output = value(properties, "output");
        return new SuiteOptions(
                suite,
                scale == null ? defaultScale : Scale.of(scale),
                List.copyOf(scenarios),
                (int) number(properties, "runs", 0, 0, 1000),
                number(properties, "seed", DEFAULT_SEED, Long.MIN_VALUE, Long.MAX_VALUE),
                (int) number(properties, "pairs", 15, 1, 100),
                !"false".equals(value(properties, "peer")),
                Path.of(output == null ? "target/experiments" : output).resolve(suite));
    }

    static long number(Properties properties, String name, long ifAbsent, long min, long max) {
        String text = value(properties, name);
        if (text == null) {
            return ifAbsent;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below, as a number out of range is
        }
        throw new IllegalArgumentException(
                name + " = \"" + text + "\": expected a whole number from " + min + " to " + max);
    }

    static @Nullable String value(Properties properties, String name) {
        String text = properties.getProperty(name);
        // Maven hands over an empty property if nobody has set it.
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** Every run of every cell, at this scale, scenario by scenario. */
    List<CellRun> cells() {
        List<CellRun> cells = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            Scenario scaled = scale.apply(peer ? scenario.withPeer() : scenario);
            int count = runs > 0 ? runs : scale.runs(scenario.transport());
            for (int run = 1; run <= count; run++) {
                for (var oracle : scaled.oracles()) {
                    cells.add(new CellRun(scaled, oracle, run));
                }
            }
        }
        return cells;
    }
}
