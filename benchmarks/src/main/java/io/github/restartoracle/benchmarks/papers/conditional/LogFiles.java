package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ResponseTimeParts;
import io.github.restartoracle.benchmarks.papers.conditional.Transaction.Flow;
import io.github.restartoracle.harness.csv.Csv;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Logs of any kind, distinguished by their first line: journals of messages, exchanges, and the flows of a flow meter. */
final class LogFiles {
    private static final int SEGMENT = 1448;

    /** The least time of a handshake with a lost SYN: one without a lost SYN never takes as long here. */
    private static final double SYN_TIMER = 0.95;

    static final Csv<MeteredFlow> FLOWS = Csv.of(MeteredFlow.class);

    /** A line of a log of flows: payload bytes, data segments, their least and largest size, seconds. */
    record MeteredFlow(
            String flow,
            long sentBytes,
            int sentSegments,
            int minSegment,
            int maxSegment,
            OptionalDouble rttS,
            double seconds) {

        Transaction transaction(String log) {
            return new Transaction(
                    log,
                    sentBytes,
                    sentSegments,
                    rttS.orElse(Double.NaN),
                    1,
                    single() ? Flow.SINGLE : Flow.INTERRUPTED,
                    seconds);
        }

        /**
         * Returns whether the sender had all its data ready, from the sizes of its segments alone (section III.A.2 of the
         * paper): in that case all segments except the last are full, ceil(sent_data / MSS) = sent_seg and min_seg = sent_data
         * - (sent_seg - 1) MSS. The largest segment in the flow counts as full, since the size in use may differ from the one
         * that was negotiated.
         */
        boolean single() {
            long needed = (sentBytes + maxSegment - 1) / maxSegment;
            return needed == sentSegments && minSegment == sentBytes - (sentSegments - 1L) * maxSegment;
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
            return ofJournal(log, Journal.read(file).rows(), payloadBytes);
        }
        if (FLOWS.header().equals(first)) {
            return FLOWS.read(file).stream().map(flow -> flow.transaction(log)).toList();
        }
        if (first != null && Exchange.FILE.header().equals(first)) {
            return ofExchanges(log, Exchange.FILE.read(file));
        }
        throw new IllegalArgumentException(file + ": neither a journal, nor exchanges, nor flows: " + first);
    }

    /**
     * Returns exchanges over TCP. The round-trip time is that of the handshake, the only one that the client can measure. By
     * Karn's rule it is unknown where a SYN or a SYN-ACK was sent again. Exchanges that failed are left out.
     */
    static List<Transaction> ofExchanges(String log, Collection<Exchange> exchanges) {
        List<Transaction> transactions = new ArrayList<>();
        for (Exchange exchange : exchanges) {
            Optional<ResponseTimeParts> parts = exchange.parts();
            if (parts.isPresent()) {
                double connect = parts.get().connectNanos() / 1e9;
                transactions.add(new Transaction(
                        log,
                        exchange.responseBytes(),
                        segments(exchange.responseBytes()),
                        connect < SYN_TIMER ? connect : Double.NaN,
                        1,
                        Flow.UNKNOWN,
                        exchange.sinceDueSeconds()));
            }
        }
        return transactions;
    }

    /**
     * Returns the messages of a journal. It has no acknowledgements, so the class of the path is not a round trip. It is the
     * last exact transit before the message was due: dispatch to arrival of a message that needed one transmission (Karn's
     * rule), of the same run and oracle. Messages that never arrived are left out.
     *
     * @param payloadBytes of each message, as in the scenario
     */
    static List<Transaction> ofJournal(String log, Collection<JournalRow> rows, int payloadBytes) {
        record Sender(String run, String oracle) {}
        return rows.stream()
                .collect(Collectors.groupingBy(row -> new Sender(row.run(), row.oracle())))
                .values()
                .stream()
                .flatMap(path -> ofPath(log, path, payloadBytes).stream())
                .toList();
    }

    private static List<Transaction> ofPath(String log, List<JournalRow> rows, int payloadBytes) {
        Map<Long, List<JournalRow>> messages =
                rows.stream().collect(Collectors.groupingBy(JournalRow::message, TreeMap::new, Collectors.toList()));
        TreeMap<Long, Double> transits = new TreeMap<>();
        for (List<JournalRow> attempts : messages.values()) {
            JournalRow first = attempts.get(0);
            if (attempts.size() == 1 && first.arrivedNanos().isPresent()) {
                long arrived = first.arrivedNanos().getAsLong();
                transits.put(arrived, (arrived - first.dispatchedNanos()) / 1e9);
            }
        }
        List<Transaction> transactions = new ArrayList<>();
        for (List<JournalRow> attempts : messages.values()) {
            long due = attempts.stream().mapToLong(JournalRow::dueNanos).min().orElseThrow();
            attempts.stream()
                    .flatMap(attempt -> attempt.arrivedNanos().stream().boxed())
                    .min(Comparator.naturalOrder())
                    .ifPresent(arrived -> {
                        Map.Entry<Long, Double> transit = transits.lowerEntry(due);
                        transactions.add(new Transaction(
                                log,
                                payloadBytes,
                                segments(payloadBytes),
                                transit == null ? Double.NaN : transit.getValue(),
                                attempts.size(),
                                Flow.UNKNOWN,
                                (arrived - due) / 1e9));
                    });
        }
        return transactions;
    }

    private static int segments(long bytes) {
        return Math.toIntExact((bytes + SEGMENT - 1) / SEGMENT);
    }
}
