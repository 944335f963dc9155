package io.github.restartoracle.internal.inbound;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sequences that are received, in all and by source address, with the time at which each is ended although its source
 * has not terminated it. That is when no message has come for long enough, and either none ever came, or its lifetime has
 * passed.
 *
 * <p>Not thread-safe.
 *
 * @param <S> the name of a sequence
 */
public final class ReceivedSequences<S> {
    /** A sequence is there within this time after it was admitted. */
    private static final long CREATION_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long SHORTEST_CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST_CHECK_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** The number of checks within the time that a sequence may be idle. */
    private static final int CHECKS = 4;

    /** The presence of an admitted sequence. */
    public enum Presence {
        /** The sequence exists. */
        LIVING,
        /** The sequence has ended; accepted messages are still to be delivered. */
        ENDED,
        /** The sequence does not exist yet, or no longer. */
        ABSENT
    }

    private static final class Entry<S> {
        final S sequence;
        final long createdNanos;
        /** Null if it has no lifetime, or that of a recovered sequence is not known. */
        final @Nullable Duration lifetime;

        /** Null if it was recovered and no message of it has come yet. */
        @Nullable
        String source;

        long lastNanos;
        boolean used;

        Entry(S sequence, @Nullable String source, @Nullable Duration lifetime, long nowNanos) {
            this.sequence = sequence;
            this.source = source;
            this.lifetime = lifetime;
            this.createdNanos = nowNanos;
            this.lastNanos = nowNanos;
        }
    }

    /** The sequences of one source. */
    private static final class OfSource<S> {
        int count;
        /** Sequences of which no message has come, oldest first. */
        final Map<S, Entry<S>> unused = new LinkedHashMap<>();
    }

    private final Supplier<SequenceLimits> limits;
    private final Map<S, Entry<S>> entries = new HashMap<>();
    /** Sequences of which no message has come, oldest first. */
    private final Map<S, Entry<S>> unused = new LinkedHashMap<>();

    private final Map<String, OfSource<S>> bySource = new HashMap<>();

    /**
     * Creates an empty table.
     *
     * @param limits asked for each decision
     */
    public ReceivedSequences(Supplier<SequenceLimits> limits) {
        this.limits = limits;
    }

    /**
     * Returns whether no further sequence of a source may be added.
     *
     * @param source the address of the source
     * @return true if there are too many of it, or in all
     */
    public boolean isFull(String source) {
        SequenceLimits present = limits.get();
        OfSource<S> own = bySource.get(source);
        return entries.size() >= present.all() || (own != null && own.count >= present.ofSource());
    }

    /**
     * Adds a sequence of which no message has come.
     *
     * @param sequence its name; no effect if it counts already
     * @param source the address of its source; null if that is not known
     * @param lifetime the lifetime that was granted; null for none
     */
    public void add(S sequence, @Nullable String source, @Nullable Duration lifetime, long nowNanos) {
        Entry<S> entry = new Entry<>(sequence, source, lifetime, nowNanos);
        if (entries.putIfAbsent(sequence, entry) == null) {
            unused.put(sequence, entry);
            count(entry);
        }
    }

    /**
     * Adds a sequence of an earlier or another process, even if there is no room.
     *
     * @param sequence its name
     * @param used true if a message of it has come
     */
    public void recovered(S sequence, boolean used, long nowNanos) {
        add(sequence, null, null, nowNanos);
        Entry<S> entry = entries.get(sequence);
        if (used && entry != null) {
            use(entry);
        }
    }

    /**
     * Notes that a message of a sequence has come from its source. A sequence that was taken out counts again.
     *
     * @param sequence its name
     * @param source tells the address of the source, if it is not known
     */
    public void used(S sequence, Supplier<String> source, long nowNanos) {
        Entry<S> entry = entries.get(sequence);
        if (entry == null) {
            recovered(sequence, true, nowNanos);
            return;
        }
        use(entry);
        entry.lastNanos = nowNanos;
        if (entry.source == null) {
            discount(entry);
            entry.source = source.get();
            count(entry);
        }
    }

    private void use(Entry<S> entry) {
        if (!entry.used) {
            entry.used = true;
            unused.remove(entry.sequence);
            OfSource<S> own = bySource.get(entry.source);
            if (own != null) {
                own.unused.remove(entry.sequence);
            }
        }
    }

    /**
     * Takes out an unused sequence that has to make room for one of a source.
     *
     * @param source the address of the source
     * @return null if there is none
     */
    public @Nullable S takeForRoom(String source, long nowNanos) {
        OfSource<S> own = bySource.get(source);
        Map<S, Entry<S>> candidates = own != null && own.count >= limits.get().ofSource() ? own.unused : unused;
        Iterator<Entry<S>> oldest = candidates.values().iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        Entry<S> entry = oldest.next();
        if (isYounger(entry.createdNanos, limits.get().unused(), nowNanos)) {
            return null;
        }
        remove(entry);
        return entry.sequence;
    }

    /**
     * Takes out the sequences that are to be ended now, and those that are there no more.
     *
     * @param presence returns the presence of a sequence
     * @return the sequences, in any order
     */
    public List<S> takeDue(Function<S, Presence> presence, long nowNanos) {
        List<S> due = new ArrayList<>();
        for (Entry<S> entry : List.copyOf(entries.values())) {
            boolean goes = switch (presence.apply(entry.sequence)) {
                case LIVING -> isDue(entry, nowNanos);
                case ENDED -> false;
                case ABSENT -> nowNanos - entry.createdNanos >= CREATION_NANOS;
            };
            if (goes) {
                remove(entry);
                due.add(entry.sequence);
            }
        }
        return due;
    }

    /** {@return the interval between two calls of {@link #takeDue}, 1 s to 1 min} */
    public long checkNanos() {
        long intervalNanos = limits.get().idle().toNanos() / CHECKS;
        return Math.max(SHORTEST_CHECK_NANOS, Math.min(LONGEST_CHECK_NANOS, intervalNanos));
    }

    private boolean isDue(Entry<S> entry, long nowNanos) {
        SequenceLimits present = limits.get();
        if (isYounger(entry.lastNanos, present.idle(), nowNanos)) {
            return false;
        }
        if (!entry.used) {
            return true;
        }
        return entry.lifetime == null
                ? !isYounger(entry.lastNanos, present.expires(), nowNanos)
                : !isYounger(entry.createdNanos, entry.lifetime, nowNanos);
    }

    private static boolean isYounger(long sinceNanos, Duration age, long nowNanos) {
        return nowNanos - sinceNanos < age.toNanos();
    }

    private void count(Entry<S> entry) {
        if (entry.source != null) {
            OfSource<S> own = bySource.computeIfAbsent(entry.source, key -> new OfSource<>());
            own.count++;
            if (!entry.used) {
                own.unused.put(entry.sequence, entry);
            }
        }
    }

    private void discount(Entry<S> entry) {
        OfSource<S> own = bySource.get(entry.source);
        if (own != null) {
            own.unused.remove(entry.sequence);
            if (--own.count == 0) {
                bySource.remove(entry.source);
            }
        }
    }

    private void remove(Entry<S> entry) {
        entries.remove(entry.sequence);
        unused.remove(entry.sequence);
        discount(entry);
    }

    /**
     * Returns whether a sequence counts.
     *
     * @param sequence its name
     * @return false if it was taken out and not used since
     */
    public boolean contains(S sequence) {
        return entries.containsKey(sequence);
    }

    /** {@return whether no sequence counts} */
    public boolean isEmpty() {
        return entries.isEmpty();
    }
}
