package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.cxf.ws.rm.AbstractSequence;
import org.jspecify.annotations.Nullable;

/**
 * The sequences that this process works with, and the token under which it owns each. No other process may work with them, and
 * within the process only the endpoint that has them: a second client of the same service, whose endpoint has the same name,
 * must not recover what the first is sending.
 *
 * <p>Thread-safe.
 *
 * @param <S> the kind of sequence
 */
final class Held<S extends AbstractSequence> {
    private record Entry<S>(S sequence, long token) {}

    private final Map<String, Entry<S>> entries = new ConcurrentHashMap<>();

    void hold(S sequence, long token) {
        entries.put(sequence.getIdentifier().getValue(), new Entry<>(sequence, token));
    }

    /**
     * Holds a sequence that is to be created in the database; before that, so that it is not found there and taken for one that
     * is left.
     *
     * @param create returns whether it was created under the token
     * @return whether it is held
     */
    boolean begin(S sequence, long token, BooleanSupplier create) {
        boolean created = false;
        hold(sequence, token);
        try {
            created = create.getAsBoolean();
            return created;
        } finally {
            if (!created) {
                drop(sequence.getIdentifier().getValue());
            }
        }
    }

    boolean holds(String identifier) {
        return entries.containsKey(identifier);
    }

    /** The token under which a sequence is held; empty if it is not. */
    OptionalLong tokenOf(String identifier) {
        Entry<S> entry = entries.get(identifier);
        return entry == null ? OptionalLong.empty() : OptionalLong.of(entry.token());
    }

    @Nullable
    S get(String identifier) {
        Entry<S> entry = entries.get(identifier);
        return entry == null ? null : entry.sequence();
    }

    Collection<S> all() {
        return entries.values().stream().map(Entry::sequence).toList();
    }

    /**
     * Returns the token for a write.
     *
     * @throws SequenceTakenException if the sequence is not, or no longer, this one's
     */
    @SuppressWarnings("ReferenceEquality") // two objects for one sequence are equal, but only one of them counts on
    long token(S sequence) {
        String identifier = sequence.getIdentifier().getValue();
        Entry<S> entry = entries.get(identifier);
        if (entry == null || entry.sequence() != sequence) {
            throw new SequenceTakenException(identifier);
        }
        return entry.token();
    }

    /** The token for a write to a sequence that may not be held; then the one that is given. */
    long tokenOr(String identifier, long other) {
        return tokenOf(identifier).orElse(other);
    }

    void drop(String identifier) {
        entries.remove(identifier);
    }

    /** Drops those whose endpoint is gone: they may be recovered again. */
    List<S> dropIf(Predicate<S> which) {
        return drop(entry -> which.test(entry.sequence()));
    }

    /** Drops those of other tokens: they are another process's. */
    List<S> dropAllBut(long token) {
        return drop(entry -> entry.token() != token);
    }

    private List<S> drop(Predicate<Entry<S>> which) {
        List<S> dropped = new ArrayList<>();
        entries.values().removeIf(entry -> {
            boolean drop = which.test(entry);
            if (drop) {
                dropped.add(entry.sequence());
            }
            return drop;
        });
        return dropped;
    }
}
