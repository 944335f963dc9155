package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.harness.csv.Csv;
import io.github.restartoracle.harness.journal.Journal;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Logs of any kind, distinguished by their first line: journals of messages, exchanges, and the flows of a flow meter. */
final class LogFiles {
    static final Csv<Flow> FLOWS = Csv.of(Flow.class);

    /** A line of a log of flows: payload bytes, data segments, their least and largest size, seconds. */
    record Flow(
            String flow,
            long sentBytes,
            int sentSegments,
            int minSegment,
            int maxSegment,
            OptionalDouble rttS,
            double seconds) {
        Transaction transaction(String log) {
            boolean single = SingleFlow.ofMeter(sentBytes, sentSegments, minSegment, maxSegment);
            return new Transaction(
                    log,
                    sentBytes,
                    sentSegments,
                    rttS.orElse(Double.NaN),
                    1,
                    single ? Transaction.Flow.SINGLE : Transaction.Flow.INTERRUPTED,
                    seconds);
        }
    }

    private LogFiles() {}

    /** Finds logs that other suites have left in the directories beside a suite's own, or one below. */
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
     * Reads a log.
     *
     * @param payloadBytes of each message of a journal, which does not have it
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it is none of the three kinds, or has a mistake; the message names the file
     */
    static List<Transaction> read(Path file, int payloadBytes) throws IOException {
        Path absolute = file.toAbsolutePath();
        int names = absolute.getNameCount();
        // With the name of the directory, because the journals of several suites have one name.
        String log = absolute.subpath(Math.max(0, names - 2), names).toString().replaceFirst("\\.csv$", "");
        String first;
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            first = reader.readLine();
        }
        if (Journal.FILE.header().equals(first)) {
            return Transactions.ofJournal(log, Journal.read(file).rows(), payloadBytes);
        }
        if (FLOWS.header().equals(first)) {
            return FLOWS.read(file).stream().map(flow -> flow.transaction(log)).toList();
        }
        if (Exchange.FILE.header().equals(first)) {
            return Transactions.ofExchanges(log, Exchange.FILE.read(file));
        }
        throw new IllegalArgumentException(file + ": neither a journal, nor exchanges, nor flows: " + first);
    }
}
