package io.github.restartoracle.wsrm.echo;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.cxf.ws.rm.DestinationSequence;

/**
 * Messages that CXF counts as acknowledged and that a store is still storing. {@link Acknowledgements} leave them out: a crash
 * would lose them. Thread-safe.
 */
public final class UnstoredMessages {
    private static final Map<DestinationSequence, Set<Long>> NUMBERS = new ConcurrentHashMap<>();

    private UnstoredMessages() {}

    /**
     * Adds a message. To be called before CXF counts it.
     *
     * @param sequence its sequence
     * @param number its number
     */
    public static void add(DestinationSequence sequence, long number) {
        NUMBERS.merge(sequence, Set.of(number), UnstoredMessages::union);
    }

    /**
     * Removes a message that is stored, or that CXF does not count any longer.
     *
     * @param sequence its sequence
     * @param number its number
     */
    public static void remove(DestinationSequence sequence, long number) {
        NUMBERS.computeIfPresent(sequence, (key, numbers) -> {
            Set<Long> left = new HashSet<>(numbers);
            left.remove(number);
            return left.isEmpty() ? null : left;
        });
    }

    /** Returns the numbers of a sequence. */
    static Set<Long> of(DestinationSequence sequence) {
        return NUMBERS.getOrDefault(sequence, Set.of());
    }

    private static Set<Long> union(Set<Long> some, Set<Long> others) {
        Set<Long> all = new HashSet<>(some);
        all.addAll(others);
        return all;
    }
}
