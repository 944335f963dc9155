package io.github.restartoracle.wsrm.internal.echo;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cxf.ws.rm.DestinationSequence;

/**
 * Messages that CXF counts as acknowledged and that a crash would lose: a store is still storing them, or, without a store,
 * they are being delivered. {@link Acknowledgements} leave them out. Thread-safe.
 */
public final class UnsafeMessages {
    private static final Map<DestinationSequence, Set<Long>> NUMBERS = new ConcurrentHashMap<>();

    private UnsafeMessages() {}

    /** Adds a message. To be called before CXF counts it. */
    public static void add(DestinationSequence sequence, long number) {
        NUMBERS.compute(sequence, (key, numbers) -> {
            Set<Long> all = numbers == null ? ConcurrentHashMap.newKeySet() : numbers;
            all.add(number);
            return all;
        });
    }

    /**
     * Removes a message that is stored or was delivered, or that CXF does not count any longer.
     *
     * @return false if it was not here
     */
    public static boolean remove(DestinationSequence sequence, long number) {
        AtomicBoolean here = new AtomicBoolean();
        NUMBERS.computeIfPresent(sequence, (key, numbers) -> {
            here.set(numbers.remove(number));
            return numbers.isEmpty() ? null : numbers;
        });
        return here.get();
    }

    /** Removes the messages of a sequence whose acknowledgement must tell all that were accepted. */
    public static void removeAll(DestinationSequence sequence) {
        NUMBERS.remove(sequence);
    }

    /** Returns the numbers of a sequence. */
    static Set<Long> of(DestinationSequence sequence) {
        return NUMBERS.getOrDefault(sequence, Set.of());
    }
}
