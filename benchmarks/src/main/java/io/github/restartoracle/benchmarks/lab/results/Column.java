package io.github.restartoracle.benchmarks.lab.results;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of results. The file, the console and the page are made of columns.
 *
 * @param name in the file, lower-case letters, digits and underscores
 * @param header on the console and the page, short; empty for a column of the file alone
 * @param group a header above those of this column and its neighbours; empty for none
 * @param hint the meaning; may be empty
 * @param numeric true if it shows a number, aligned to the right
 * @param decimals shown of a number, 0 or more
 * @param factor between the number in the file and the one that is shown, such as 1000 for milliseconds
 * @param interval the column of the half-width that is shown with the number; empty for none
 * @param share true for a share of 1, shown in percent and rounded down, so that 100 % means all
 * @param leastIsBest true if the least value of several lines is marked
 * @param value the value in the file: a text, a number, or null if it is unknown
 * @param <T> the subject of a line
 */
@RecordBuilder
public record Column<T>(
        String name,
        String header,
        String group,
        String hint,
        boolean numeric,
        int decimals,
        double factor,
        String interval,
        boolean share,
        boolean leastIsBest,
        Function<T, @Nullable Object> value)
        implements ColumnBuilder.With<T> {
    /**
     * Returns a column of the file alone.
     *
     * @param name in the file
     * @param value the value in the file
     * @param <T> the subject of a line
     * @return the column
     */
    public static <T> Column<T> hidden(String name, Function<T, @Nullable Object> value) {
        return text(name, "", value);
    }

    /**
     * Returns a column of words.
     *
     * @param name in the file
     * @param header on the page
     * @param value the value in the file
     * @param <T> the subject of a line
     * @return the column
     */
    public static <T> Column<T> text(String name, String header, Function<T, @Nullable Object> value) {
        return new Column<>(name, header, "", "", false, 0, 1, "", false, false, value);
    }

    /**
     * Returns a column of numbers.
     *
     * @param name in the file
     * @param header on the page
     * @param decimals 0 or more
     * @param value the value in the file
     * @param <T> the subject of a line
     * @return the column
     */
    public static <T> Column<T> number(String name, String header, int decimals, Function<T, @Nullable Object> value) {
        return Column.<T>text(name, header, value).withNumeric(true).withDecimals(decimals);
    }

    boolean shown() {
        return !header.isEmpty();
    }

    /** Returns the text that is shown of a line. */
    String show(Row row) {
        if (!numeric) {
            return row.text(name);
        }
        double number = row.number(name);
        if (share) {
            return format("%.1f %%", Math.floor(number * 1000) / 10);
        }
        String pattern = "%." + decimals + "f";
        String around = format(pattern, row.number(interval));
        return format(pattern, factor * number) + (around.isEmpty() ? "" : " ±" + around);
    }

    private static String format(String pattern, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, pattern, value) : "";
    }
}
