package io.github.restartoracle.benchmarks.runs;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.experiments.SynTimeout;
import io.github.restartoracle.benchmarks.simulator.SimulationSettings;
import io.github.restartoracle.benchmarks.simulator.tcp.TcpSettings;
import io.github.restartoracle.benchmarks.theory.SynSchedule;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Whose machines are simulated. */
enum Timers {
    /** Those of the paper. */
    OF_2005("2005"),
    /** Those of the testbed, whose nodes have no linear phase. */
    TODAY("today"),
    /** Linux as it comes: the first SYNs are repeated every second. */
    LINUX("linux"),
    /** The standards to the letter. */
    RFC_6298("rfc6298"),
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
                .distinct()
                .toList();
    }

    private static Timers one(String text) {
        for (Timers timers : values()) {
            if (timers.notation.equals(text.toLowerCase(Locale.ROOT))) {
                return timers;
            }
        }
        throw new IllegalArgumentException("timers = \"" + text + "\": expected "
                + Arrays.stream(values()).map(Timers::toString).collect(Collectors.joining(", ")));
    }

    Scenario applyTo(Scenario scenario) {
        return switch (this) {
            case OF_2005 -> scenario.with(SynTimeout.PAPER);
            case TODAY, LINUX, RFC_6298 -> scenario.with(SynTimeout.KERNEL);
            case AS_IN_FILE -> scenario;
        };
    }

    SimulationSettings settings(Scenario applied) {
        return switch (this) {
            case OF_2005, TODAY, AS_IN_FILE -> SimulationSettings.of(applied);
            case LINUX -> SimulationSettings.today(SynSchedule.LINUX_LINEAR);
            case RFC_6298 -> SimulationSettings.today(SynSchedule.RFC_6298).withTcp(TcpSettings.rfc6298());
        };
    }

    /** In a heading. */
    String title() {
        return this == AS_IN_FILE ? "timers as in the files" : "timers: " + notation;
    }

    @Override
    public String toString() {
        return notation;
    }
}
