package io.github.restartoracle.benchmarks.suites;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * The lines of a suite's {@code results.csv}. Not thread-safe.
 */
public final class ResultRows {
    private static final MathContext DIGITS = new MathContext(6);

    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();

    private ResultRows(List<String> columns) {
        this.columns = columns;
    }

    /**
     * No lines yet.
     *
     * @param columns separated by commas
     * @return the empty file
     */
    public static ResultRows of(String columns) {
        return new ResultRows(List.of(columns.split(",", -1)));
    }

    /**
     * Adds a line.
     *
     * @param values one per column; doubles are written with six digits, those that are not finite as nothing
     * @throws IllegalArgumentException if there are more or fewer than columns
     */
    public void add(Object... values) {
        if (values.length != columns.size()) {
            throw new IllegalArgumentException(values.length + " values for " + columns.size() + " columns");
        }
        List<String> row = new ArrayList<>();
        for (Object value : values) {
            row.add(value instanceof Double number ? text(number) : value.toString());
        }
        rows.add(List.copyOf(row));
    }

    private static String text(double value) {
        if (!Double.isFinite(value)) {
            return "";
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }

    /**
     * The lines so far.
     *
     * @return without the header
     */
    public List<List<String>> rows() {
        return List.copyOf(rows);
    }

    /**
     * Writes the file.
     *
     * @param file replaced if it is there
     * @throws IOException if it cannot be written
     */
    public void write(Path file) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader(columns.toArray(String[]::new))
                .setRecordSeparator('\n')
                .get();
        try (Writer out = Files.newBufferedWriter(file);
                CSVPrinter printer = new CSVPrinter(out, format)) {
            printer.printRecords(rows);
        }
    }
}
