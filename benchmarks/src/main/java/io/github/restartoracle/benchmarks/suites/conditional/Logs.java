package io.github.restartoracle.benchmarks.suites.conditional;

import io.github.restartoracle.benchmarks.exchange.ExchangeLog;
import io.github.restartoracle.benchmarks.suites.conditional.Transaction.Flow;
import io.github.restartoracle.harness.journal.Journal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Logs of any kind, told apart by their first line: journals of messages, exchanges, and flows as a flow meter keeps them
 * ({@value #FLOWS}).
 */
final class Logs {
    /** The first line of a log of flows: payload bytes, data segments, their least and largest size, seconds. */
    static final String FLOWS = "flow,sent_bytes,sent_segments,min_segment,max_segment,rtt_s,seconds";

    private Logs() {}

    /** Logs that other suites have left in the directories beside a suite's own, or one below. */
    static List<Path> leftBeside(Path output) throws IOException {
        Path experiments = output.toAbsolutePath().getParent();
        if (experiments == null || !Files.isDirectory(experiments)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(experiments, 3)) {
            return files.filter(file -> file.getFileName().toString().matches("(journal|exchanges|flows).*\\.csv"))
                    .sorted()
                    .toList();
        }
    }

    /**
     * Reads one.
     *
     * @param payloadBytes of each message of a journal, which does not have it
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it is none of the three kinds, or has a mistake; the message names the file
     */
    static List<Transaction> read(Path file, int payloadBytes) throws IOException {
        Path absolute = file.toAbsolutePath();
        int names = absolute.getNameCount();
        // Journals of several suites have one name.
        String log = absolute.subpath(Math.max(0, names - 2), names).toString().replaceFirst("\\.csv$", "");
        String first;
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            first = reader.readLine();
        }
        if (Journal.HEADER.equals(first)) {
            return Transactions.ofJournal(log, Journal.read(file).rows(), payloadBytes);
        }
        if (FLOWS.equals(first)) {
            return flows(log, file);
        }
        if (first != null && first.startsWith("phase,number,")) {
            return Transactions.ofExchanges(log, ExchangeLog.read(file));
        }
        throw new IllegalArgumentException(file + ": neither a journal, nor exchanges, nor flows: " + first);
    }

    private static List<Transaction> flows(String log, Path file) throws IOException {
        CSVFormat format = CSVFormat.DEFAULT
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        List<Transaction> transactions = new ArrayList<>();
        try (Reader in = Files.newBufferedReader(file);
                CSVParser parser = format.parse(in)) {
            for (CSVRecord line : parser) {
                try {
                    transactions.add(flow(log, line));
                } catch (IllegalArgumentException wrong) {
                    throw new IllegalArgumentException(
                            file + ":" + parser.getCurrentLineNumber() + ": " + wrong.getMessage(), wrong);
                }
            }
        }
        return transactions;
    }

    private static Transaction flow(String log, CSVRecord line) {
        long bytes = Long.parseLong(line.get("sent_bytes"));
        int segments = Integer.parseInt(line.get("sent_segments"));
        boolean single = SingleFlow.ofMeter(
                bytes, segments, Integer.parseInt(line.get("min_segment")), Integer.parseInt(line.get("max_segment")));
        String rtt = line.get("rtt_s");
        return new Transaction(
                log,
                bytes,
                segments,
                rtt.isEmpty() ? Double.NaN : Double.parseDouble(rtt),
                1,
                single ? Flow.SINGLE : Flow.INTERRUPTED,
                Double.parseDouble(line.get("seconds")));
    }
}
