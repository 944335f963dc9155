package io.github.restartoracle.benchmarks.results;

import io.github.restartoracle.harness.journal.JournalRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What became of one message.
 *
 * @param message 1 for the first
 * @param ettNanos from the time it was due to the first arrival of any attempt; empty if it never arrived
 * @param unnecessary its URC: attempts, less those lost before the one that arrived first, less that one; 0 if it never
 *     arrived
 * @param attempts 1 or more
 */
record MessageOutcome(long message, OptionalLong ettNanos, int unnecessary, int attempts) {
    /** The outcome of every message of one run that was dispatched at least once, in the order of the messages. */
    static List<MessageOutcome> ofRun(Collection<JournalRow> run) {
        Map<Long, List<JournalRow>> byMessage =
                run.stream().collect(Collectors.groupingBy(JournalRow::message, TreeMap::new, Collectors.toList()));
        List<MessageOutcome> outcomes = new ArrayList<>();
        byMessage.forEach((message, attempts) -> outcomes.add(of(message, attempts)));
        return outcomes;
    }

    private static MessageOutcome of(long message, List<JournalRow> attempts) {
        attempts.sort(Comparator.comparingInt(JournalRow::attempt));
        long first = Long.MAX_VALUE;
        int lost = 0;
        int lostBeforeFirst = 0;
        for (JournalRow attempt : attempts) {
            long age = attempt.arrivedNanos().isPresent()
                    ? attempt.arrivedNanos().getAsLong() - attempt.dueNanos()
                    : Long.MAX_VALUE;
            if (age == Long.MAX_VALUE) {
                lost++;
            } else if (age < first) {
                first = age;
                lostBeforeFirst = lost;
            }
        }
        if (first == Long.MAX_VALUE) {
            return new MessageOutcome(message, OptionalLong.empty(), 0, attempts.size());
        }
        int unnecessary = attempts.size() - lostBeforeFirst - 1;
        return new MessageOutcome(message, OptionalLong.of(first), unnecessary, attempts.size());
    }
}
