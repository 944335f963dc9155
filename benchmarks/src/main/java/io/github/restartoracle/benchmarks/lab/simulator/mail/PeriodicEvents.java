package io.github.restartoracle.benchmarks.lab.simulator.mail;

/** Events at regular times. */
final class PeriodicEvents {
    private PeriodicEvents() {}

    /** Returns the first of the times phase, phase + period, phase + 2 period and so on that is not before a time. */
    static long next(long notBeforeNanos, long phaseNanos, long periodNanos) {
        if (notBeforeNanos <= phaseNanos) {
            return phaseNanos;
        }
        long periods = (notBeforeNanos - phaseNanos + periodNanos - 1) / periodNanos;
        return phaseNanos + periods * periodNanos;
    }
}
