package io.github.restartoracle.benchmarks.lab.results;

import java.util.Locale;

/** The place where a result was obtained. */
public enum Source {
    /** A run in virtual time. */
    SIMULATION,
    /** A run of the real software over a modelled link in one process. */
    DEMO,
    /** A run over a real link with real faults. */
    TESTBED;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
