package io.github.restartoracle.benchmarks.papers.latency;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Estimate;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.statistics.descriptive.Quantile;
import org.jspecify.annotations.Nullable;

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
            Column.hidden("loop", latency -> latency.cell.loop()),
            Column.number("payload_bytes", "payload", 0, "bytes of the file", latency -> latency.cell.payloadBytes()),
            Column.number("loss_pct", "loss, %", 1, "of the packets", latency -> latency.cell.lossPercent()),
            Column.number("requests", "n", 0, "answered requests", Latency::requests),
            Column.number("failed", "failed", 0, "requests without an answer", Latency::failed),
            millis("mean_s", "mean, ms", "of all answered requests", Latency::mean),
            millis("mean_ci95_s", "±", "95 % interval over requests, ms", Latency::halfWidth),
            millis("paper_mean_s", "blog, ms", "mean as printed", Latency::printed),
            millis("p50_s", "p50, ms", "median", Latency::p50),
            millis("p99_s", "p99, ms", "99 % are shorter", Latency::p99),
            millis("max_s", "max, ms", "the longest", Latency::most));

    private static Column<Latency> millis(
            String name, String header, String hint, Function<Latency, @Nullable Object> seconds) {
        return Column.number(name, header, 1, 1000, hint, seconds);
    }

    /** Returns the blog's mean; NaN where it prints none. */
    double printed() {
        return cell.paperSeconds().orElse(Double.NaN);
    }

    static Latency of(LatencyCell cell, LinkOutcome outcome) {
        List<Exchange> exchanges = outcome.of(cell.label());
        double[] seconds = exchanges.stream()
                .filter(exchange -> exchange.parts().isPresent())
                .mapToDouble(cell.open() ? Exchange::sinceDueSeconds : Exchange::responseSeconds)
                .sorted()
                .toArray();
        Estimate mean = Estimate.overMessages(seconds);
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
