package io.github.restartoracle.benchmarks.lab.results;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A value in a {@link Table} as it is shown.
 *
 * @param text empty if it is unknown
 * @param order by which a number is sorted; NaN to sort by the text
 * @param look the look of the series in the figures to which the value belongs; -1 for none
 * @param best true if it is marked as the best of its kind
 */
public record Value(String text, double order, int look, boolean best) {
    /** An unknown value. */
    public static final Value NONE = of("", Double.NaN);

    /** Creates a text that is sorted by a number; NaN to sort by the text. */
    public static Value of(String text, double order) {
        return new Value(text, order, -1, false);
    }

    /** Creates a number; NaN and infinity are shown as an empty text. */
    public static Value of(double number, int decimals) {
        return Double.isFinite(number) ? of(String.format(Locale.ROOT, "%." + decimals + "f", number), number) : NONE;
    }

    /** Creates a text with the marker of a series before it. */
    public static Value ofSeries(String text, int look) {
        return new Value(text, Double.NaN, look, false);
    }

    /** Returns the same values, those that look like the least one marked. */
    public static List<Value> withLeastMarked(List<Value> values) {
        Optional<String> least = values.stream()
                .filter(value -> Double.isFinite(value.order))
                .min(Comparator.comparingDouble(Value::order))
                .map(Value::text);
        return values.stream()
                .map(value ->
                        Double.isFinite(value.order) && least.equals(Optional.of(value.text)) ? value.marked() : value)
                .toList();
    }

    /** Returns this value marked as the best of its kind. */
    public Value marked() {
        return new Value(text, order, look, true);
    }
}
