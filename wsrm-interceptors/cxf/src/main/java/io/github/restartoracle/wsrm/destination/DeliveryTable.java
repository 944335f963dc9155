package io.github.restartoracle.wsrm.destination;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;

/** The sequences of which messages, or requests, wait. Thread-safe. */
final class DeliveryTable {
    /** By identifier. Each is confined to the lock that the map has for its key. */
    private final Map<String, SequenceDeliveries> sequences = new ConcurrentHashMap<>();

    /** Applies a function to the messages of a sequence, which it has to itself meanwhile. */
    <T> T on(DestinationSequence sequence, Function<SequenceDeliveries, T> function) {
        List<T> result = new ArrayList<>(1);
        sequences.compute(sequence.getIdentifier().getValue(), (key, present) -> {
            SequenceDeliveries deliveries = present == null ? create(sequence) : present;
            result.add(function.apply(deliveries));
            return deliveries.isEmpty() ? null : deliveries;
        });
        return result.get(0);
    }

    private static SequenceDeliveries create(DestinationSequence sequence) {
        RMConfiguration configuration = CxfSequence.configuration(sequence);
        boolean skips = configuration.getDeliveryAssurance() == DeliveryAssurance.AT_MOST_ONCE;
        return new SequenceDeliveries(
                sequence, configuration.isInOrder(), () -> skips ? Long.MAX_VALUE : CxfSequence.contiguous(sequence));
    }

    boolean isEmpty() {
        return sequences.isEmpty();
    }

    Collection<SequenceDeliveries> all() {
        return sequences.values();
    }
}
