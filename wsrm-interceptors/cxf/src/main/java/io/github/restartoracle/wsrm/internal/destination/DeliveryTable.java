package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.AcceptedNumbers;
import io.github.restartoracle.internal.inbound.Act;
import io.github.restartoracle.internal.inbound.Assurance;
import io.github.restartoracle.internal.inbound.Inbound;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.slf4j.Logger;

/**
 * The sequences with messages or requests that wait. Each is looked at once a second: a missed wake-up delays a message by a
 * second instead of for ever. Thread-safe.
 */
final class DeliveryTable {
    private static final Logger LOG = Logs.of(DeliveryTable.class);
    private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A sequence, and its state, which is confined to the lock that the map has for its key. */
    private record Entry(DestinationSequence sequence, Inbound<Content> inbound) {}

    /** The number of deliveries of a sequence at a time. */
    private final int threads;

    private final NanoClock clock;
    private final Later later;
    private final BiConsumer<DestinationSequence, List<Act<Content>>> carryingOut;
    private final Map<String, Entry> sequences = new ConcurrentHashMap<>();
    /** True if the next check of all sequences is planned. */
    private final AtomicBoolean watching = new AtomicBoolean();

    private volatile boolean closed;

    DeliveryTable(
            int threads,
            NanoClock clock,
            Later later,
            BiConsumer<DestinationSequence, List<Act<Content>>> carryingOut) {
        this.threads = threads;
        this.clock = clock;
        this.later = later;
        this.carryingOut = carryingOut;
    }

    <T> T on(DestinationSequence sequence, Function<Inbound<Content>, T> function) {
        List<T> result = new ArrayList<>(1);
        sequences.compute(sequence.getIdentifier().getValue(), (key, present) -> {
            Entry entry = present == null ? create(sequence) : present;
            result.add(function.apply(entry.inbound));
            return entry.inbound.isEmpty() ? null : entry;
        });
        watch();
        return result.get(0);
    }

    /** Returns the numbers whose acknowledgement is withheld. Takes no lock: the caller may hold CXF's lock of a sequence. */
    Set<Long> withheld(DestinationSequence sequence) {
        Entry entry = sequences.get(sequence.getIdentifier().getValue());
        return entry == null ? Set.of() : entry.inbound.withheld();
    }

    private void watch() {
        if (!sequences.isEmpty() && watching.compareAndSet(false, true)) {
            later.in(WATCH_NANOS, this::lookAtAll);
        }
    }

    private void lookAtAll() {
        try {
            for (DestinationSequence sequence : all()) {
                try {
                    carryingOut.accept(sequence, on(sequence, inbound -> inbound.watch(clock.nanoTime())));
                } catch (RuntimeException e) {
                    LOG.warn("The deliveries of sequence {} cannot continue yet", sequence, e);
                }
            }
        } finally {
            watching.set(false);
            watch();
        }
    }

    private Entry create(DestinationSequence sequence) {
        RMConfiguration configuration = CxfSequence.configuration(sequence);
        DeliveryAssurance set = configuration.getDeliveryAssurance();
        Assurance assurance = set == null ? Assurance.NONE : Assurance.valueOf(set.name());
        Inbound<Content> inbound =
                new Inbound<>(configuration.isInOrder(), assurance, threads, new Acknowledged(sequence));
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

    Collection<DestinationSequence> all() {
        return sequences.values().stream().map(entry -> entry.sequence).toList();
    }
}
