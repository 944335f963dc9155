package io.github.restartoracle.store;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.endpoint.ClientLifeCycleManager;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;
import org.apache.cxf.endpoint.ServerLifeCycleManager;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.jspecify.annotations.Nullable;

/**
 * The store on a bus: what CXF leaves undone is done here, and the endpoints of the bus are known, so that sequences can be
 * given to them and taken from them while they work.
 *
 * <p>Thread-safe.
 */
final class Installation {
    private static final long REDELIVERY_MILLIS = 2_000;

    private final DataSourceStore store;
    private final Bus bus;
    private final RMManager manager;
    private final NotBeforeRecovery gate = new NotBeforeRecovery();

    /** By identifier, which several clients of one service share; the last of them adopts. */
    private final Map<String, List<Adoption>> endpoints = new ConcurrentHashMap<>();

    Installation(DataSourceStore store, Bus bus) {
        this.store = store;
        this.bus = bus;
        this.manager = bus.getExtension(RMManager.class);
    }

    void install() {
        RMStore present = manager.getStore();
        if (present != null && present != store) {
            throw new IllegalStateException("the bus has a store already: " + present);
        }
        Position.require();
        manager.setStore(store);
        manager.setRedeliveryQueue(new Redeliveries(manager, store.destinations, store.accepted));
        if (manager.getDestinationPolicy().getRetryPolicy() == null) {
            // Without one CXF never delivers what it had accepted when its process ended.
            RetryPolicyType forEver = new RetryPolicyType();
            forEver.setMaxRetries(-1);
            forEver.setInterval(REDELIVERY_MILLIS);
            manager.getDestinationPolicy().setRetryPolicy(forEver);
        }
        Deliveries deliveries = new Deliveries(store);
        bus.getInInterceptors().add(gate);
        bus.getInInterceptors().add(new OthersSequences(store));
        bus.getInInterceptors().add(deliveries.new Begin());
        bus.getInInterceptors().add(deliveries.new End());
        bus.getOutFaultInterceptors().add(new OthersSequences.Answer());
        bus.getOutInterceptors().add(new PersistedAcks(store.accepted));
        listen();
    }

    private void listen() {
        ClientLifeCycleManager clients = bus.getExtension(ClientLifeCycleManager.class);
        clients.registerListener(new ClientLifeCycleListener() {
            @Override
            public void clientCreated(Client client) {
                opened(client.getEndpoint(), client);
            }

            @Override
            public void clientDestroyed(Client client) {
                closed(client.getEndpoint());
            }
        });
        ServerLifeCycleManager servers = bus.getExtension(ServerLifeCycleManager.class);
        servers.registerListener(new ServerLifeCycleListener() {
            @Override
            public void startServer(Server server) {
                opened(server.getEndpoint(), null);
            }

            @Override
            public void stopServer(Server server) {
                closed(server.getEndpoint());
            }
        });
    }

    private void opened(Endpoint endpoint, @Nullable Client client) {
        String identifier = RMUtils.getEndpointIdentifier(endpoint, bus);
        gate.recovered(endpoint);
        Adoption adoption = new Adoption(store, manager, identifier, endpoint, client);
        endpoints.compute(identifier, (key, present) -> {
            List<Adoption> adoptions = present == null ? new CopyOnWriteArrayList<>() : present;
            adoptions.add(0, adoption);
            return adoptions;
        });
    }

    /** What it had may be recovered by another endpoint of its name. */
    private void closed(Endpoint endpoint) {
        String identifier = RMUtils.getEndpointIdentifier(endpoint, bus);
        gate.closed(endpoint);
        endpoints.computeIfPresent(identifier, (key, adoptions) -> {
            adoptions.removeIf(adoption -> adoption.endpoint.equals(endpoint));
            return adoptions.isEmpty() ? null : adoptions;
        });
        store.sources.dropIf(sequence -> sequence.getSource() != null
                && sequence.getSource()
                        .getReliableEndpoint()
                        .getApplicationEndpoint()
                        .equals(endpoint));
        if (!endpoints.containsKey(identifier)) {
            store.destinations.dropOf(identifier);
        }
    }

    /** Takes over what its endpoints can work with, and gives it to them. */
    void adopt() {
        store.ownership.takeOver(endpoints::containsKey);
        endpoints.values().forEach(adoptions -> adoptions.stream().findFirst().ifPresent(Adoption::adopt));
    }

    /** Another process has taken everything over: nothing of it is sent or delivered here any more. */
    void abandon(List<SourceSequence> sources, List<DestinationSequence> destinations) {
        RetransmissionQueue queue = manager.getRetransmissionQueue();
        for (SourceSequence sequence : sources) {
            if (sequence.getSource() != null
                    && sequence.getSource().getReliableEndpoint().getManager().equals(manager)) {
                queue.stop(sequence);
                sequence.getSource().setCurrent(null);
                sequence.getSource().removeSequence(sequence);
            }
        }
        endpoints.values().forEach(adoptions -> adoptions.forEach(each -> each.abandon(sources, destinations)));
    }
}
