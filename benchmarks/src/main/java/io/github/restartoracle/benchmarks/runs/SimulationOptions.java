package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.simulator.Precision;
import io.github.restartoracle.benchmarks.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.simulator.net.GilbertElliott;
import io.github.restartoracle.harness.fault.StrictYaml;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How to simulate, beside what to run.
 *
 * @param timers whose machines, one report for all
 * @param threads how many runs at once
 * @param precision as many runs as it takes; empty for as many as the scale has
 * @param processing from dispatch to arrival beside the network; empty for that of the timers
 * @param decoupled how long a destination collects acknowledgements for a connection of their own; empty: they come back
 *     with the response
 * @param bursts loss in bursts beside the faults of the scenario
 * @param journal whether every attempt is written down
 */
record SimulationOptions(
        List<Timers> timers,
        int threads,
        Optional<Precision> precision,
        Optional<Duration> processing,
        Optional<Duration> decoupled,
        Optional<GilbertElliott> bursts,
        boolean journal) {
    private static final Pattern BURSTS = Pattern.compile("([^,]+),([^,]+),\\s*(\\d+(?:\\.\\d+)?)%");

    /**
     * Reads {@code timers}, {@code threads}, {@code precision}, {@code processing}, {@code decoupled}, {@code bursts} and
     * {@code journal}.
     *
     * @throws IllegalArgumentException for a value that cannot be used; the message names it
     */
    static SimulationOptions from(Properties properties) {
        boolean own = SuiteOptions.value(properties, "scenarios") != null;
        String timers = SuiteOptions.value(properties, "timers");
        return new SimulationOptions(
                Timers.parse(timers != null ? timers : own ? "as-in-file" : "2005,today"),
                (int) SuiteOptions.number(
                        properties, "threads", Runtime.getRuntime().availableProcessors(), 1, 1000),
                text(properties, "precision").map(SimulationOptions::precision),
                text(properties, "processing").map(text -> duration("processing", text)),
                text(properties, "decoupled").map(text -> duration("decoupled", text)),
                text(properties, "bursts").map(SimulationOptions::bursts),
                Boolean.parseBoolean(SuiteOptions.value(properties, "journal")));
    }

    private static Optional<String> text(Properties properties, String name) {
        return Optional.ofNullable(SuiteOptions.value(properties, name));
    }

    private static Duration duration(String name, String text) {
        return StrictYaml.ofDefaults().read(name, text, Duration.class);
    }

    private static Precision precision(String text) {
        try {
            double percent = Double.parseDouble(text.replace("%", "").strip());
            if (text.endsWith("%") && percent > 0) {
                return Precision.of(percent / 100);
            }
        } catch (NumberFormatException notANumber) {
            // reported below
        }
        throw new IllegalArgumentException("precision = \"" + text + "\": expected a share such as 2%");
    }

    private static GilbertElliott bursts(String text) {
        Matcher parts = BURSTS.matcher(text);
        if (!parts.matches() || Double.parseDouble(parts.group(3)) > 100) {
            throw new IllegalArgumentException(
                    "bursts = \"" + text
                            + "\": expected the mean good time, the mean bad time and the loss in a bad time, such as 9s,1s,50%");
        }
        return new GilbertElliott(
                duration("bursts", parts.group(1).strip()),
                duration("bursts", parts.group(2).strip()),
                0,
                Double.parseDouble(parts.group(3)) / 100);
    }

    SimulationSettings applyTo(SimulationSettings settings) {
        SimulationSettings applied = settings;
        if (processing.isPresent()) {
            Duration half = processing.get().dividedBy(2);
            applied = applied.withProcessing(half, half);
        }
        if (decoupled.isPresent()) {
            applied = applied.withDecoupledAcknowledgements(decoupled.get());
        }
        return bursts.map(applied::withBursts).orElse(applied);
    }

    /** What a manifest should tell of them. */
    Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        processing.ifPresent(time -> entries.put("processing", time.toMillis() + " ms"));
        decoupled.ifPresent(time -> entries.put("acknowledgements", "decoupled, after " + time.toMillis() + " ms"));
        bursts.ifPresent(model -> entries.put(
                "bursts",
                "good for " + model.goodFor().toMillis() + " ms, bad for "
                        + model.badFor().toMillis() + " ms with " + 100 * model.badLoss() + " % loss"));
        precision.ifPresent(wanted -> entries.put("precision", 100 * wanted.relative() + " %"));
        return entries;
    }

    /** What to add to a command line that repeats the runs. */
    String arguments() {
        StringBuilder arguments = new StringBuilder();
        processing.ifPresent(time -> arguments.append(" -Dprocessing=").append(time));
        decoupled.ifPresent(time -> arguments.append(" -Ddecoupled=").append(time));
        bursts.ifPresent(model -> arguments.append(
                " -Dbursts=" + model.goodFor() + "," + model.badFor() + "," + 100 * model.badLoss() + "%"));
        precision.ifPresent(wanted -> arguments.append(" -Dprecision=" + 100 * wanted.relative() + "%"));
        return arguments.toString();
    }
}
