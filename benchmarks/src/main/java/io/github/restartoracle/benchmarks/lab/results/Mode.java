package io.github.restartoracle.benchmarks.lab.results;

import java.util.Locale;

/** The environment in which oracles are run and results are obtained. */
public enum Mode {
    /** Virtual time. */
    SIMULATION,
    /** The real software over a modelled link, on this machine. */
    DEMO,
    /** The real software in containers, with faults in the IP layer; simulations run in addition. */
    TESTBED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
