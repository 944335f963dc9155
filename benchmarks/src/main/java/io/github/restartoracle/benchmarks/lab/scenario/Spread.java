package io.github.restartoracle.benchmarks.lab.scenario;

import java.util.Locale;

/** How the times of a service differ from each other. */
public enum Spread {
    /** All are the same. */
    NONE,
    /** They have an exponential distribution. */
    EXPONENTIAL;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
