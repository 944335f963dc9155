package io.github.restartoracle.benchmarks.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A comparison in rounds. In each round every contestant runs once, and each round begins with another one, so that other load
 * of the machine affects all alike. Not thread-safe.
 */
public final class Contest {
    private final String title;
    private final Map<String, Contestant> contestants = new LinkedHashMap<>();
    private final Map<String, List<double[]>> results = new LinkedHashMap<>();

    /** A side of the comparison. */
    @FunctionalInterface
    public interface Contestant {
        /**
         * Runs once.
         *
         * @return the measured values, as many in every run; the first is the one that is printed in each round
         * @throws Exception if it fails; this ends the comparison
         */
        double[] run() throws Exception;
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
     * @param contestant the contestant
     * @return this comparison
     */
    public Contest with(String name, Contestant contestant) {
        contestants.put(name, contestant);
        results.put(name, new ArrayList<>());
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
            List<String> inTurn = new ArrayList<>(contestants.keySet());
            Collections.rotate(inTurn, round);
            for (String name : inTurn) {
                of(name).add(Objects.requireNonNull(contestants.get(name)).run());
            }
            System.out.println(title + ", " + (round < 1 ? "warm-up" : "round " + round + " of " + rounds) + line());
            if (round < 1) {
                results.values().forEach(List::clear);
            }
        }
    }

    /** Returns the first values of the last round. */
    private String line() {
        StringBuilder line = new StringBuilder();
        double first = Double.NaN;
        for (Map.Entry<String, List<double[]>> each : results.entrySet()) {
            double value = each.getValue().get(each.getValue().size() - 1)[0];
            line.append(line.isEmpty() ? ": " : ", ").append(each.getKey());
            line.append(String.format(Locale.ROOT, " %.0f", value));
            line.append(Double.isNaN(first) ? "" : String.format(Locale.ROOT, " (%.0f %%)", 100 * value / first));
            first = Double.isNaN(first) ? value : first;
        }
        return line.toString();
    }

    private List<double[]> of(String name) {
        return Objects.requireNonNull(results.get(name), name);
    }

    Set<String> names() {
        return results.keySet();
    }

    double median(String name, int column) {
        return Measures.median(of(name).stream().mapToDouble(result -> result[column]));
    }

    /**
     * Returns the ratio of the first values of two contestants.
     *
     * @param name a contestant
     * @param base the contestant that it is compared to
     * @return one for each round
     */
    public List<Double> ratios(String name, String base) {
        return IntStream.range(0, of(name).size())
                .mapToObj(round -> of(name).get(round)[0] / of(base).get(round)[0])
                .toList();
    }
}
