package io.github.restartoracle.benchmarks.lab.results;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of results. The file, the console and the page are made of columns.
 *
 * @param name in the file, lower-case letters, digits and underscores
 * @param group a header above those of this column and its neighbours; empty for none
 * @param header on the console and the page, short; empty for a column of the file alone
 * @param hint the meaning; may be empty
 * @param numeric true if it shows a number, aligned to the right
 * @param format shows a number that is finite
 * @param interval the column of the half-width that is shown with the number; empty for none
 * @param leastIsBest true if the least value of several lines is marked
 * @param value the value in the file: a text, a number, or null if it is unknown; a column that is in no file may have a {@link
 *     Value} as it is shown
 * @param <T> the subject of a line
 */
@RecordBuilder
public record Column<T>(
        String name,
        String group,
        String header,
        String hint,
        boolean numeric,
        DoubleFunction<String> format,
        String interval,
        boolean leastIsBest,
        Function<T, @Nullable Object> value)
        implements ColumnBuilder.With<T> {

    /** Returns a column of the file alone. */
    public static <T> Column<T> hidden(String name, Function<T, @Nullable Object> value) {
        return text(name, "", value);
    }

    /** Returns a column of words. A header may be {@code group|header}. */
    public static <T> Column<T> text(String name, String header, Function<T, @Nullable Object> value) {
        return of(name, header, "", false, number -> "", value);
    }

    /** Returns a column of words that is in no file. */
    public static <T> Column<T> text(String header, Function<T, @Nullable Object> value) {
        return text(header, header, value);
    }

    /** Returns a column of numbers with so many decimals. A header may be {@code group|header}. */
    public static <T> Column<T> number(
            String name, String header, int decimals, String hint, Function<T, @Nullable Object> value) {
        return number(name, header, decimals, 1, hint, value);
    }

    /** Returns a column of numbers that are shown multiplied by a factor, such as 1000 for milliseconds. */
    public static <T> Column<T> number(
            String name, String header, int decimals, double factor, String hint, Function<T, @Nullable Object> value) {
        String pattern = "%." + decimals + "f";
        return of(name, header, hint, true, number -> String.format(Locale.ROOT, pattern, factor * number), value);
    }

    /** Returns a column of numbers that is in no file. */
    public static <T> Column<T> number(String header, int decimals, String hint, Function<T, @Nullable Object> value) {
        return number(header, header, decimals, hint, value);
    }

    private static <T> Column<T> of(
            String name,
            String header,
            String hint,
            boolean numeric,
            DoubleFunction<String> format,
            Function<T, @Nullable Object> value) {
        int bar = header.lastIndexOf('|');
        String group = header.substring(0, Math.max(0, bar));
        return new Column<>(name, group, header.substring(bar + 1), hint, numeric, format, "", false, value);
    }

    /** Returns this column of other subjects. */
    <S> Column<S> of(Function<S, @Nullable Object> other) {
        return new Column<>(name, group, header, hint, numeric, format, interval, leastIsBest, other);
    }

    /** Returns the values of this column as they are shown, one for each line. */
    List<Value> show(List<Row> rows) {
        List<Value> values = rows.stream().map(this::show).toList();
        return leastIsBest && rows.size() > 1 ? Value.withLeastMarked(values) : values;
    }

    private Value show(Row row) {
        if (row.values().get(name) instanceof Value value) {
            return value;
        }
        double number = row.number(name);
        if (!numeric) {
            return Value.of(row.text(name), number);
        }
        String around = text(row.number(interval));
        return Value.of(text(number) + (around.isEmpty() ? "" : " ±" + around), number);
    }

    private String text(double number) {
        return Double.isFinite(number) ? format.apply(number) : "";
    }
}
