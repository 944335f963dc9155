package io.github.restartoracle.benchmarks.load;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A comparison in rounds. In each round every contestant runs once, and each round begins with another one, so that other load
 * of the machine affects all alike. Not thread-safe.
 */
public final class Contest {
    private final String title;
    private final List<Side> sides = new ArrayList<>();

    private record Side(String name, Callable<double[]> contestant, List<double[]> results) {
        double value(int round) {
            return results.get(round)[0];
        }
    }

    /**
     * Creates a comparison without contestants.
     *
     * @param title printed with each round
     */
    public Contest(String title) {
        this.title = title;
    }

    /**
     * Adds a contestant.
     *
     * @param name printed with its values
     * @param contestant runs once, and returns the measured values, as many in every run; the first is the one that is printed
     *     in each round
     * @return this comparison
     */
    public Contest with(String name, Callable<double[]> contestant) {
        sides.add(new Side(name, contestant, new ArrayList<>()));
        return this;
    }

    /**
     * Holds the rounds and prints a line for each: the first value of every contestant, and its ratio to that of the first
     * contestant.
     *
     * @param warmUp rounds before the first one that counts, 0 or more
     * @param rounds the number of rounds that count, 1 or more
     * @throws Exception if a contestant fails
     */
    @SuppressWarnings("SystemOut") // progress
    public void hold(int warmUp, int rounds) throws Exception {
        for (int round = 1 - warmUp; round <= rounds; round++) {
            List<Side> inTurn = new ArrayList<>(sides);
            Collections.rotate(inTurn, round);
            for (Side side : inTurn) {
                side.results().add(side.contestant().call());
            }
            System.out.println(title + ", " + (round < 1 ? "warm-up" : "round " + round + " of " + rounds) + ": "
                    + values(Math.max(0, round - 1)));
            if (round < 1) {
                sides.forEach(side -> side.results().clear());
            }
        }
    }

    private String values(int round) {
        double base = sides.get(0).value(round);
        return sides.stream()
                .map(side -> String.format(
                        Locale.ROOT,
                        "%s %.0f (%.0f %%)",
                        side.name(),
                        side.value(round),
                        100 * side.value(round) / base))
                .collect(Collectors.joining(", "));
    }

    private Side side(String name) {
        return sides.stream()
                .filter(side -> side.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    List<String> names() {
        return sides.stream().map(Side::name).toList();
    }

    double median(String name, int value) {
        return Median.withDefaults()
                .evaluate(side(name).results().stream()
                        .mapToDouble(result -> result[value])
                        .toArray());
    }

    /**
     * Returns the ratio of the first values of two contestants.
     *
     * @param name a contestant
     * @param base the contestant that it is compared to
     * @return one for each round, in ascending order
     */
    public List<Double> ratios(String name, String base) {
        Side one = side(name);
        Side other = side(base);
        return IntStream.range(0, one.results().size())
                .mapToObj(round -> one.value(round) / other.value(round))
                .sorted()
                .toList();
    }

    /** Prints a table, whose first column has the title of the comparison. */
    @SuppressWarnings("SystemOut") // the result
    <T> void print(Collection<T> rows, Function<T, String> name, List<ColumnData<T>> columns) {
        List<ColumnData<T>> all = new ArrayList<>(columns);
        all.add(0, new Column().header(title).dataAlign(HorizontalAlign.LEFT).with(name));
        System.out.println(AsciiTable.getTable(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS, rows, all));
    }

    static <T> ColumnData<T> column(String header, int decimals, Function<T, Double> value) {
        return column(header, row -> String.format(Locale.ROOT, "%." + decimals + "f", value.apply(row)));
    }

    static <T> ColumnData<T> column(String header, Function<T, String> text) {
        return new Column().header(header).headerAlign(HorizontalAlign.RIGHT).with(text);
    }
}
