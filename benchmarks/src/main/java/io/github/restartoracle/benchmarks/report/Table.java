package io.github.restartoracle.benchmarks.report;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A table that the reader can sort by any column. The constructor throws {@link IllegalArgumentException} for a row with
 * more or fewer values than there are columns.
 *
 * @param caption stands above it; may be empty
 * @param columns in order; the first one names the row
 * @param rows in the order in which they are first shown
 * @param note explains it below; may be empty
 */
public record Table(String caption, List<Column> columns, List<List<Value>> rows, String note) {
    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<Value> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        caption + ": " + columns.size() + " columns, but " + row.size() + " values in a row");
            }
        }
    }

    /**
     * A column.
     *
     * @param header its name, short
     * @param group what it has in common with its neighbours, above their headers; empty for none
     * @param numeric whether it is aligned to the right
     * @param hint what it means, shown at the header; may be empty
     */
    public record Column(String header, String group, boolean numeric, String hint) {
        /**
         * A column of words.
         *
         * @param header its name
         * @return the column
         */
        public static Column text(String header) {
            return new Column(header, "", false, "");
        }

        /**
         * A column of numbers.
         *
         * @param header its name
         * @param hint what it means
         * @return the column
         */
        public static Column number(String header, String hint) {
            return new Column(header, "", true, hint);
        }

        /**
         * This column under a common header.
         *
         * @param other the header
         * @return the changed column
         */
        public Column in(String other) {
            return new Column(header, other, numeric, hint);
        }
    }

    /**
     * What stands in a cell.
     *
     * @param text as it is shown; empty if it is unknown
     * @param order by which a number is sorted; empty to sort by the text
     * @param look the look of the series in the figures that the value stands for; -1 for none
     */
    public record Value(String text, OptionalDouble order, int look) {
        /** What is not known. */
        public static final Value NONE = of("");

        /**
         * A text.
         *
         * @param text as it is shown
         * @return sorted by the text
         */
        public static Value of(String text) {
            return new Value(text, OptionalDouble.empty(), -1);
        }

        /**
         * A number that is shown in a way of its own.
         *
         * @param text as it is shown
         * @param order by which it is sorted; NaN stands behind all others
         * @return the value
         */
        public static Value of(String text, double order) {
            return new Value(text, Double.isNaN(order) ? OptionalDouble.empty() : OptionalDouble.of(order), -1);
        }

        /**
         * A number.
         *
         * @param number NaN and infinity show nothing
         * @param decimals 0 or more
         * @return sorted by the number
         */
        public static Value of(double number, int decimals) {
            return Double.isFinite(number)
                    ? of(String.format(Locale.ROOT, "%." + decimals + "f", number), number)
                    : NONE;
        }

        /**
         * This value with the marker of a series before it.
         *
         * @param other 0 or more
         * @return the changed value
         */
        public Value looking(int other) {
            return new Value(text, order, other);
        }
    }
}
