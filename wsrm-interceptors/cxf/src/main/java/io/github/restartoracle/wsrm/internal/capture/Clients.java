package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.outbound.ClientLife;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.endpoint.ClientLifeCycleManager;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.transport.MessageObserver;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * The clients of a bus. A message that was recovered from a store knows its endpoint but not its client, whose interceptors
 * it needs; and messages may outlive their client. Thread-safe.
 */
public final class Clients implements ClientLifeCycleListener {
    private static final Logger LOG = Logs.of(Clients.class);

    /** The key under which an endpoint holds its client, if that was created before the queue. */
    private static final String EARLIER = Client.class.getName();

    private final Map<Endpoint, WeakReference<Client>> clients = Collections.synchronizedMap(new WeakHashMap<>());
    /** The clients that are closed and have messages left. */
    private final Map<Endpoint, ClosedClient> closed = Collections.synchronizedMap(new HashMap<>());

    /** True once the bus has ended; guarded by the closed clients. */
    private boolean ended;

    /** Returns the clients that are created on a bus from here on. */
    public static Clients of(@Nullable Bus bus) {
        Clients clients = new Clients();
        ClientLifeCycleManager lifeCycle = bus == null ? null : bus.getExtension(ClientLifeCycleManager.class);
        if (lifeCycle != null) {
            lifeCycle.registerListener(clients);
        }
        return clients;
    }

    /** {@return the life of the client with an endpoint, which holds it; the same for each call} */
    public static ClientLife life(Endpoint endpoint) {
        return (ClientLife) endpoint.computeIfAbsent(ClientLife.class.getName(), absent -> new ClientLife());
    }

    @Nullable
    Client get(Endpoint endpoint) {
        // In this order: a client that is destroyed outlives itself before it is removed.
        WeakReference<Client> client = clients.get(endpoint);
        Client left = closed.get(endpoint);
        return left != null ? left : client == null ? (Client) endpoint.get(EARLIER) : client.get();
    }

    /**
     * Keeps the conduits and the interceptors of a client that is about to be destroyed, for the messages that it leaves; returns
     * false if the client is not known.
     */
    public boolean outlive(Endpoint endpoint) {
        Client client = get(endpoint);
        if (client != null) {
            synchronized (closed) {
                closed.computeIfAbsent(endpoint, key -> ClosedClient.of(client));
                handOver(endpoint);
            }
        }
        return client != null;
    }

    /** Returns whether a client is closed and has messages left. */
    public boolean isClosed(Endpoint endpoint) {
        return closed.containsKey(endpoint);
    }

    /** Ends the use of a client that is closed, and runs the cleanup hooks of its endpoint. */
    public void end(Endpoint endpoint) {
        ClosedClient ended;
        synchronized (closed) {
            ended = closed.remove(endpoint);
            if (ended != null) {
                handOver(endpoint);
            }
        }
        if (ended != null) {
            ended.destroy();
        }
    }

    /** Shuts down the decoupled endpoints of the clients, because their bus ends: another bus may need their addresses. */
    public void close() {
        synchronized (closed) {
            ended = true;
            Stream.concat(List.copyOf(clients.keySet()).stream(), closed.keySet().stream())
                    .forEach(endpoint -> {
                        try {
                            DecoupledEndpoint.handOver(endpoint, null);
                        } catch (RuntimeException e) {
                            LOG.warn("A decoupled endpoint cannot be shut down: {}", e.toString());
                        }
                    });
        }
    }

    /**
     * Hands the decoupled endpoint of a closed client to another client of the same address, if possible to an open one. CXF's
     * clients for WS-RM itself do not count. Each change of the closed clients hands it over under their lock.
     */
    private void handOver(Endpoint endpoint) {
        Destination decoupled = DecoupledEndpoint.of(endpoint);
        if (decoupled == null || ended) {
            return;
        }
        Stream<Endpoint> open = List.copyOf(clients.keySet()).stream()
                .filter(each -> each != endpoint && !closed.containsKey(each) && !(each instanceof WrappedEndpoint));
        Client next = Stream.concat(open, closed.keySet().stream())
                .filter(each -> decoupled.equals(DecoupledEndpoint.of(each)))
                .map(this::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        DecoupledEndpoint.handOver(endpoint, next);
    }

    /** Opens the decoupled endpoint of the client that sends a message of an earlier process, as its first call does. */
    void open(Message message, long nowNanos) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        synchronized (closed) {
            if (!ended && get(endpoint) != null && DecoupledEndpoint.open(message, nowNanos) && isClosed(endpoint)) {
                handOver(endpoint);
            }
        }
    }

    /** Has the answers to a message of a client that is closed read. */
    void receiveFor(Message message) {
        ClosedClient left = closed.get(message.getExchange().getEndpoint());
        if (left != null) {
            message.getExchange().put(MessageObserver.class, left);
            message.getExchange().getConduit(message).setMessageObserver(left);
        }
    }

    @Override
    public void clientCreated(Client client) {
        clients.put(client.getEndpoint(), new WeakReference<>(client));
    }

    @Override
    public void clientDestroyed(Client client) {
        clients.remove(client.getEndpoint());
    }
}
