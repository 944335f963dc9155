package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.AcceptedNumbers;
import io.github.restartoracle.internal.inbound.Inbound;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.jspecify.annotations.Nullable;

/** The sequences with messages or requests that wait. Thread-safe. */
final class DeliveryTable {
    /** A sequence; confined to the lock that the map has for its key. */
    static final class Entry {
        final DestinationSequence sequence;
        final Inbound<Content> inbound;
        /** The time of the earliest planned check; null if none is planned. */
        private @Nullable Long plannedNanos;

        private Entry(DestinationSequence sequence, Inbound<Content> inbound) {
            this.sequence = sequence;
            this.inbound = inbound;
        }

        /** Notes that a check is planned; returns false if one is planned already that is not later. */
        boolean plan(long lookNanos) {
            if (plannedNanos != null && plannedNanos - lookNanos <= 0) {
                return false;
            }
            plannedNanos = lookNanos;
            return true;
        }

        /** Notes that a check that was planned for a time is being made. */
        void looked(long lookNanos) {
            if (plannedNanos != null && plannedNanos == lookNanos) {
                plannedNanos = null;
            }
        }

        boolean isPlannedBy(long nanos) {
            return plannedNanos != null && plannedNanos - nanos <= 0;
        }
    }

    private final int threads;
    /** The sequences by identifier. */
    private final Map<String, Entry> sequences = new ConcurrentHashMap<>();

    private volatile boolean closed;

    /**
     * Creates an empty table.
     *
     * @param threads the number of deliveries of a sequence at a time
     */
    DeliveryTable(int threads) {
        this.threads = threads;
    }

    /** Applies a function to a sequence, with exclusive access. */
    <T> T on(DestinationSequence sequence, Function<Entry, T> function) {
        List<T> result = new ArrayList<>(1);
        sequences.compute(sequence.getIdentifier().getValue(), (key, present) -> {
            Entry entry = present == null ? create(sequence) : present;
            result.add(function.apply(entry));
            return entry.inbound.isEmpty() ? null : entry;
        });
        return result.get(0);
    }

    private Entry create(DestinationSequence sequence) {
        RMConfiguration configuration = CxfSequence.configuration(sequence);
        boolean skips = configuration.getDeliveryAssurance() == DeliveryAssurance.AT_MOST_ONCE;
        Inbound<Content> inbound = new Inbound<>(configuration.isInOrder(), skips, threads, new Acknowledged(sequence));
        if (closed) {
            inbound.close();
        }
        return new Entry(sequence, inbound);
    }

    /** The numbers of a sequence that CXF acknowledges. */
    private record Acknowledged(DestinationSequence sequence) implements AcceptedNumbers {
        @Override
        public boolean contains(long number) {
            return sequence.isAcknowledged(number);
        }

        @Override
        public long contiguous() {
            return CxfSequence.contiguous(sequence);
        }

        @Override
        public long highest() {
            return CxfSequence.highest(sequence);
        }

        @Override
        public long last() {
            long last = sequence.getLastMessageNumber();
            return last == 0 ? Long.MAX_VALUE : last;
        }

        @Override
        public boolean isClosed() {
            return CxfSequence.isClosed(sequence);
        }
    }

    /** Ends all deliveries; no message is delivered any more. */
    void close() {
        closed = true;
        for (DestinationSequence sequence : all()) {
            on(sequence, entry -> {
                entry.inbound.close();
                return entry;
            });
        }
    }

    boolean isEmpty() {
        return sequences.isEmpty();
    }

    Collection<DestinationSequence> all() {
        return sequences.values().stream().map(entry -> entry.sequence).toList();
    }
}
