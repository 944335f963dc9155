package io.github.restartoracle.harness.journal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of one or more runs, as CSV with the columns {@value #HEADER}.
 *
 * @param rows one per attempt, in any order, no attempt of an oracle's run twice
 */
public record Journal(List<JournalRow> rows) {
    /** The first line of a journal. */
    public static final String HEADER = "run,oracle,message,attempt,due_ns,dispatched_ns,arrived_ns";

    private static final String ARRIVALS = "run,message,attempt,arrived_ns";

    public Journal {
        rows = List.copyOf(rows);
        record Attempt(String oracle, Arrival.Key key) {}
        Set<Attempt> seen = new HashSet<>();
        for (JournalRow row : rows) {
            if (!seen.add(new Attempt(row.oracle(), row.key()))) {
                throw new IllegalArgumentException(row.oracle() + ": " + row.key() + " is there twice");
            }
        }
    }

    /**
     * Reads a journal.
     *
     * @param path a file as {@link #writer(Path)} writes it
     * @return the journal
     * @throws JournalFormatException if a line cannot be used; the message has its number
     * @throws IOException if the file cannot be read
     */
    public static Journal read(Path path) throws IOException {
        return new Journal(CsvFile.read(
                path,
                HEADER,
                c -> new JournalRow(
                        c.text(0),
                        c.text(1),
                        c.number(2),
                        c.positive(3),
                        c.number(4),
                        c.number(5),
                        c.text(6).isEmpty() ? OptionalLong.empty() : OptionalLong.of(c.number(6)))));
    }

    /**
     * Reads what a destination wrote.
     *
     * @param path a file as {@link #arrivalWriter(Path)} writes it
     * @return the arrivals in the order of the file
     * @throws JournalFormatException if a line cannot be used; the message has its number
     * @throws IOException if the file cannot be read
     */
    public static List<Arrival> readArrivals(Path path) throws IOException {
        return CsvFile.read(path, ARRIVALS, c -> new Arrival(c.text(0), c.number(1), c.positive(2), c.number(3)));
    }

    /**
     * Begins a journal; a file that is there is replaced.
     *
     * @param path the file
     * @return the writer, to be closed
     * @throws IOException if the file cannot be written
     */
    public static CsvWriter<JournalRow> writer(Path path) throws IOException {
        return CsvWriter.of(
                path,
                HEADER,
                r -> r.run() + "," + r.oracle() + "," + r.message() + "," + r.attempt() + ","
                        + r.dueNanos() + "," + r.dispatchedNanos() + ","
                        + (r.arrivedNanos().isPresent() ? r.arrivedNanos().getAsLong() : ""));
    }

    /**
     * Begins a file of arrivals at a destination; a file that is there is replaced.
     *
     * @param path the file
     * @return the writer, to be closed
     * @throws IOException if the file cannot be written
     */
    public static CsvWriter<Arrival> arrivalWriter(Path path) throws IOException {
        return CsvWriter.of(
                path, ARRIVALS, a -> a.run() + "," + a.message() + "," + a.attempt() + "," + a.arrivedNanos());
    }

    /**
     * Writes all rows.
     *
     * @param path the file; replaced if it is there
     * @throws IOException if it cannot be written
     */
    public void write(Path path) throws IOException {
        try (CsvWriter<JournalRow> writer = writer(path)) {
            for (JournalRow row : rows) {
                writer.write(row);
            }
        }
    }

    /**
     * Fills in what the destination saw. The earliest of several arrivals of one attempt counts, also against an
     * arrival that is here already. A destination does not know the oracle, so that each run must be of one only.
     *
     * @param arrivals in any order
     * @return a journal with the same attempts in the same order
     * @throws IllegalArgumentException if something arrived that was never dispatched, or a run is of several oracles
     */
    public Journal join(Collection<Arrival> arrivals) {
        Map<String, String> oracles = new HashMap<>();
        for (JournalRow row : rows) {
            String other = oracles.putIfAbsent(row.run(), row.oracle());
            if (other != null && !other.equals(row.oracle())) {
                throw new IllegalArgumentException(row.run() + " is of " + other + " and of " + row.oracle()
                        + ": arrivals do not say whose they are");
            }
        }
        Map<Arrival.Key, Long> earliest = new HashMap<>();
        for (Arrival arrival : arrivals) {
            earliest.merge(arrival.key(), arrival.arrivedNanos(), Math::min);
        }
        Journal joined = new Journal(
                rows.stream().map(row -> join(row, earliest.remove(row.key()))).toList());
        if (!earliest.isEmpty()) {
            throw new IllegalArgumentException(earliest.size() + " arrivals without a dispatch, such as "
                    + earliest.keySet().iterator().next());
        }
        return joined;
    }

    private static JournalRow join(JournalRow row, @Nullable Long arrived) {
        if (arrived == null || row.arrivedNanos().orElse(Long.MAX_VALUE) <= arrived) {
            return row;
        }
        return row.arrivedAt(arrived);
    }
}
