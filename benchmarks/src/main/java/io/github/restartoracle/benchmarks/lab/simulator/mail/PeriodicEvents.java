package io.github.restartoracle.benchmarks.lab.simulator.mail;

import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import java.time.Duration;

/** Events at the times phase, phase + period, phase + 2 period and so on. */
record PeriodicEvents(long phaseNanos, long periodNanos) {
    /** Returns events with a random phase within the first period. */
    static PeriodicEvents of(Duration period, long key) {
        return new PeriodicEvents((long) (KeyedRandom.uniform(key) * period.toNanos()), period.toNanos());
    }

    /** Returns the first of the times that is not before a time. */
    long next(long notBeforeNanos) {
        if (notBeforeNanos <= phaseNanos) {
            return phaseNanos;
        }
        long periods = (notBeforeNanos - phaseNanos + periodNanos - 1) / periodNanos;
        return phaseNanos + periods * periodNanos;
    }
}
