package io.github.restartoracle.wsrm.internal.destination;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.cxf.endpoint.Endpoint;

/** The workers of each endpoint of a bus, until it is closed. Thread-safe. */
final class EndpointWorkers {
    private final Function<Endpoint, DeliveryWorkers> factory;
    private final Map<Endpoint, DeliveryWorkers> all = new ConcurrentHashMap<>();

    EndpointWorkers(Function<Endpoint, DeliveryWorkers> factory) {
        this.factory = factory;
    }

    DeliveryWorkers of(Endpoint endpoint) {
        return all.computeIfAbsent(endpoint, key -> {
            endpoint.addCleanupHook(() -> {
                DeliveryWorkers left = all.remove(endpoint);
                if (left != null) {
                    left.close();
                }
            });
            return factory.apply(endpoint);
        });
    }

    void close() {
        all.values().forEach(DeliveryWorkers::close);
    }
}
