package io.github.restartoracle.benchmarks.lab.node;

import io.github.restartoracle.benchmarks.lab.results.RestartRow;
import io.github.restartoracle.harness.journal.JournalRow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Every transmission of a source. Messages count from 1, without those of the warm-up. Thread-safe. */
final class Dispatches {
    private record Transmission(long message, int attempt) {}

    private record Dispatch(long message, long order, int attempt, long dueNanos, long dispatchedNanos) {}

    private final Map<Transmission, Dispatch> all = new LinkedHashMap<>();

    /**
     * Notes a transmission. One that is withdrawn before anything of it was written is made again under its number: then the
     * later dispatch counts, since only that can arrive.
     *
     * @param message the message's number in its sequence
     * @param order which of the messages it is in the order in which they were due
     * @param attempt the transmission number
     * @param dueNanos when the queue wanted it to leave
     * @param dispatchedNanos when it left
     */
    synchronized void add(long message, long order, int attempt, long dueNanos, long dispatchedNanos) {
        Transmission transmission = new Transmission(message, attempt);
        all.remove(transmission);
        all.put(transmission, new Dispatch(message, order, attempt, dueNanos, dispatchedNanos));
    }

    synchronized List<JournalRow> journal(String run, String label, long startNanos, Duration interval) {
        return all.values().stream()
                .map(d -> new JournalRow(
                        run,
                        label,
                        d.message(),
                        d.attempt(),
                        startNanos + (d.order() - 1) * interval.toNanos(),
                        d.dispatchedNanos(),
                        OptionalLong.empty()))
                .toList();
    }

    synchronized List<RestartRow> restarts(String run, String label) {
        return all.values().stream()
                .map(d -> new RestartRow(
                        run, label, d.message(), d.attempt(), d.dueNanos(), OptionalLong.of(d.dispatchedNanos())))
                .toList();
    }
}
