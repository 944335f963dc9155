package io.github.restartoracle.wsrm.sequence;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Numbers that were given to calls which could not be captured after all. The next call of the sequence gets the lowest of
 * them: a destination that delivers in order would wait for a missing number for ever.
 *
 * <p>Thread-safe.
 */
final class FreeNumbers {
    private final Map<String, TreeSet<Long>> bySequence = new HashMap<>();

    synchronized void add(String sequence, long number) {
        bySequence.computeIfAbsent(sequence, key -> new TreeSet<>()).add(number);
    }

    /** The lowest free number of a sequence, which is taken then; null if there is none. */
    synchronized @Nullable Long take(String sequence) {
        TreeSet<Long> numbers = bySequence.get(sequence);
        Long lowest = numbers == null ? null : numbers.pollFirst();
        if (numbers != null && numbers.isEmpty()) {
            bySequence.remove(sequence);
        }
        return lowest;
    }

    /** The sequence is not used any more. */
    synchronized void forget(String sequence) {
        bySequence.remove(sequence);
    }
}
