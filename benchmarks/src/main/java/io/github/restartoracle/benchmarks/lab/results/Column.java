package io.github.restartoracle.benchmarks.lab.results;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of results. The file, the console and the page are made of columns.
 *
 * @param name in the file, lower-case letters, digits and underscores
 * @param group a header above those of this column and its neighbours; empty for none
 * @param header on the console and the page, short; empty for a column of the file alone
 * @param hint the meaning; may be empty
 * @param format the way in which it is shown
 * @param value the value in the file: a text, a number, or null if it is unknown
 * @param <T> the subject of a line
 */
public record Column<T>(
        String name, String group, String header, String hint, Format format, Function<T, @Nullable Object> value) {
    /**
     * The way in which a value is shown.
     *
     * @param numeric true if it is aligned to the right
     * @param best the best of several lines, or {@link Best#NONE}
     * @param show makes the text from the line and the column's name
     */
    public record Format(boolean numeric, Best best, Shown show) {
        /** A text as it is. */
        public static final Format TEXT = new Format(false, Best.NONE, Row::text);

        /**
         * Returns the format of a number.
         *
         * @param decimals 0 or more
         * @return the format
         */
        public static Format decimals(int decimals) {
            return new Format(true, Best.NONE, (row, name) -> number("%." + decimals + "f", row.number(name)));
        }

        /**
         * Returns the format of a number and the half-width of its interval.
         *
         * @param decimals 0 or more
         * @param halfWidth the column of the half-width
         * @return the format
         */
        public static Format interval(int decimals, String halfWidth) {
            String pattern = "%." + decimals + "f";
            return new Format(true, Best.NONE, (row, name) -> {
                String around = number(pattern, row.number(halfWidth));
                return number(pattern, row.number(name)) + (around.isEmpty() ? "" : " ±" + around);
            });
        }

        /** A share of 1, rounded down, so that 100 % means all. */
        public static final Format PERCENT = new Format(true, Best.NONE, (row, name) -> {
            double share = row.number(name);
            return Double.isNaN(share) ? "" : number("%.1f %%", Math.floor(share * 1000) / 10);
        });

        /**
         * Returns the same format with the best value marked.
         *
         * @param other the value that is best
         * @return the changed format
         */
        public Format best(Best other) {
            return new Format(numeric, other, show);
        }

        private static String number(String pattern, double value) {
            return Double.isFinite(value) ? String.format(Locale.ROOT, pattern, value) : "";
        }
    }

    /** The value of a column that is the best. */
    public enum Best {
        /** No value. */
        NONE,
        /** The least value. */
        LEAST
    }

    /** Makes the text of a value. */
    @FunctionalInterface
    public interface Shown {
        /**
         * Makes the text.
         *
         * @param row the line
         * @param name the column
         * @return the text
         */
        String of(Row row, String name);
    }

    /**
     * Returns a column of the file alone.
     *
     * @param name in the file
     * @param value the value in the file
     * @param <T> the subject of a line
     * @return the column
     */
    public static <T> Column<T> hidden(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, "", "", "", Format.TEXT, value);
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
        return new Column<>(name, "", header, "", Format.TEXT, value);
    }

    /**
     * Returns a column of numbers.
     *
     * @param name in the file
     * @param header on the page
     * @param hint the meaning
     * @param decimals 0 or more
     * @param value the value in the file
     * @param <T> the subject of a line
     * @return the column
     */
    public static <T> Column<T> number(
            String name, String header, String hint, int decimals, Function<T, @Nullable Object> value) {
        return new Column<>(name, "", header, hint, Format.decimals(decimals), value);
    }

    /**
     * Returns this column under a common header.
     *
     * @param other the header
     * @return the changed column
     */
    public Column<T> in(String other) {
        return new Column<>(name, other, header, hint, format, value);
    }

    /**
     * Returns this column with another format.
     *
     * @param other the format
     * @return the changed column
     */
    public Column<T> as(Format other) {
        return new Column<>(name, group, header, hint, other, value);
    }

    /**
     * Returns this column with a factor between the file and the page, such as 1000 for milliseconds.
     *
     * @param factor multiplied with the number in the file
     * @param decimals 0 or more
     * @return the changed column
     */
    public Column<T> times(double factor, int decimals) {
        return as(new Format(
                true, format.best(), (row, own) -> Format.number("%." + decimals + "f", factor * row.number(own))));
    }

    boolean shown() {
        return !header.isEmpty();
    }
}
