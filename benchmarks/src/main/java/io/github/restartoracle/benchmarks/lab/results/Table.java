package io.github.restartoracle.benchmarks.lab.results;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A table that the reader can sort by any column. The constructor throws {@link IllegalArgumentException} for a row with more
 * or fewer values than there are columns.
 *
 * @param caption shown above it; may be empty
 * @param columns in order; the first one names the row
 * @param rows in the order in which they are first shown
 * @param note shown below it, as an explanation; may be empty
 */
public record Table(String caption, List<Head> columns, List<List<Value>> rows, String note) {
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
     * Creates a table with a row for each subject.
     *
     * @param caption shown above it; may be empty
     * @param columns those without a header are left out
     * @param subjects in order
     * @param note shown below it, as an explanation; may be empty
     * @param <T> the type of the subjects
     * @return the table; the best values of the columns that have one are marked
     */
    public static <T> Table of(String caption, List<Column<T>> columns, List<T> subjects, String note) {
        List<Row> rows =
                subjects.stream().map(subject -> Row.exact(columns, subject)).toList();
        return ofRows(caption, columns, rows, note);
    }

    /**
     * Creates a table of results.
     *
     * @param caption shown above it; may be empty
     * @param columns those without a header are left out
     * @param rows in order
     * @param note shown below it, as an explanation; may be empty
     * @return the table; the best values of the columns that have one are marked
     */
    public static Table ofRows(String caption, List<? extends Column<?>> columns, List<Row> rows, String note) {
        List<Head> heads = new ArrayList<>();
        List<List<Value>> values = new ArrayList<>();
        rows.forEach(row -> values.add(new ArrayList<>()));
        for (Column<?> column : columns) {
            if (column.shown()) {
                heads.add(new Head(column.header(), column.group(), column.numeric(), column.hint()));
                List<Value> own = rows.stream()
                        .map(row -> Value.of(column.show(row), row.number(column.name())))
                        .toList();
                List<Value> marked = column.leastIsBest() && rows.size() > 1 ? Value.withLeastMarked(own) : own;
                for (int i = 0; i < marked.size(); i++) {
                    values.get(i).add(marked.get(i));
                }
            }
        }
        return new Table(caption, heads, values, note);
    }

    /**
     * A column.
     *
     * @param header its name, short
     * @param group a header above those of this column and its neighbours; empty for none
     * @param numeric true if it is aligned to the right
     * @param hint the meaning, shown at the header; may be empty
     */
    public record Head(String header, String group, boolean numeric, String hint) {
        /**
         * Creates a column of words.
         *
         * @param header its name
         * @return the column
         */
        public static Head text(String header) {
            return new Head(header, "", false, "");
        }

        /**
         * Creates a column of numbers.
         *
         * @param header its name
         * @param hint the meaning
         * @return the column
         */
        public static Head number(String header, String hint) {
            return new Head(header, "", true, hint);
        }

        /**
         * Returns this column under a common header.
         *
         * @param other the header
         * @return the changed column
         */
        public Head in(String other) {
            return new Head(header, other, numeric, hint);
        }
    }

    /**
     * The value in a cell.
     *
     * @param text as it is shown; empty if it is unknown
     * @param order by which a number is sorted; empty to sort by the text
     * @param look the look of the series in the figures to which the value belongs; -1 for none
     * @param best true if it is marked as the best of its column
     */
    public record Value(String text, OptionalDouble order, int look, boolean best) {
        /** An unknown value. */
        public static final Value NONE = of("");

        /**
         * Creates a text.
         *
         * @param text as it is shown
         * @return sorted by the text
         */
        public static Value of(String text) {
            return new Value(text, OptionalDouble.empty(), -1, false);
        }

        /**
         * Creates a number with a given text.
         *
         * @param text as it is shown
         * @param order by which it is sorted; NaN is sorted behind all others
         * @return the value
         */
        public static Value of(String text, double order) {
            return new Value(text, Double.isNaN(order) ? OptionalDouble.empty() : OptionalDouble.of(order), -1, false);
        }

        /**
         * Creates a number.
         *
         * @param number NaN and infinity are shown as an empty text
         * @param decimals 0 or more
         * @return sorted by the number
         */
        public static Value of(double number, int decimals) {
            return Double.isFinite(number)
                    ? of(String.format(Locale.ROOT, "%." + decimals + "f", number), number)
                    : NONE;
        }

        /**
         * Marks the least of some values.
         *
         * @param values numbers of one column or kind
         * @return the same values; all that look like the least are marked
         */
        public static List<Value> withLeastMarked(List<Value> values) {
            Optional<String> least = values.stream()
                    .filter(Value::isFinite)
                    .min(Comparator.comparingDouble(value -> value.order().orElseThrow()))
                    .map(Value::text);
            return values.stream()
                    .map(value -> value.isFinite() && least.equals(Optional.of(value.text())) ? value.marked() : value)
                    .toList();
        }

        private boolean isFinite() {
            return order.isPresent() && Double.isFinite(order.getAsDouble());
        }

        /**
         * Returns this value with the marker of a series before it.
         *
         * @param other 0 or more
         * @return the changed value
         */
        public Value looking(int other) {
            return new Value(text, order, other, best);
        }

        /**
         * Returns this value marked as the best of its column.
         *
         * @return the changed value
         */
        public Value marked() {
            return new Value(text, order, look, true);
        }
    }
}
