package io.github.restartoracle.benchmarks.results;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.csv.CSVRecord;

/** The file {@code restarts.csv}: which transmissions an oracle called for, and when they left. */
public final class RestartLog {
    private static final String[] HEADER = {"run", "oracle", "message", "attempt", "scheduled_ns", "dispatched_ns"};
    private static final CSVFormat FORMAT = CSVFormat.DEFAULT
            .builder()
            .setRecordSeparator('\n')
            .setHeader(HEADER)
            .get();

    private RestartLog() {}

    /**
     * Writes a file.
     *
     * @param file replaced if it is there
     * @param rows in any order
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, List<RestartRow> rows) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file);
                CSVPrinter csv = new CSVPrinter(out, FORMAT)) {
            for (RestartRow row : rows) {
                csv.printRecord(
                        row.run(),
                        row.oracle(),
                        row.message(),
                        row.attempt(),
                        row.scheduledNanos(),
                        row.dispatchedNanos().isPresent()
                                ? row.dispatchedNanos().getAsLong()
                                : "");
            }
        }
    }

    /**
     * Reads a file.
     *
     * @param file as {@link #write} writes it
     * @return its rows in order
     * @throws IOException if it cannot be read
     */
    public static List<RestartRow> read(Path file) throws IOException {
        List<RestartRow> rows = new ArrayList<>();
        CSVFormat format = FORMAT.builder().setSkipHeaderRecord(true).get();
        try (BufferedReader in = Files.newBufferedReader(file);
                CSVParser csv = format.parse(in)) {
            for (CSVRecord row : csv) {
                String dispatched = row.get("dispatched_ns");
                rows.add(new RestartRow(
                        row.get("run"),
                        row.get("oracle"),
                        Long.parseLong(row.get("message")),
                        Integer.parseInt(row.get("attempt")),
                        Long.parseLong(row.get("scheduled_ns")),
                        dispatched.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(dispatched))));
            }
        }
        return rows;
    }
}
