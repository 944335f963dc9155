package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.harness.csv.CsvFormatException;
import io.github.restartoracle.harness.csv.CsvTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code results.csv}: values by column. A line that was read has the same texts as the one that was
 * written; a text that is a number is read as a number.
 *
 * @param values a {@link Double}, of six digits if it is a fraction, or a text, empty if the value is unknown, or a {@link Value}
 *     where the line is shown and not kept
 */
public record Row(Map<String, Object> values) {
    private static final MathContext DIGITS = new MathContext(6);

    public Row {
        values = new LinkedHashMap<>(values);
    }

    /** Makes a line of columns in order. */
    public static <T> Row of(List<Column<T>> columns, T value) {
        return of(columns, value, DIGITS);
    }

    /** Makes a line of numbers that are not rounded, to be shown and not to be kept. */
    static <T> Row exact(List<Column<T>> columns, T value) {
        return of(columns, value, MathContext.UNLIMITED);
    }

    private static <T> Row of(List<Column<T>> columns, T value, MathContext digits) {
        Map<String, Object> values = new LinkedHashMap<>();
        columns.forEach(column -> values.put(column.name(), known(column.value().apply(value), digits)));
        return new Row(values);
    }

    /** Makes a line for each of several subjects. */
    public static <T> List<Row> all(List<Column<T>> columns, List<T> values) {
        return values.stream().map(value -> of(columns, value)).toList();
    }

    private static Object known(@Nullable Object value, MathContext digits) {
        if (value instanceof OptionalDouble optional) {
            return known(optional.orElse(Double.NaN), digits);
        }
        if (value instanceof Double number) {
            return Double.isFinite(number)
                    ? new BigDecimal(number).round(digits).doubleValue()
                    : "";
        }
        if (value instanceof Number count) {
            return count.doubleValue();
        }
        return value instanceof Value ? value : value == null ? "" : value.toString();
    }

    private static Object read(String text) {
        try {
            Double number = Double.valueOf(text);
            return text(number).equals(text) ? number : text;
        } catch (NumberFormatException none) {
            return text;
        }
    }

    private static String text(Object value) {
        return value instanceof Double number
                ? BigDecimal.valueOf(number).stripTrailingZeros().toPlainString()
                : value.toString();
    }

    /** Writes lines to a file, which is replaced. A value is empty in a line that does not have its column. */
    public static void write(Path file, List<Row> rows) throws IOException {
        Set<String> columns = new LinkedHashSet<>();
        rows.forEach(row -> columns.addAll(row.values().keySet()));
        List<Map<String, String>> texts = new ArrayList<>();
        for (Row row : rows) {
            Map<String, String> line = new LinkedHashMap<>();
            columns.forEach(column -> line.put(column, row.text(column)));
            texts.add(line);
        }
        new CsvTable(List.copyOf(columns), texts).write(file);
    }

    /**
     * Reads the lines that {@link #write} has written.
     *
     * @throws CsvFormatException if a line cannot be used
     * @throws IllegalArgumentException if a required column is missing; the message names file and columns
     */
    public static List<Row> read(Path file, String... required) throws IOException {
        CsvTable table = CsvTable.read(file);
        for (String column : required) {
            if (!table.columns().contains(column)) {
                throw new IllegalArgumentException(file + ":1: expected a column " + column
                        + ", which results of this kind have; found " + String.join(",", table.columns()));
            }
        }
        List<Row> rows = new ArrayList<>();
        for (Map<String, String> line : table.rows()) {
            Map<String, Object> values = new LinkedHashMap<>();
            line.forEach((column, text) -> values.put(column, read(text)));
            rows.add(new Row(values));
        }
        return rows;
    }

    /** Returns a text; empty if it is unknown or there is no such column. */
    public String text(String column) {
        return text(values.getOrDefault(column, ""));
    }

    /** Returns a number; NaN if it is unknown or no number, or there is no such column. */
    public double number(String column) {
        return values.get(column) instanceof Double number ? number : Double.NaN;
    }

    /** Returns a number; empty where {@link #number} is NaN. */
    public OptionalDouble optional(String column) {
        double number = number(column);
        return Double.isNaN(number) ? OptionalDouble.empty() : OptionalDouble.of(number);
    }

    /** Returns transport, scenario and oracle: what identifies a cell in results. */
    public List<String> cell() {
        return List.of(text(CellColumns.TRANSPORT), text(CellColumns.SCENARIO), text(CellColumns.ORACLE));
    }
}
