package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.benchmarks.experiments.Transport;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/**
 * The file {@code results.csv}: a header and one line per {@link ResultRow}; numbers that are unknown are empty.
 *
 * <p>Stateless, thread-safe.
 */
public final class ResultsCsv {
    private static final String HEADER = "source,transport,scenario,oracle,runs,messages,"
            + "ett_mean_s,ett_ci95_s,ett_p50_s,ett_p95_s,ett_p99_s,urc_mean,urc_ci95,"
            + "attempts_mean,lost,duplicates_delivered,ett_bound_s,kappa";
    private static final MathContext DIGITS = new MathContext(6);

    private ResultsCsv() {}

    /**
     * Writes a file.
     *
     * @param file replaced if it is there
     * @param rows the lines
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, List<ResultRow> rows) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader(HEADER.split(",", -1))
                .setRecordSeparator('\n')
                .get();
        try (Writer out = Files.newBufferedWriter(file);
                CSVPrinter printer = new CSVPrinter(out, format)) {
            for (ResultRow row : rows) {
                printer.printRecord(
                        row.source(),
                        row.transport(),
                        row.scenario(),
                        row.oracle(),
                        row.runs(),
                        row.messages(),
                        number(row.ettMeanSeconds()),
                        number(row.ettCi95Seconds().orElse(Double.NaN)),
                        number(row.ettP50Seconds()),
                        number(row.ettP95Seconds()),
                        number(row.ettP99Seconds()),
                        number(row.urcMean()),
                        number(row.urcCi95().orElse(Double.NaN)),
                        number(row.attemptsMean()),
                        row.lost(),
                        row.duplicatesDelivered(),
                        number(row.ettBoundSeconds()),
                        number(row.kappa()));
            }
        }
    }

    /**
     * Reads a file.
     *
     * @param file written by {@link #write}
     * @return the lines
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if a line cannot be understood; the message names file and line
     */
    public static List<ResultRow> read(Path file) throws IOException {
        List<ResultRow> rows = new ArrayList<>();
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (Reader in = Files.newBufferedReader(file);
                CSVParser parser = format.parse(in)) {
            if (!parser.getHeaderNames().equals(List.of(HEADER.split(",", -1)))) {
                throw new IllegalArgumentException(
                        file + ":1: not the results of a comparison of oracles: expected the header " + HEADER);
            }
            for (CSVRecord line : parser) {
                try {
                    rows.add(row(line));
                } catch (IllegalArgumentException wrong) {
                    throw new IllegalArgumentException(
                            file + ":" + parser.getCurrentLineNumber() + ": " + wrong.getMessage(), wrong);
                }
            }
        }
        return rows;
    }

    private static ResultRow row(CSVRecord line) {
        return new ResultRow(
                Source.valueOf(line.get("source").toUpperCase(Locale.ROOT)),
                Transport.valueOf(line.get("transport").toUpperCase(Locale.ROOT)),
                line.get("scenario"),
                line.get("oracle"),
                Integer.parseInt(line.get("runs")),
                Integer.parseInt(line.get("messages")),
                number(line, "ett_mean_s"),
                optional(line, "ett_ci95_s"),
                number(line, "ett_p50_s"),
                number(line, "ett_p95_s"),
                number(line, "ett_p99_s"),
                number(line, "urc_mean"),
                optional(line, "urc_ci95"),
                number(line, "attempts_mean"),
                Integer.parseInt(line.get("lost")),
                Integer.parseInt(line.get("duplicates_delivered")),
                number(line, "ett_bound_s"),
                number(line, "kappa"));
    }

    private static OptionalDouble optional(CSVRecord line, String column) {
        double value = number(line, column);
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    private static double number(CSVRecord line, String column) {
        String text = line.get(column);
        return text.isEmpty() ? Double.NaN : Double.parseDouble(text);
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
