package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.PaperScenarios;
import io.github.restartoracle.benchmarks.experiments.Scale;
import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.experiments.ScenarioFiles;
import io.github.restartoracle.benchmarks.experiments.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What to run.
 *
 * @param suite its name
 * @param scale how long the scenarios are
 * @param scenarios as in their files
 * @param runs how many of each cell; 0 for as many as the scale has
 * @param seed of everything that is random in this process
 * @param pairs how many pairs of containers run at the same time; 0 for as many as fit on two processors
 * @param peer whether CXF's own queue runs beside the oracles over HTTP
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
    private static final int HTTP_PAIRS = 15;

    /** Half of the paper's table: a pair also has two mail servers. More at once keep two processors too busy. */
    private static final int MAIL_PAIRS = 13;

    /**
     * Reads {@code scale}, {@code scenarios} (files, separated by commas), {@code transport} ({@code http}, {@code mail} or
     * {@code http,mail}, whose scenarios of the paper run if there are no files), {@code runs}, {@code seed},
     * {@code pairs}, {@code peer} and {@code output}.
     *
     * @param suite the name of the suite; without HTTP the transports are added to it, so that its results stand beside
     *     those of HTTP
     * @param usual the transports if none is asked for; HTTP if there is none
     * @throws IllegalArgumentException for a value that cannot be used; the message names it
     * @throws IOException if a scenario cannot be read
     */
    static SuiteOptions from(Properties properties, String suite, Scale defaultScale, Transport... usual)
            throws IOException {
        String scale = value(properties, "scale");
        String files = value(properties, "scenarios");
        List<Scenario> scenarios = files == null
                ? transports(properties, usual).stream()
                        .flatMap(SuiteOptions::paper)
                        .toList()
                : new ScenarioFiles().readAll(files);
        String output = value(properties, "output");
        String name = suite(suite, scenarios);
        return new SuiteOptions(
                name,
                scale == null ? defaultScale : Scale.of(scale),
                List.copyOf(scenarios),
                (int) number(properties, "runs", 0, 0, 1000),
                number(properties, "seed", DEFAULT_SEED, Long.MIN_VALUE, Long.MAX_VALUE),
                (int) number(properties, "pairs", 0, 1, 100),
                !"false".equals(value(properties, "peer")),
                Path.of(output == null ? "target/experiments" : output).resolve(name));
    }

    private static String suite(String name, List<Scenario> scenarios) {
        boolean mailOnly = scenarios.stream().allMatch(scenario -> scenario.transport() == Transport.MAIL);
        return mailOnly ? name + "-" + Transport.MAIL : name;
    }

    private static Stream<Scenario> paper(Transport transport) {
        return (transport == Transport.MAIL ? PaperScenarios.mail() : PaperScenarios.http()).stream();
    }

    private static Set<Transport> transports(Properties properties, Transport... ifAbsent) {
        String text = value(properties, "transport");
        if (text == null) {
            return new LinkedHashSet<>(ifAbsent.length == 0 ? List.of(Transport.HTTP) : List.of(ifAbsent));
        }
        Set<Transport> transports = new LinkedHashSet<>();
        for (String name : text.split(",", -1)) {
            transports.add(Arrays.stream(Transport.values())
                    .filter(transport -> transport.toString().equals(name.strip()))
                    .findAny()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "transport = \"" + text + "\": expected http, mail or http,mail")));
        }
        return transports;
    }

    /** The transports of the scenarios, as the option {@code transport} names them. */
    String transports() {
        return scenarios.stream()
                .map(scenario -> scenario.transport().toString())
                .distinct()
                .collect(Collectors.joining(","));
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

    /** How many pairs of containers of a transport run at the same time. */
    int pairsAtOnce(Transport transport) {
        if (pairs > 0) {
            return pairs;
        }
        return transport == Transport.MAIL ? MAIL_PAIRS : HTTP_PAIRS;
    }

    /** Every run of every cell, at this scale, scenario by scenario. */
    List<CellRun> cells() {
        List<CellRun> cells = new ArrayList<>();
        for (Scenario scenario : scenarios) {
            boolean withPeer = peer && scenario.transport() == Transport.HTTP;
            Scenario scaled = scale.apply(withPeer ? scenario.withPeer() : scenario);
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
