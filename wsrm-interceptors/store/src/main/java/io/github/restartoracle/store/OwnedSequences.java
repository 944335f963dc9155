package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.apache.cxf.ws.rm.AbstractSequence;
import org.jspecify.annotations.Nullable;

/**
 * The sequences that this process works with, and the token under which it owns each. No other process may work with them.
 * Within the process only the endpoint that has them may: a second client of the same service, whose endpoint has the same
 * name, must not recover the messages that the first is sending.
 *
 * <p>Thread-safe.
 *
 * @param <S> the kind of sequence
 */
final class OwnedSequences<S extends AbstractSequence> {
    private record Entry<S>(S sequence, long token) {}

    private final Map<String, Entry<S>> entries = new ConcurrentHashMap<>();

    void hold(S sequence, long token) {
        entries.put(sequence.getIdentifier().getValue(), new Entry<>(sequence, token));
    }

    /**
     * Holds a sequence and then creates it in the database. In the other order, a recovery could find it there first and take
     * it for an abandoned one. A sequence that is there already, since a peer has offered it before, stays held if it cannot be
     * created again.
     *
     * @param create returns true if it was created under the token
     * @return true if it is held
     */
    boolean begin(S sequence, long token, BooleanSupplier create) {
        String identifier = sequence.getIdentifier().getValue();
        Entry<S> former = entries.put(identifier, new Entry<>(sequence, token));
        boolean created = false;
        try {
            created = create.getAsBoolean();
            return created;
        } finally {
            if (!created && former != null) {
                entries.put(identifier, former);
            } else if (!created) {
                drop(identifier);
            }
        }
    }

    /** Begins a sequence under the present token. A process that was fenced can begin one with its new token. */
    void begin(DataSourceStore store, S sequence, LongPredicate create) {
        long token = store.nodes.token();
        if (!begin(sequence, token, () -> create.test(token))) {
            store.lease.checkNow();
            long next = store.nodes.token();
            store.requireOwned(begin(sequence, next, () -> create.test(next)), sequence.getIdentifier());
        }
    }

    boolean holds(String identifier) {
        return entries.containsKey(identifier);
    }

    OptionalLong tokenOf(String identifier) {
        Entry<S> entry = entries.get(identifier);
        return entry == null ? OptionalLong.empty() : OptionalLong.of(entry.token());
    }

    @Nullable
    S get(String identifier) {
        Entry<S> entry = entries.get(identifier);
        return entry == null ? null : entry.sequence();
    }

    /** Returns the token for a write to a sequence, which has to belong to this process still. */
    @SuppressWarnings("ReferenceEquality") // two objects for one sequence are equal, but only one of them is in use
    long token(S sequence) {
        String identifier = sequence.getIdentifier().getValue();
        Entry<S> entry = entries.get(identifier);
        if (entry == null || entry.sequence() != sequence) {
            throw new SequenceTakenException(identifier);
        }
        return entry.token();
    }

    /** Returns the token for a write to a sequence; the given one if the sequence is not held. */
    long tokenOr(String identifier, long other) {
        return tokenOf(identifier).orElse(other);
    }

    void drop(String identifier) {
        entries.remove(identifier);
    }

    /** Drops the sequences whose endpoint is gone: they may be recovered again. */
    List<S> dropIf(Predicate<S> which) {
        return drop(entry -> which.test(entry.sequence()));
    }

    /** Drops the sequences of other tokens: they belong to other processes. */
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
