package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.SynTimeout;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Kernel;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The machines that are simulated. */
public enum Timers {
    /** Those of the paper. */
    OF_2005("2005"),
    /** Those of the testbed, whose nodes have no linear phase. */
    TODAY("today"),
    /** Linux with its defaults: the first SYNs are repeated every second. */
    LINUX("linux"),
    /** The standards to the letter. */
    RFC_6298("rfc6298"),
    /** The timers that each scenario names. */
    AS_IN_FILE("as-in-file");

    private final String notation;

    Timers(String notation) {
        this.notation = notation;
    }

    /**
     * {@return the timers of a name}
     *
     * @throws IllegalArgumentException for any other name
     */
    public static Timers of(String text) {
        for (Timers timers : values()) {
            if (timers.notation.equals(text.toLowerCase(Locale.ROOT))) {
                return timers;
            }
        }
        throw new IllegalArgumentException("timers = \"" + text + "\": expected "
                + Arrays.stream(values()).map(Timers::toString).collect(Collectors.joining(", ")));
    }

    /**
     * {@return a scenario as it is run, with the SYN timer of these machines}
     *
     * @param scenario as in its file
     */
    public Scenario applyTo(Scenario scenario) {
        return switch (this) {
            case OF_2005 -> scenario.withSynTimeout(SynTimeout.PAPER);
            case TODAY, LINUX, RFC_6298 -> scenario.withSynTimeout(SynTimeout.KERNEL);
            case AS_IN_FILE -> scenario;
        };
    }

    /**
     * {@return the settings that a scenario does not contain}
     *
     * @param applied a scenario with these timers
     */
    public SimulationSettings settings(Scenario applied) {
        return switch (this) {
            case OF_2005 -> SimulationSettings.of2005();
            case TODAY -> SimulationSettings.today(Kernel.TODAY);
            case LINUX -> SimulationSettings.today(Kernel.LINUX);
            case RFC_6298 -> SimulationSettings.today(Kernel.OF_STANDARDS);
            case AS_IN_FILE -> (applied.synTimeout() == SynTimeout.PAPER ? OF_2005 : TODAY).settings(applied);
        };
    }

    /** {@return the name of the timers for a heading} */
    public String title() {
        return this == AS_IN_FILE ? "timers as in the files" : "timers: " + notation;
    }

    @Override
    public String toString() {
        return notation;
    }
}
