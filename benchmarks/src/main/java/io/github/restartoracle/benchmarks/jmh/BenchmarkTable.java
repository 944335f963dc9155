package io.github.restartoracle.benchmarks.jmh;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The results as a table, with what was measured of CXF's queue before beside them. */
final class BenchmarkTable {
    /** Measured of CXF 4.2.3 on another machine, microseconds; see the benchmark for what is measured. */
    private static final Map<String, Double> EARLIER = Map.ofEntries(
            Map.entry("addAll 1000", 700.0),
            Map.entry("addAll 10000", 5_000.0),
            Map.entry("addAll 50000", 22_500.0),
            Map.entry("acknowledgeOne 1000", 14.0),
            Map.entry("acknowledgeOne 10000", 77.0),
            Map.entry("acknowledgeOne 50000", 366.0),
            Map.entry("acknowledgeAllInOrder 1000", 13_700.0),
            Map.entry("acknowledgeAllInOrder 10000", 413_000.0),
            Map.entry("acknowledgeAllInOrder 50000", 9_200_000.0),
            Map.entry("acknowledgeEveryOther 1000", 1_100.0));

    private BenchmarkTable() {}

    private record Line(String benchmark, String messages, String subject, Result<?> result) {
        static Line of(RunResult run) {
            BenchmarkParams params = run.getParams();
            String name = params.getBenchmark().substring(params.getBenchmark().lastIndexOf('.') + 1);
            boolean queue = params.getParamsKeys().contains("queue");
            return new Line(
                    name,
                    queue ? params.getParam("messages") : "",
                    params.getParam(queue ? "queue" : "oracle"),
                    run.getPrimaryResult());
        }

        String earlier() {
            Double value = subject.equals("cxf") ? EARLIER.get(benchmark + " " + messages) : null;
            return value == null ? "" : number(value);
        }
    }

    static String of(Collection<RunResult> results) {
        List<Line> lines = results.stream().map(Line::of).toList();
        return AsciiTable.getTable(
                AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS,
                lines,
                List.of(
                        left("benchmark").with(Line::benchmark),
                        right("N").with(Line::messages),
                        left("of").with(Line::subject),
                        right("time").with(line -> number(line.result().getScore())),
                        right("±99.9 %").with(line -> number(line.result().getScoreError())),
                        left("unit").with(line -> line.result().getScoreUnit()),
                        right("CXF, before (us)").with(Line::earlier)));
    }

    private static Column left(String header) {
        return new Column().header(header).headerAlign(HorizontalAlign.LEFT).dataAlign(HorizontalAlign.LEFT);
    }

    private static Column right(String header) {
        return new Column().header(header).headerAlign(HorizontalAlign.RIGHT).dataAlign(HorizontalAlign.RIGHT);
    }

    /** Three digits are more than a shared machine can give. */
    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
