package io.github.restartoracle.ledger;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Timeliness and fairness of a run.
 *
 * <p>The half-widths are over messages, under a normal approximation, as in "The Fast and the Fair". Messages in one
 * outage are not independent, so that they are too narrow; an interval over runs is the honest one.
 *
 * @param messages how many messages were recorded
 * @param lost how many of them never arrived
 * @param attemptsMean transmissions per message, lost messages included; NaN if there are no messages
 * @param ettSeconds effective transmission time of the messages that arrived
 * @param ettP50Seconds its median; percentiles are accurate to 0.1 %, a negative ETT counts as 0 in them, and they are NaN
 *     if no message arrived
 * @param ettP95Seconds its 95th percentile
 * @param ettP99Seconds its 99th percentile
 * @param ettMaxSeconds its maximum, exact
 * @param urc unnecessary transmissions per message; a lost message counts with 0
 * @param duplicateArrivals arrivals beyond the first of each message, which the destination has to discard
 */
public record LedgerSummary(
        long messages,
        long lost,
        double attemptsMean,
        Estimate ettSeconds,
        double ettP50Seconds,
        double ettP95Seconds,
        double ettP99Seconds,
        double ettMaxSeconds,
        Estimate urc,
        long duplicateArrivals) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int DIGITS = 3;

    static LedgerSummary of(List<MessageOutcome> outcomes) {
        double[] ett = outcomes.stream()
                .filter(outcome -> !outcome.lost())
                .mapToDouble(outcome -> outcome.ettNanos() / NANOS_PER_SECOND)
                .toArray();
        double[] urc = outcomes.stream().mapToDouble(MessageOutcome::urc).toArray();
        double[] attempts =
                outcomes.stream().mapToDouble(MessageOutcome::attempts).toArray();
        double max = Double.NaN;
        for (double value : ett) {
            max = value <= max ? max : value;
        }
        Histogram histogram = histogram(outcomes);
        return new LedgerSummary(
                outcomes.size(),
                outcomes.size() - ett.length,
                Estimate.of(attempts).mean(),
                Estimate.of(ett),
                percentile(histogram, 50),
                percentile(histogram, 95),
                percentile(histogram, 99),
                max,
                Estimate.of(urc),
                outcomes.stream()
                        .mapToLong(outcome -> Math.max(0, outcome.arrivals() - 1))
                        .sum());
    }

    /** The ETT in nanoseconds of the messages that arrived. */
    static Histogram histogram(List<MessageOutcome> outcomes) {
        Histogram histogram = new Histogram(DIGITS);
        outcomes.stream()
                .filter(outcome -> !outcome.lost())
                .forEach(outcome -> histogram.recordValue(Math.max(0, outcome.ettNanos())));
        return histogram;
    }

    private static double percentile(Histogram histogram, double percent) {
        return histogram.getTotalCount() == 0 ? Double.NaN : histogram.getValueAtPercentile(percent) / NANOS_PER_SECOND;
    }
}
