package io.github.restartoracle.store;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Notes in the background which messages are given up. Thread-safe. */
final class GivenUpMessages {
    private static final int LONGEST_REASON = 1_024;

    private final DataSourceStore store;
    private final DeferredWork notes;
    /** The pending notes, by sequence and number: the reason, or empty if the message is sent again. */
    private final Map<String, Map<Long, Optional<String>>> reasons = new ConcurrentHashMap<>();

    GivenUpMessages(DataSourceStore store, ScheduledExecutorService executor, StoreOptions options) {
        this.store = store;
        this.notes = new DeferredWork(
                "Noting what was given up", executor, options.batchDelay().toMillis(), this::note);
    }

    void add(String sequence, long number, @Nullable String reason) {
        String fitting =
                reason == null || reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
        reasons.computeIfAbsent(sequence, key -> new ConcurrentHashMap<>()).put(number, Optional.ofNullable(fitting));
        Numbers numbers = new Numbers();
        numbers.add(number);
        notes.add(sequence, numbers);
    }

    private void note(String sequence, Numbers numbers) {
        Map<Long, Optional<String>> of = reasons.getOrDefault(sequence, Map.of());
        numbers.stream().forEach(number -> {
            Optional<String> reason = of.get(number);
            if (reason != null) {
                long token = store.sources.tokenOr(sequence, store.nodes.token());
                store.sourceTables.giveUp(sequence, number, reason.orElse(null), token);
                of.remove(number, reason);
            }
        });
    }

    void forget(String sequence) {
        notes.forget(sequence);
        reasons.remove(sequence);
    }

    void flush() {
        notes.flush();
    }
}
