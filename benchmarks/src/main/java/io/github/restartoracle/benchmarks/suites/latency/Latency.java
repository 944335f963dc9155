package io.github.restartoracle.benchmarks.suites.latency;

import io.github.restartoracle.benchmarks.exchange.Exchange;
import io.github.restartoracle.benchmarks.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.results.Estimate;
import java.util.List;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The response times of one cell. Seconds; NaN without requests. A closed loop counts from the beginning of a request, as in
 * the blog; an open one from when it was due.
 *
 * @param source where it comes from, such as {@code testbed, today}
 * @param cell the cell
 * @param requests that were answered
 * @param failed that were not
 * @param mean of all
 * @param halfWidth of its 95 % interval over requests
 * @param p50 the median
 * @param p99 99 % are shorter
 * @param most the longest
 */
record Latency(
        String source,
        LatencyCell cell,
        int requests,
        int failed,
        double mean,
        double halfWidth,
        double p50,
        double p99,
        double most) {
    static Latency of(String source, LatencyCell cell, LinkOutcome outcome) {
        List<Exchange> exchanges = outcome.of(cell.label());
        double[] seconds = exchanges.stream()
                .filter(exchange -> exchange.split().isPresent())
                .mapToDouble(cell.open() ? Exchange::sinceDueSeconds : Exchange::responseSeconds)
                .sorted()
                .toArray();
        Estimate mean = Estimate.overMessages(seconds);
        Quantile quantile = Quantile.withDefaults();
        return new Latency(
                source,
                cell,
                seconds.length,
                exchanges.size() - seconds.length,
                mean.mean(),
                mean.halfWidth().orElse(0),
                quantile.evaluate(seconds, 0.5),
                quantile.evaluate(seconds, 0.99),
                seconds.length == 0 ? Double.NaN : seconds[seconds.length - 1]);
    }
}
