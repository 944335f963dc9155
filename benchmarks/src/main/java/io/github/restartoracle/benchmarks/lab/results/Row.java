package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.harness.csv.CsvFormatException;
import io.github.restartoracle.harness.csv.CsvTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A line of results: texts by column, as in {@code results.csv}. A line that was read is equal to the one that was written.
 *
 * @param texts numbers with six digits; empty if the value is unknown
 */
public record Row(Map<String, String> texts) {
    private static final MathContext DIGITS = new MathContext(6);

    public Row {
        texts = new LinkedHashMap<>(texts);
    }

    /**
     * Makes a line.
     *
     * @param columns in order
     * @param value the subject of the line
     * @param <T> its type
     * @return the line
     */
    public static <T> Row of(List<Column<T>> columns, T value) {
        Map<String, String> texts = new LinkedHashMap<>();
        columns.forEach(column -> texts.put(column.name(), text(column.value().apply(value))));
        return new Row(texts);
    }

    private static String text(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof OptionalDouble optional) {
            return text(optional.isPresent() ? optional.getAsDouble() : null);
        }
        if (value instanceof Double number) {
            if (!Double.isFinite(number)) {
                return "";
            }
            BigDecimal rounded = new BigDecimal(number).round(DIGITS).stripTrailingZeros();
            return rounded.signum() == 0 ? "0" : rounded.toPlainString();
        }
        return value.toString();
    }

    /**
     * Writes lines.
     *
     * @param file replaced if it is there
     * @param rows any number, of the same columns
     * @throws IOException if the file cannot be written
     */
    public static void write(Path file, List<Row> rows) throws IOException {
        List<String> columns =
                rows.isEmpty() ? List.of() : List.copyOf(rows.get(0).texts().keySet());
        new CsvTable(columns, rows.stream().map(Row::texts).toList()).write(file);
    }

    /**
     * Reads lines.
     *
     * @param file written by {@link #write}
     * @param required columns that must be there
     * @return the lines
     * @throws CsvFormatException if a line cannot be used
     * @throws IllegalArgumentException if a required column is missing; the message names file and columns
     * @throws IOException if the file cannot be read
     */
    public static List<Row> read(Path file, String... required) throws IOException {
        CsvTable table = CsvTable.read(file);
        for (String column : required) {
            if (!table.columns().contains(column)) {
                throw new IllegalArgumentException(file + ":1: expected a column " + column
                        + ", which results of this kind have; found " + String.join(",", table.columns()));
            }
        }
        return table.rows().stream().map(Row::new).toList();
    }

    /**
     * Returns a text.
     *
     * @param column its name
     * @return empty if it is unknown or there is no such column
     */
    public String text(String column) {
        return texts.getOrDefault(column, "");
    }

    /**
     * Returns a number.
     *
     * @param column its name
     * @return NaN if it is unknown or no number, or there is no such column
     */
    public double number(String column) {
        try {
            return Double.parseDouble(text(column));
        } catch (NumberFormatException none) {
            return Double.NaN;
        }
    }

    /**
     * Returns a number that may be absent.
     *
     * @param column its name
     * @return empty where {@link #number} is NaN
     */
    public OptionalDouble optional(String column) {
        double number = number(column);
        return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    /**
     * Tells if another line is about the same subject.
     *
     * @param other a line of the same columns
     * @param columns the columns that are compared
     * @return true if all texts are equal
     */
    public boolean sameAs(Row other, String... columns) {
        for (String column : columns) {
            if (!text(column).equals(other.text(column))) {
                return false;
            }
        }
        return true;
    }
}
