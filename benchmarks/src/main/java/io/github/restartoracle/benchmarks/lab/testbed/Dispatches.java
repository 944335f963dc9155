package io.github.restartoracle.benchmarks.lab.testbed;

import io.github.restartoracle.benchmarks.lab.testbed.SourceReport.Dispatch;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every transmission of a source after the warm-up. Thread-safe. */
final class Dispatches {
    private record Transmission(long message, int attempt) {}

    private final int warmUpMessages;
    private final Map<Transmission, Dispatch> all = new LinkedHashMap<>();

    Dispatches(int warmUpMessages) {
        this.warmUpMessages = warmUpMessages;
    }

    /**
     * Notes a transmission of a message that was due in the order of its number.
     *
     * @param number the number of the message in its sequence
     */
    void add(long number, int attempt, long dueNanos, long dispatchedNanos) {
        add(number, number - warmUpMessages, attempt, dueNanos, dispatchedNanos);
    }

    /** Notes a transmission of a message as {@link #add(long, int, long, long)}. */
    void add(long number, long order, int attempt, long dueNanos, long dispatchedNanos) {
        addMessage(number - warmUpMessages, order, attempt, dueNanos, dispatchedNanos);
    }

    /**
     * Notes a transmission. One that is withdrawn before its first byte is written is made again under the same number; only the
     * later one counts, since only that one can arrive.
     *
     * @param message its number without those of the warm-up
     * @param order its position in the order in which messages were due
     */
    synchronized void addMessage(long message, long order, int attempt, long dueNanos, long dispatchedNanos) {
        if (message >= 1) {
            Transmission transmission = new Transmission(message, attempt);
            all.remove(transmission);
            all.put(transmission, new Dispatch(message, order, attempt, dueNanos, dispatchedNanos));
        }
    }

    synchronized List<Dispatch> all() {
        return List.copyOf(all.values());
    }
}
