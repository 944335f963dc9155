package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Significance;
import io.github.restartoracle.benchmarks.papers.conditional.Transaction.Flow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A class of transactions, in the partition of the paper.
 *
 * @param log names their source
 * @param rttMillis the lower end of an interval of 10 ms, or -1 if the round-trip time is not known
 * @param segments length of the data, {@value #LONGEST} for all that are longer
 * @param attempts {@value #MOST} for all that have more
 * @param flow tells if the sender had its data ready
 */
record Condition(String log, int rttMillis, int segments, int attempts, Flow flow) implements Comparable<Condition> {
    static final int RTT_STEP = 10;
    static final int LONGEST = 200;
    static final int MOST = 4;
    static final int UNKNOWN = -1;
    static final String HALF_WIDTH = "half-width of the 99 % interval, in parts of the mean";

    private static final Comparator<Condition> ORDER = Comparator.comparing(Condition::log)
            .thenComparingInt(Condition::segments)
            .thenComparingInt(Condition::rttMillis)
            .thenComparingInt(Condition::attempts)
            .thenComparing(Condition::flow);

    static Condition of(Transaction transaction) {
        double rtt = transaction.rttSeconds();
        int bin = Double.isNaN(rtt) ? UNKNOWN : (int) Math.floor(1000 * rtt / RTT_STEP) * RTT_STEP;
        return new Condition(
                transaction.log(),
                bin,
                Math.min(LONGEST, transaction.segments()),
                Math.min(MOST, transaction.attempts()),
                transaction.flow());
    }

    /**
     * The mean of a class.
     *
     * @param condition the class
     * @param ett seconds
     * @param throughput bit/s
     */
    record Mean(Condition condition, Significance ett, Significance throughput) {
        static final List<Column<Mean>> COLUMNS = List.of(
                Column.text("log", "log", mean -> mean.condition().log()),
                Column.text("path", "path", mean -> mean.condition().rtt()),
                Column.<Mean>number(
                                "segments",
                                "segments",
                                0,
                                mean -> mean.condition().segments())
                        .withHint("length of the data; 200 and more together"),
                Column.<Mean>number(
                                "attempts",
                                "attempts",
                                0,
                                mean -> mean.condition().attempts())
                        .withHint("transmissions; 4 and more together"),
                Column.text("flow", "flow", mean -> mean.condition().flow()),
                Column.<Mean>number("count", "n", 0, mean -> mean.ett().count()).withHint("transactions"),
                Column.<Mean>number("mean_s", "mean, ms", 1, mean -> mean.ett().mean())
                        .withHint("from due to arrival")
                        .withFactor(1000)
                        .withGroup("ETT"),
                Column.<Mean>number("mean_ci99", "±, %", 1, mean -> mean.ett().relativeHalfWidth())
                        .withHint(HALF_WIDTH)
                        .withFactor(100)
                        .withGroup("ETT"),
                Column.<Mean>number(
                                "throughput_bit_per_s",
                                "kbit/s",
                                1,
                                mean -> mean.throughput().mean())
                        .withHint("mean of size over time")
                        .withFactor(1e-3)
                        .withGroup("throughput"),
                Column.<Mean>number(
                                "throughput_ci99",
                                "±, %",
                                1,
                                mean -> mean.throughput().relativeHalfWidth())
                        .withHint(HALF_WIDTH)
                        .withFactor(100)
                        .withGroup("throughput"),
                Column.hidden("significant", Mean::accepted));

        /** Tells if both means pass the filter. */
        boolean accepted() {
            return ett.accepted() && throughput.accepted();
        }
    }

    /** Returns one mean per class that occurs, in order. */
    static List<Mean> means(List<Transaction> transactions) {
        Map<Condition, List<Transaction>> classes = new TreeMap<>();
        transactions.forEach(transaction -> classes.computeIfAbsent(of(transaction), key -> new ArrayList<>())
                .add(transaction));
        List<Mean> means = new ArrayList<>();
        classes.forEach((condition, members) -> means.add(new Mean(
                condition,
                Significance.of(
                        members.stream().mapToDouble(Transaction::seconds).toArray()),
                Significance.of(
                        members.stream().mapToDouble(Transaction::throughput).toArray()))));
        return means;
    }

    String rtt() {
        return rttMillis == UNKNOWN
                ? "unknown"
                : String.format(Locale.ROOT, "%d to %d ms", rttMillis, rttMillis + RTT_STEP);
    }

    @Override
    public int compareTo(Condition other) {
        return ORDER.compare(this, other);
    }
}
