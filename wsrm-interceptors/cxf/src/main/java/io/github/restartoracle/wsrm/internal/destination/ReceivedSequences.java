package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.jspecify.annotations.Nullable;

/**
 * The sequences that are received, in all and by source address, with the time at which each is ended although its source
 * has not terminated it. That is when no message has come for long enough, and either none ever came, or its lifetime has
 * passed. Thread-safe.
 */
final class ReceivedSequences {
    /** CXF adds a sequence within this time after it got the identifier. */
    private static final long CREATION_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final class Entry {
        final ReceivedSequence sequence;
        final long createdNanos;
        /** Null if it has no lifetime, or that of a recovered sequence is not known. */
        final @Nullable Duration lifetime;

        /** Null if it was recovered and no message of it has come yet. */
        @Nullable
        String source;

        long lastNanos;
        boolean used;

        Entry(ReceivedSequence sequence, @Nullable String source, @Nullable Duration lifetime, long nowNanos) {
            this.sequence = sequence;
            this.source = source;
            this.lifetime = lifetime;
            this.createdNanos = nowNanos;
            this.lastNanos = nowNanos;
        }
    }

    /** The sequences of one source. */
    private static final class OfSource {
        int count;
        /** Sequences of which no message has come, oldest first. */
        final Map<String, Entry> unused = new LinkedHashMap<>();
    }

    private final Supplier<DestinationLimits> limits;
    private final NanoClock clock;
    private final Map<String, Entry> entries = new HashMap<>();
    /** Sequences of which no message has come, oldest first. */
    private final Map<String, Entry> unused = new LinkedHashMap<>();

    private final Map<String, OfSource> bySource = new HashMap<>();

    ReceivedSequences(Supplier<DestinationLimits> limits, NanoClock clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /** Returns whether no further sequence of a source may be added. */
    synchronized boolean isFull(String source) {
        DestinationLimits present = limits.get();
        OfSource own = bySource.get(source);
        return entries.size() >= present.sequences() || (own != null && own.count >= present.sequencesOfSource());
    }

    /** Adds a sequence of which no message has come. */
    synchronized void add(ReceivedSequence sequence, @Nullable String source, @Nullable Duration lifetime) {
        Entry entry = new Entry(sequence, source, lifetime, clock.nanoTime());
        if (entries.putIfAbsent(sequence.name(), entry) == null) {
            unused.put(sequence.name(), entry);
            count(entry);
        }
    }

    /** Adds a sequence of an earlier or another process, even if there is no room. */
    synchronized void recovered(ReceivedSequence sequence, boolean used) {
        add(sequence, null, null);
        Entry entry = entries.get(sequence.name());
        if (used && entry != null) {
            use(entry);
        }
    }

    /** Notes that a message of a sequence has come from its source. */
    synchronized void used(ReceivedSequence sequence, Supplier<String> source) {
        Entry entry = entries.get(sequence.name());
        if (entry == null) {
            recovered(sequence, true);
            return;
        }
        use(entry);
        entry.lastNanos = clock.nanoTime();
        if (entry.source == null) {
            discount(entry);
            entry.source = source.get();
            count(entry);
        }
    }

    private void use(Entry entry) {
        if (!entry.used) {
            entry.used = true;
            unused.remove(entry.sequence.name());
            OfSource own = bySource.get(entry.source);
            if (own != null) {
                own.unused.remove(entry.sequence.name());
            }
        }
    }

    /** Takes out an unused sequence that has to make room for one of a source; null if there is none. */
    synchronized @Nullable ReceivedSequence takeForRoom(String source) {
        OfSource own = bySource.get(source);
        Map<String, Entry> candidates =
                own != null && own.count >= limits.get().sequencesOfSource() ? own.unused : unused;
        Iterator<Entry> oldest = candidates.values().iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        Entry entry = oldest.next();
        if (isYounger(entry.createdNanos, limits.get().unusedSequence())) {
            return null;
        }
        remove(entry);
        return entry.sequence;
    }

    /** Takes out the sequences that are to be ended now, and those that CXF has forgotten. */
    synchronized List<ReceivedSequence> takeDue() {
        List<ReceivedSequence> due = new ArrayList<>();
        for (Entry entry : List.copyOf(entries.values())) {
            DestinationSequence present = entry.sequence.present();
            if (present == null
                    ? !isYounger(entry.createdNanos, Duration.ofNanos(CREATION_NANOS))
                    : !present.isTerminated() && isDue(entry)) {
                remove(entry);
                due.add(entry.sequence);
            }
        }
        return due;
    }

    private boolean isDue(Entry entry) {
        DestinationLimits present = limits.get();
        if (isYounger(entry.lastNanos, present.idleSequence())) {
            return false;
        }
        if (!entry.used) {
            return true;
        }
        return entry.lifetime == null
                ? !isYounger(entry.lastNanos, present.sequenceExpires())
                : !isYounger(entry.createdNanos, entry.lifetime);
    }

    private boolean isYounger(long sinceNanos, Duration age) {
        return clock.nanoTime() - sinceNanos < age.toNanos();
    }

    private void count(Entry entry) {
        if (entry.source != null) {
            OfSource own = bySource.computeIfAbsent(entry.source, key -> new OfSource());
            own.count++;
            if (!entry.used) {
                own.unused.put(entry.sequence.name(), entry);
            }
        }
    }

    private void discount(Entry entry) {
        OfSource own = bySource.get(entry.source);
        if (own != null) {
            own.unused.remove(entry.sequence.name());
            if (--own.count == 0) {
                bySource.remove(entry.source);
            }
        }
    }

    private void remove(Entry entry) {
        entries.remove(entry.sequence.name());
        unused.remove(entry.sequence.name());
        discount(entry);
    }

    /** Returns whether a sequence counts. */
    synchronized boolean contains(ReceivedSequence sequence) {
        return entries.containsKey(sequence.name());
    }

    synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    synchronized int size() {
        return entries.size();
    }
}
