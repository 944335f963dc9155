package io.github.restartoracle.benchmarks.papers.users;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkOutcome;
import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Estimate;
import java.util.List;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The measurements of a number of users, from {@link UsersSuite#WARM_UP} after their begin to their end. Response times are
 * those of exchanges that began in that time, throughput is of those that ended in it.
 *
 * @param source the place where it was measured, such as {@code testbed, today}
 * @param users their number
 * @param exchanges whose response time is known
 * @param failed exchanges that began and had no answer
 * @param response mean, seconds; NaN without exchanges
 * @param halfWidth of its 95 % interval over exchanges, 0 for fewer than two
 * @param p95 95 % are shorter, seconds
 * @param throughput answers per second
 * @param bitRate of the answers, bit/s
 */
record Performance(
        String source,
        int users,
        int exchanges,
        int failed,
        double response,
        double halfWidth,
        double p95,
        double throughput,
        double bitRate) {
    static final List<Column<Performance>> COLUMNS = List.of(
            Column.hidden("source", Performance::source),
            Column.hidden("users", Performance::users),
            Column.hidden("exchanges", Performance::exchanges),
            Column.hidden("failed", Performance::failed),
            Column.hidden("response_s", Performance::response),
            Column.hidden("response_ci95_s", Performance::halfWidth),
            Column.hidden("response_p95_s", Performance::p95),
            Column.hidden("throughput_per_s", Performance::throughput),
            Column.hidden("bit_rate", Performance::bitRate));

    static Performance of(int users, LinkOutcome outcome) {
        ExchangePhase phase = outcome.plan().phases().stream()
                .filter(candidate -> candidate.label().equals(UsersSuite.label(users)))
                .findFirst()
                .orElseThrow();
        long from = phase.from().plus(UsersSuite.WARM_UP).toNanos();
        long to = phase.to().toNanos();
        List<Exchange> all = outcome.of(phase.label());
        List<Exchange> begun = all.stream()
                .filter(exchange -> exchange.startNanos() >= from && exchange.startNanos() < to)
                .toList();
        List<Exchange> ended = all.stream()
                .filter(exchange -> exchange.endNanos() >= from && exchange.endNanos() < to)
                .toList();
        double[] seconds = begun.stream()
                .mapToDouble(Exchange::responseSeconds)
                .filter(Double::isFinite)
                .toArray();
        double length = (to - from) / 1e9;
        Estimate response = Estimate.overMessages(seconds);
        return new Performance(
                outcome.source(),
                users,
                seconds.length,
                begun.size() - seconds.length,
                response.mean(),
                response.halfWidth().orElse(0),
                Quantile.withDefaults().evaluate(seconds, 0.95),
                ended.size() / length,
                8.0 * ended.stream().mapToLong(Exchange::responseBytes).sum() / length);
    }
}
