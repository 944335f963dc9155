package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import io.github.restartoracle.wsrm.internal.recovery.CallQueue;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.runtime.BusShutdown;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientLifeCycleListener;
import org.apache.cxf.endpoint.ClientLifeCycleManager;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.endpoint.ServerLifeCycleListener;
import org.apache.cxf.endpoint.ServerLifeCycleManager;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.jspecify.annotations.Nullable;

/** The store on a bus: its interceptors, and its reactions to opened and closed endpoints. Thread-safe. */
final class Installation implements ClientLifeCycleListener, ServerLifeCycleListener {
    private static final long REDELIVERY_MILLIS = 2_000;

    private final DataSourceStore store;
    private final Bus bus;
    private final RMManager manager;
    private final ReceivingSide receiving;
    private final Gate gate = new Gate();

    Installation(DataSourceStore store, Bus bus) {
        this.store = store;
        this.bus = bus;
        this.manager = bus.getExtension(RMManager.class);
        RMStore present = manager.getStore();
        if (present != null && present != store) {
            throw new IllegalStateException("the bus has a store already: " + present);
        }
        CxfInternals.require();
        this.receiving = ReceivingSide.installOn(bus);
    }

    void install() {
        manager.setStore(store);
        if (manager.getDestinationPolicy().getRetryPolicy() == null) {
            RetryPolicyType forEver = new RetryPolicyType();
            forEver.setMaxRetries(-1);
            forEver.setInterval(REDELIVERY_MILLIS);
            // CXF's default doubles the delay each time.
            forEver.setAlgorithm("Constant");
            manager.getDestinationPolicy().setRetryPolicy(forEver);
        }
        bus.getInInterceptors().add(gate);
        OthersSequences others = new OthersSequences(store);
        bus.getInInterceptors().add(others);
        bus.getInInterceptors().add(others.new Terminations());
        bus.getInInterceptors().add(new DeliveryTransaction.Begin(store));
        bus.getInInterceptors().add(new DeliveryTransaction.End(store));
        BusShutdown.register(bus, () -> store.recovery.closed(manager));
        bus.getExtension(ClientLifeCycleManager.class).registerListener(this);
        bus.getExtension(ServerLifeCycleManager.class).registerListener(this);
    }

    @Override
    public void clientCreated(Client client) {
        // No request comes to a client.
        opened(client.getEndpoint(), client, () -> {});
    }

    @Override
    public void clientDestroyed(Client client) {
        // Its sequences are sent by this process until they end: no other client may recover them.
        if (!(manager.getRetransmissionQueue() instanceof CallQueue queue && queue.outlives(client.getEndpoint()))) {
            store.recovery.closed(client.getEndpoint());
        }
    }

    @Override
    public void startServer(Server server) {
        Endpoint endpoint = server.getEndpoint();
        opened(endpoint, null, () -> gate.recovered(endpoint));
    }

    @Override
    public void stopServer(Server server) {
        gate.closed(server.getEndpoint());
        store.recovery.closed(server.getEndpoint());
    }

    /** Registers an endpoint, unless it is one of the clients that CXF makes for messages of WS-RM itself. */
    private void opened(Endpoint endpoint, @Nullable Client client, Runnable onRecovered) {
        if (!(endpoint instanceof WrappedEndpoint)) {
            store.recovery.opened(new OpenEndpoint(store, manager, receiving, endpoint, client, onRecovered));
        }
    }

    /**
     * Lets requests wait until CXF has recovered the sequences of their endpoint. CXF listens before it recovers. A request that
     * arrives in between would create a second, empty WS-RM endpoint, which replaces the recovered one, and all former sequences
     * would be unknown from then on. Thread-safe.
     */
    private static final class Gate extends AbstractPhaseInterceptor<Message> {
        /** The maximum wait. An endpoint that was started before the store was installed never reports its recovery. */
        private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

        private final Set<Endpoint> recovered = new HashSet<>();

        Gate() {
            super(Phase.RECEIVE);
            addBefore("*");
        }

        synchronized void recovered(Endpoint endpoint) {
            recovered.add(endpoint);
            notifyAll();
        }

        synchronized void closed(Endpoint endpoint) {
            recovered.remove(endpoint);
        }

        @Override
        public void handleMessage(Message message) {
            Endpoint endpoint = message.getExchange().getEndpoint();
            if (endpoint != null && !MessageUtils.isRequestor(message)) {
                await(endpoint);
            }
        }

        private synchronized void await(Endpoint endpoint) {
            long startNanos = System.nanoTime();
            while (!recovered.contains(endpoint)) {
                long leftNanos = LONGEST_NANOS - (System.nanoTime() - startNanos);
                if (leftNanos <= 0) {
                    recovered.add(endpoint);
                    return;
                }
                try {
                    TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
