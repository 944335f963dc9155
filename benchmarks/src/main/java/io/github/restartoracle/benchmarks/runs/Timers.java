package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.experiments.SynTimeout;
import io.github.restartoracle.benchmarks.simulator.SimulationSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whose machines are simulated. */
enum Timers {
    /** Those of the paper. */
    OF_2005("2005"),
    /** Those of the testbed. */
    TODAY("today"),
    /** Those that each scenario names. */
    AS_IN_FILE("as-in-file");

    private final String notation;

    Timers(String notation) {
        this.notation = notation;
    }

    static List<Timers> parse(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .map(Timers::one)
                .toList();
    }

    private static Timers one(String text) {
        for (Timers timers : values()) {
            if (timers.notation.equals(text.toLowerCase(Locale.ROOT))) {
                return timers;
            }
        }
        throw new IllegalArgumentException("timers = \"" + text + "\": expected 2005, today or as-in-file");
    }

    Scenario applyTo(Scenario scenario) {
        return switch (this) {
            case OF_2005 -> scenario.with(SynTimeout.PAPER);
            case TODAY -> scenario.with(SynTimeout.KERNEL);
            case AS_IN_FILE -> scenario;
        };
    }

    SimulationSettings settings(Scenario applied) {
        return SimulationSettings.of(applied);
    }

    @Override
    public String toString() {
        return notation;
    }
}
