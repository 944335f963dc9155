package io.github.restartoracle.benchmarks.lab.results;

import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of results: the file, the console and the page are made of it.
 *
 * @param name in the file, lower-case letters, digits and underscores
 * @param group what it has in common with its neighbours, above their headers; empty for none
 * @param header on the console and the page, short; empty for a column of the file alone
 * @param hint what it means; may be empty
 * @param format how it is shown
 * @param value what is written: a text, a number, or null where nothing is known
 * @param <T> what a line is about
 */
public record Column<T>(
        String name, String group, String header, String hint, Format format, Function<T, @Nullable Object> value) {
    /**
     * How a value is shown.
     *
     * @param numeric whether it is aligned to the right
     * @param best the best of several lines, or {@link Best#NONE}
     * @param show makes the text from the line and the column's name
     */
    public record Format(boolean numeric, Best best, Shown show) {
        /** A text as it is. */
        public static final Format TEXT = new Format(false, Best.NONE, Row::text);

        /**
         * A number.
         *
         * @param decimals 0 or more
         * @return the format
         */
        public static Format decimals(int decimals) {
            return new Format(true, Best.NONE, (row, name) -> number("%." + decimals + "f", row.number(name)));
        }

        /**
         * A number and the half-width of its interval.
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
         * The same with the best value marked.
         *
         * @param other which is best
         * @return the changed format
         */
        public Format best(Best other) {
            return new Format(numeric, other, show);
        }

        private static String number(String pattern, double value) {
            return Double.isFinite(value) ? String.format(Locale.ROOT, pattern, value) : "";
        }
    }

    /** Which value of a column is the best. */
    public enum Best {
        /** None in particular. */
        NONE,
        /** The least. */
        LEAST
    }

    /** Makes the text of a value. */
    @FunctionalInterface
    public interface Shown {
        /**
         * Makes it.
         *
         * @param row the line
         * @param name the column
         * @return the text
         */
        String of(Row row, String name);
    }

    /**
     * A column of the file alone.
     *
     * @param name in the file
     * @param value what is written
     * @param <T> what a line is about
     * @return the column
     */
    public static <T> Column<T> hidden(String name, Function<T, @Nullable Object> value) {
        return new Column<>(name, "", "", "", Format.TEXT, value);
    }

    /**
     * A column of words.
     *
     * @param name in the file
     * @param header on the page
     * @param value what is written
     * @param <T> what a line is about
     * @return the column
     */
    public static <T> Column<T> text(String name, String header, Function<T, @Nullable Object> value) {
        return new Column<>(name, "", header, "", Format.TEXT, value);
    }

    /**
     * A column of numbers.
     *
     * @param name in the file
     * @param header on the page
     * @param hint what it means
     * @param decimals 0 or more
     * @param value what is written
     * @param <T> what a line is about
     * @return the column
     */
    public static <T> Column<T> number(
            String name, String header, String hint, int decimals, Function<T, @Nullable Object> value) {
        return new Column<>(name, "", header, hint, Format.decimals(decimals), value);
    }

    /**
     * This column under a common header.
     *
     * @param other the header
     * @return the changed column
     */
    public Column<T> in(String other) {
        return new Column<>(name, other, header, hint, format, value);
    }

    /**
     * This column shown in another way.
     *
     * @param other the way
     * @return the changed column
     */
    public Column<T> as(Format other) {
        return new Column<>(name, group, header, hint, other, value);
    }

    /**
     * This column with a factor between the file and the page, such as 1000 for milliseconds.
     *
     * @param factor what the shown number is multiplied by
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
