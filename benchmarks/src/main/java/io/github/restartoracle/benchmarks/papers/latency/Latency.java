package io.github.restartoracle.benchmarks.papers.latency;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.MeanOfRuns;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The response times of one cell. Seconds; NaN without requests. A closed loop counts from the beginning of a request, as in
 * the blog; an open one from the time at which it was due.
 *
 * @param source the place where it was measured, such as {@code testbed, today}
 * @param cell the cell
 * @param requests that were answered
 * @param failed requests that were not answered
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
    static final List<Column<Latency>> COLUMNS = List.of(
            Column.text("source", "source", Latency::source),
            Column.hidden("loop", latency -> latency.cell().loop()),
            Column.<Latency>number(
                            "payload_bytes",
                            "payload",
                            0,
                            latency -> latency.cell().payloadBytes())
                    .withHint("bytes of the file"),
            Column.<Latency>number(
                            "loss_pct", "loss, %", 1, latency -> latency.cell().lossPercent())
                    .withHint("of the packets"),
            Column.<Latency>number("requests", "n", 0, Latency::requests).withHint("answered requests"),
            Column.<Latency>number("failed", "failed", 0, Latency::failed).withHint("requests without an answer"),
            millis("mean_s", "mean, ms", "of all answered requests", Latency::mean),
            millis("mean_ci95_s", "±", "95 % interval over requests, ms", Latency::halfWidth),
            millis(
                    "paper_mean_s",
                    "blog, ms",
                    "mean as printed",
                    latency -> latency.cell().paperSeconds().orElse(Double.NaN)),
            millis("p50_s", "p50, ms", "median", Latency::p50),
            millis("p99_s", "p99, ms", "99 % are shorter", Latency::p99),
            millis("max_s", "max, ms", "the longest", Latency::most));

    private static Column<Latency> millis(String name, String header, String hint, ToDoubleFunction<Latency> value) {
        return Column.<Latency>number(name, header, 1, value::applyAsDouble)
                .withHint(hint)
                .withFactor(1000);
    }

    static Latency of(LatencyCell cell, LinkOutcome outcome) {
        List<Exchange> exchanges = outcome.of(cell.label());
        double[] seconds = exchanges.stream()
                .filter(exchange -> exchange.split().isPresent())
                .mapToDouble(cell.open() ? Exchange::sinceDueSeconds : Exchange::responseSeconds)
                .sorted()
                .toArray();
        MeanOfRuns mean = MeanOfRuns.overMessages(seconds);
        Quantile quantile = Quantile.withDefaults();
        return new Latency(
                outcome.source(),
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
