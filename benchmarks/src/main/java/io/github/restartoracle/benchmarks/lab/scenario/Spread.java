package io.github.restartoracle.benchmarks.lab.scenario;

import java.util.Locale;

/** The distribution of the times of a service. */
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
