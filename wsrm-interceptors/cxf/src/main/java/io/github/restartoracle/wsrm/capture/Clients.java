package io.github.restartoracle.wsrm.capture;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.endpoint.ClientLifeCycleManager;
import org.apache.cxf.endpoint.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a bus. A message that was recovered from a store knows its endpoint but not its client, whose interceptors
 * it needs. Thread-safe.
 */
final class Clients implements ClientLifeCycleListener {
    /** The key under which an endpoint holds its client, if that was created before the queue. */
    private static final String EARLIER = Client.class.getName();

    private final Map<Endpoint, WeakReference<Client>> clients = new WeakHashMap<>();

    /** Returns the clients that are created on a bus from here on. */
    static Clients of(@Nullable Bus bus) {
        Clients clients = new Clients();
        ClientLifeCycleManager lifeCycle = bus == null ? null : bus.getExtension(ClientLifeCycleManager.class);
        if (lifeCycle != null) {
            lifeCycle.registerListener(clients);
        }
        return clients;
    }

    @Nullable
    Client get(Endpoint endpoint) {
        synchronized (clients) {
            WeakReference<Client> client = clients.get(endpoint);
            return client == null ? (Client) endpoint.get(EARLIER) : client.get();
        }
    }

    @Override
    public void clientCreated(Client client) {
        synchronized (clients) {
            clients.put(client.getEndpoint(), new WeakReference<>(client));
        }
    }

    @Override
    public void clientDestroyed(Client client) {
        synchronized (clients) {
            clients.remove(client.getEndpoint());
        }
    }
}
