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
     * Notes a transmission. One that is withdrawn before its first byte is written is made again under the same number; only the
     * later one counts, since only that one can arrive.
     *
     * @param message the number of the message, without those of the warm-up; a run has one sequence
     * @param order position of the message in the order in which messages were due
     * @param attempt the transmission number
     * @param dueNanos the time at which the queue wanted to dispatch it
     * @param dispatchedNanos the time at which it was dispatched
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
