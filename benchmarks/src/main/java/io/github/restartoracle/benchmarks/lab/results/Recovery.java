package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.theory.ConstantRate;
import io.github.restartoracle.benchmarks.lab.theory.Outages;
import io.github.restartoracle.benchmarks.lab.theory.Outages.Outage;
import java.util.DoubleSummaryStatistics;

/**
 * The time after the only outage of a run, in seconds; NaN if there is no such message. A message waits if it was due in the
 * outage and arrived after it.
 *
 * @param first from the end of the outage to the first arrival of a message that waited
 * @param mean of the same over all messages that waited
 * @param last of these messages
 * @param next the mean ETT of the messages that were due within a second after the outage
 */
record Recovery(double first, double mean, double last, double next) {
    private static final Recovery NONE = new Recovery(Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    private static final long SECOND_NANOS = 1_000_000_000;

    /** Reads it from the ETT in seconds of each message of a run, NaN if it never arrived. */
    static Recovery of(Outages outages, ConstantRate workload, double[] ettSeconds) {
        if (outages.list().size() != 1) {
            return NONE;
        }
        Outage outage = outages.list().get(0);
        long fromNanos = outage.from().toNanos();
        long toNanos = outage.to().toNanos();
        DoubleSummaryStatistics waiting = new DoubleSummaryStatistics();
        DoubleSummaryStatistics next = new DoubleSummaryStatistics();
        for (int i = 0; i < ettSeconds.length; i++) {
            long dueNanos = workload.dueNanos(i + 1);
            double sinceEnd = ettSeconds[i] - (toNanos - dueNanos) / 1e9;
            if (dueNanos >= fromNanos && dueNanos < toNanos && sinceEnd >= 0) {
                waiting.accept(sinceEnd);
            } else if (dueNanos >= toNanos && dueNanos - toNanos < SECOND_NANOS && sinceEnd >= 0) {
                next.accept(ettSeconds[i]);
            }
        }
        return new Recovery(
                waiting.getCount() == 0 ? Double.NaN : waiting.getMin(),
                waiting.getCount() == 0 ? Double.NaN : waiting.getAverage(),
                waiting.getCount() == 0 ? Double.NaN : waiting.getMax(),
                next.getCount() == 0 ? Double.NaN : next.getAverage());
    }
}
