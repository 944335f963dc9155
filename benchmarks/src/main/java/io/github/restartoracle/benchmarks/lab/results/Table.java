package io.github.restartoracle.benchmarks.lab.results;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
     * Creates a table of results.
     *
     * @param caption shown above it; may be empty
     * @param columns those without a header are left out
     * @param rows in order
     * @param note shown below it, as an explanation; may be empty
     * @return the table; the best values of the columns that have one are marked
     */
    public static Table of(String caption, List<? extends Column<?>> columns, List<Row> rows, String note) {
        List<Column<?>> shown = new ArrayList<>();
        columns.stream().filter(Column::shown).forEach(shown::add);
        List<List<Value>> values = new ArrayList<>();
        for (Row row : rows) {
            values.add(shown.stream().map(column -> value(column, row, rows)).toList());
        }
        return new Table(
                caption,
                shown.stream()
                        .map(column -> new Head(
                                column.header(), column.group(), column.format().numeric(), column.hint()))
                        .toList(),
                values,
                note);
    }

    private static Value value(Column<?> column, Row row, List<Row> rows) {
        String text = column.format().show().of(row, column.name());
        if (!column.format().numeric()) {
            return Value.of(text);
        }
        double number = row.number(column.name());
        Value value = Value.of(text, number);
        if (column.format().best() == Column.Best.NONE || rows.size() < 2) {
            return value;
        }
        double least = rows.stream()
                .mapToDouble(each -> each.number(column.name()))
                .filter(Double::isFinite)
                .min()
                .orElse(Double.NaN);
        // Compared as text: values that look the same are marked the same.
        return Double.isFinite(number) && text.equals(shownLeast(column, rows, least)) ? value.marked() : value;
    }

    private static String shownLeast(Column<?> column, List<Row> rows, double least) {
        return rows.stream()
                .filter(each -> each.number(column.name()) == least)
                .map(each -> column.format().show().of(each, column.name()))
                .findFirst()
                .orElse("");
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
