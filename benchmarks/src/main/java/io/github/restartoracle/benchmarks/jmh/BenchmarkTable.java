package io.github.restartoracle.benchmarks.jmh;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The benchmark results as a table. The rows of our queue have the ratio to CXF's time in the same run. */
final class BenchmarkTable {
    private static final String PEER = "cxf";

    private BenchmarkTable() {}

    private record Line(String benchmark, String variant, String subject, Result<?> result) {
        static Line of(RunResult run) {
            BenchmarkParams params = run.getParams();
            String name = params.getBenchmark().substring(params.getBenchmark().lastIndexOf('.') + 1);
            boolean queue = params.getParamsKeys().contains("queue");
            return new Line(
                    name,
                    queue
                            ? params.getParam("messages")
                            : params.getParamsKeys().contains("scenario") ? params.getParam("scenario") : "",
                    params.getParam(queue ? "queue" : "oracle"),
                    run.getPrimaryResult());
        }

        boolean sameCase(Line other) {
            return benchmark.equals(other.benchmark) && variant.equals(other.variant);
        }

        double time() {
            return result.getScore();
        }
    }

    /** Returns the factor by which CXF's queue took longer for the same benchmark in the same run; empty for CXF's own rows. */
    private static String timesFaster(Line line, List<Line> all) {
        return all.stream()
                .filter(peer -> peer.subject().equals(PEER) && !line.subject().equals(PEER) && peer.sameCase(line))
                .map(peer -> number(peer.time() / line.time()))
                .findFirst()
                .orElse("");
    }

    static String of(Collection<RunResult> results) {
        List<Line> lines = results.stream().map(Line::of).toList();
        return AsciiTable.getTable(
                AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
                lines,
                List.of(
                        left("benchmark").with(Line::benchmark),
                        right("N or case").with(Line::variant),
                        left("of").with(Line::subject),
                        right("score").with(line -> number(line.time())),
                        right("±99.9 %").with(line -> number(line.result().getScoreError())),
                        left("unit").with(line -> line.result().getScoreUnit()),
                        right("CXF / this").with(line -> timesFaster(line, lines))));
    }

    private static Column left(String header) {
        return new Column().header(header).headerAlign(HorizontalAlign.LEFT).dataAlign(HorizontalAlign.LEFT);
    }

    private static Column right(String header) {
        return new Column().header(header).headerAlign(HorizontalAlign.RIGHT).dataAlign(HorizontalAlign.RIGHT);
    }

    /** Formats a value with at most three significant digits: a shared machine measures no more precisely. */
    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
