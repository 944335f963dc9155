package io.github.restartoracle.harness.journal;

import io.github.restartoracle.harness.csv.Csv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The attempts of one or more runs.
 *
 * @param rows one per attempt, in any order, no attempt of an oracle's run twice
 */
public record Journal(List<JournalRow> rows) {
    /** The format of a journal file. */
    public static final Csv<JournalRow> FILE = Csv.of(JournalRow.class);

    /** The format of the file that a destination writes. */
    public static final Csv<ArrivalRow> ARRIVALS = Csv.of(ArrivalRow.class);

    public Journal {
        rows = List.copyOf(rows);
        record Attempt(String oracle, ArrivalRow.Key key) {}
        Set<Attempt> seen = new HashSet<>();
        for (JournalRow row : rows) {
            if (!seen.add(new Attempt(row.oracle(), row.key()))) {
                throw new IllegalArgumentException(row.oracle() + ": " + row.key() + " is there twice");
            }
        }
    }

    /**
     * {@return the journal in a file}
     *
     * @param path a file in the format {@link #FILE}
     * @throws io.github.restartoracle.harness.csv.CsvFormatException if a line cannot be used
     * @throws IOException if the file cannot be read
     */
    public static Journal read(Path path) throws IOException {
        return new Journal(FILE.read(path));
    }

    /**
     * Writes all rows.
     *
     * @param path the file; an existing one is replaced
     * @throws IOException if it cannot be written
     */
    public void write(Path path) throws IOException {
        FILE.write(path, rows);
    }

    /**
     * Fills in the arrivals that the destination recorded. The earliest of several arrivals of one attempt counts, including an
     * arrival that is already in this journal. A destination does not know the oracle, so each run must have only one.
     *
     * @param arrivals the arrivals, in any order
     * @return a journal with the same attempts in the same order
     * @throws IllegalArgumentException if an arrival has no dispatched attempt, or a run has several oracles
     */
    public Journal join(Collection<ArrivalRow> arrivals) {
        Map<String, String> oracles = new HashMap<>();
        for (JournalRow row : rows) {
            String other = oracles.putIfAbsent(row.run(), row.oracle());
            if (other != null && !other.equals(row.oracle())) {
                throw new IllegalArgumentException(row.run() + " is of " + other + " and of " + row.oracle()
                        + ": arrivals do not say whose they are");
            }
        }
        Map<ArrivalRow.Key, Long> earliest = new HashMap<>();
        for (ArrivalRow arrival : arrivals) {
            earliest.merge(arrival.key(), arrival.arrivedNanos(), Math::min);
        }
        List<JournalRow> joined = new ArrayList<>();
        for (JournalRow row : rows) {
            Long arrived = earliest.remove(row.key());
            joined.add(arrived == null ? row : row.arrivedBy(arrived));
        }
        if (!earliest.isEmpty()) {
            throw new IllegalArgumentException(earliest.size() + " arrivals without a dispatch, such as "
                    + earliest.keySet().iterator().next());
        }
        return new Journal(joined);
    }
}
