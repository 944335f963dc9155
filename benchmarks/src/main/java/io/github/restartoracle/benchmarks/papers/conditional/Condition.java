package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.results.Column;
import io.github.restartoracle.benchmarks.lab.results.Estimate;
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
record Condition(String log, int rttMillis, int segments, int attempts, Flow flow) {
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
    record Mean(Condition condition, Estimate ett, Estimate throughput) {
        static final List<Column<Mean>> COLUMNS = List.of(
                Column.text("log", "log", mean -> mean.condition.log),
                Column.text("path", "path", mean -> mean.condition.rtt()),
                Column.number(
                        "segments",
                        "segments",
                        0,
                        "length of the data; 200 and more together",
                        mean -> mean.condition.segments),
                Column.number(
                        "attempts",
                        "attempts",
                        0,
                        "transmissions; 4 and more together",
                        mean -> mean.condition.attempts),
                Column.text("flow", "flow", mean -> mean.condition.flow),
                Column.number("count", "n", 0, "transactions", mean -> mean.ett.count()),
                Column.number("mean_s", "ETT|mean, ms", 1, 1000, "from due to arrival", mean -> mean.ett.mean()),
                Column.number("mean_ci99", "ETT|±, %", 1, 100, HALF_WIDTH, mean -> mean.ett.relativeHalfWidth()),
                Column.number(
                        "throughput_bit_per_s",
                        "throughput|kbit/s",
                        1,
                        1e-3,
                        "mean of size over time",
                        mean -> mean.throughput.mean()),
                Column.number(
                        "throughput_ci99",
                        "throughput|±, %",
                        1,
                        100,
                        HALF_WIDTH,
                        mean -> mean.throughput.relativeHalfWidth()),
                Column.hidden("significant", Mean::accepted));

        /** Returns whether both means pass the filter. */
        boolean accepted() {
            return ett.significant() && throughput.significant();
        }
    }

    /** Returns one mean per class that occurs, in order. */
    static List<Mean> means(List<Transaction> transactions) {
        Map<Condition, List<Transaction>> classes = new TreeMap<>(ORDER);
        transactions.forEach(transaction -> classes.computeIfAbsent(of(transaction), key -> new ArrayList<>())
                .add(transaction));
        List<Mean> means = new ArrayList<>();
        classes.forEach((condition, members) -> means.add(new Mean(
                condition,
                Estimate.at99Percent(
                        members.stream().mapToDouble(Transaction::seconds).toArray()),
                Estimate.at99Percent(
                        members.stream().mapToDouble(Transaction::throughput).toArray()))));
        return means;
    }

    String rtt() {
        return rttMillis == UNKNOWN
                ? "unknown"
                : String.format(Locale.ROOT, "%d to %d ms", rttMillis, rttMillis + RTT_STEP);
    }
}
