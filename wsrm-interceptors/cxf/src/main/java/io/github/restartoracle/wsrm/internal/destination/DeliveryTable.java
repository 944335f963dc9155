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
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;

/** The sequences with messages or requests that wait. Thread-safe. */
final class DeliveryTable {
    /** A sequence, and its state, which is confined to the lock that the map has for its key. */
    private record Entry(DestinationSequence sequence, Inbound<Content> inbound) {}

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
    <T> T on(DestinationSequence sequence, Function<Inbound<Content>, T> function) {
        List<T> result = new ArrayList<>(1);
        sequences.compute(sequence.getIdentifier().getValue(), (key, present) -> {
            Entry entry = present == null ? create(sequence) : present;
            result.add(function.apply(entry.inbound));
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
            synchronized (sequence) {
                List<AcknowledgementRange> ranges = sequence.getAcknowledgment().getAcknowledgementRange();
                return ranges.isEmpty() || ranges.get(0).getLower() > 1
                        ? 0
                        : ranges.get(0).getUpper();
            }
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
            synchronized (sequence) {
                return sequence.isTerminated() || sequence.getAcknowledgment().isSetFinal();
            }
        }
    }

    /** Ends all deliveries; no message is delivered any more. */
    void close() {
        closed = true;
        for (DestinationSequence sequence : all()) {
            on(sequence, inbound -> {
                inbound.close();
                return inbound;
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
