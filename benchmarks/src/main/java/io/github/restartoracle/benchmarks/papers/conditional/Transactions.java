package io.github.restartoracle.benchmarks.papers.conditional;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ResponseTimeParts;
import io.github.restartoracle.benchmarks.papers.conditional.Transaction.Flow;
import io.github.restartoracle.harness.journal.JournalRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads transactions from the output of runs. */
final class Transactions {
    private static final int SEGMENT = 1448;

    /** The least time of a handshake with a lost SYN: one without a lost SYN never takes as long here. */
    private static final double SYN_TIMER = 0.95;

    private Transactions() {}

    /**
     * Returns exchanges over TCP. The round-trip time is that of the handshake, the only one that the client can measure. By
     * Karn's rule it is unknown where a SYN or a SYN-ACK was sent again. Exchanges that failed are left out.
     */
    static List<Transaction> ofExchanges(String log, Collection<Exchange> exchanges) {
        List<Transaction> transactions = new ArrayList<>();
        for (Exchange exchange : exchanges) {
            Optional<ResponseTimeParts> split = exchange.split();
            if (split.isPresent()) {
                double connect = split.get().connectNanos() / 1e9;
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
        record Path(String run, String oracle) {}
        Map<Path, List<JournalRow>> paths = new HashMap<>();
        rows.forEach(row -> paths.computeIfAbsent(new Path(row.run(), row.oracle()), path -> new ArrayList<>())
                .add(row));
        List<Transaction> transactions = new ArrayList<>();
        paths.values().forEach(path -> transactions.addAll(ofPath(log, path, payloadBytes)));
        return transactions;
    }

    private static List<Transaction> ofPath(String log, List<JournalRow> rows, int payloadBytes) {
        Map<Long, List<JournalRow>> messages = new TreeMap<>();
        rows.forEach(row -> messages.computeIfAbsent(row.message(), message -> new ArrayList<>())
                .add(row));
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
