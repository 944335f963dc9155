package io.github.restartoracle.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which messages are in the database, of the sequences that this process receives. Thread-safe. */
final class AcceptedMessages {
    private final Map<String, Numbers> sequences = new ConcurrentHashMap<>();

    void begin(String sequence, Numbers accepted) {
        Numbers copy = new Numbers();
        copy.addAll(accepted);
        sequences.put(sequence, copy);
    }

    void add(String sequence, long number) {
        sequences.computeIfPresent(sequence, (key, numbers) -> {
            numbers.add(number);
            return numbers;
        });
    }

    boolean contains(String sequence, long number) {
        boolean[] found = new boolean[1];
        sequences.computeIfPresent(sequence, (key, numbers) -> {
            found[0] = numbers.contains(number);
            return numbers;
        });
        return found[0];
    }

    void end(String sequence) {
        sequences.remove(sequence);
    }

    /** The ranges of a sequence; null if it is none of these. */
    @Nullable
    List<Numbers.Range> ranges(String sequence) {
        List<List<Numbers.Range>> found = new ArrayList<>(1);
        sequences.computeIfPresent(sequence, (key, numbers) -> {
            found.add(numbers.ranges());
            return numbers;
        });
        return found.isEmpty() ? null : found.get(0);
    }
}
