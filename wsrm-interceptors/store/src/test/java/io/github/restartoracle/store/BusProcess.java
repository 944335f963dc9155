package io.github.restartoracle.store;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.DestinationFactoryManager;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.jspecify.annotations.Nullable;

/** A process of a {@link BusWorld}: a bus with a service or with clients, and perhaps a store. */
final class BusProcess {
    private static final int ANSWER_MILLIS = 10_000;

    /** The port at which all decoupled clients are acknowledged. */
    private static final class ClientPort {
        static final int NUMBER = FreePort.next();

        static {
            // The engine lasts as long as somebody listens.
            EndpointInfo somebody = new EndpointInfo();
            somebody.setAddress("http://localhost:" + NUMBER + "/somebody");
            Bus bus = new CXFBusFactory().createBus();
            try {
                bus.getExtension(DestinationFactoryManager.class)
                        .getDestinationFactoryForUri(somebody.getAddress())
                        .getDestination(somebody, bus)
                        .setMessageObserver(message -> {});
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    final int life;
    private final BusPlan plan;
    private final @Nullable SwitchedDatabase database;
    private final @Nullable DataSourceStore store;
    private final Bus bus;
    private final Map<Integer, Orders> clients = new ConcurrentHashMap<>();
    private final int port;

    private final Set<MessageId> dispatched = ConcurrentHashMap.newKeySet();
    private @Nullable Server server;
    private volatile boolean dead;
    private volatile boolean ended;

    private BusProcess(
            BusPlan plan, int life, String node, @Nullable SwitchedDatabase database, int port, boolean serves) {
        this.plan = plan;
        this.life = life;
        this.database = database;
        this.port = port;
        this.bus = new CXFBusFactory().createBus();
        bus.setId("world" + plan.seed + (serves ? "-service" : "-source"));
        this.store = database == null
                ? null
                : new DataSourceStore(
                        database,
                        StoreOptions.ofDefaults()
                                .withNode(node)
                                .withLease(Duration.ofSeconds(serves && plan.nodes > 1 ? 2 : 60)));
        RMConfiguration configuration = bus.getExtension(RMManager.class).getConfiguration();
        configuration.setDeliveryAssurance(plan.assurance);
        configuration.setInOrder(plan.inOrder);
        configuration.setRMNamespace(plan.namespace());
        if (serves && plan.inactivityMillis > 0) {
            configuration.setInactivityTimeout((long) plan.inactivityMillis);
        }
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(plan.properties);
        feature.initialize(bus);
        if (store != null) {
            store.installOn(bus);
        }
        oracle().addListener(new TransmissionListener() {
            @Override
            public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
                dispatched.add(message);
            }
        });
    }

    /** Returns why messages that were transmitted are not acknowledged yet. */
    List<String> whyWaiting() {
        return dispatched.stream()
                .flatMap(id -> oracle().whyWaiting(id).stream())
                .toList();
    }

    /** Starts a process with clients of a service at a port. */
    static BusProcess source(BusPlan plan, int life, @Nullable SwitchedDatabase database, int port) {
        BusProcess source = new BusProcess(plan, life, "only", database, port, false);
        if (database != null) {
            // The messages of an earlier process are sent once their client is there.
            for (int caller = 0; caller < plan.callers; caller++) {
                source.orders(caller);
            }
        }
        return source;
    }

    /**
     * Starts a process with a service, with the store if there is one.
     *
     * @param refuses tells whether the service creates no sequence at present
     * @param action takes each order
     */
    static BusProcess service(
            BusPlan plan,
            int life,
            String node,
            @Nullable SwitchedDatabase database,
            int port,
            BooleanSupplier refuses,
            BiConsumer<BusProcess, String> action) {
        BusProcess process = new BusProcess(plan, life, node, database, port, true);
        process.bus.getInInterceptors().add(refusingSequences(refuses));
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(process.bus);
        service.setAddress("http://localhost:" + port + "/orders");
        service.setServiceBean(new OrdersService(order -> action.accept(process, order)));
        synchronized (BusProcess.class) {
            process.server = service.create();
        }
        return process;
    }

    /** Returns an interceptor of a service that answers CreateSequence with HTTP status 503 while it refuses sequences. */
    static AbstractPhaseInterceptor<Message> refusingSequences(BooleanSupplier refuses) {
        return new AbstractPhaseInterceptor<Message>(Phase.USER_PROTOCOL) {
            @Override
            public void handleMessage(Message message) {
                AddressingProperties addressing = RMContextUtils.retrieveMAPs(message, false, false);
                if (refuses.getAsBoolean()
                        && addressing != null
                        && addressing.getAction().getValue().endsWith("/CreateSequence")) {
                    Fault unavailable = new Fault(new IllegalStateException("no sequence"));
                    unavailable.setStatusCode(HttpURLConnection.HTTP_UNAVAILABLE);
                    throw unavailable;
                }
            }
        };
    }

    /** Returns the client of a caller. */
    Orders orders(int caller) {
        return clients.computeIfAbsent(plan.oneClient ? 0 : caller, key -> {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Orders.class);
            factory.setAddress("http://localhost:" + port + "/orders");
            Orders orders = (Orders) factory.create();
            if (plan.decoupled) {
                HTTPClientPolicy policy = new HTTPClientPolicy();
                policy.setDecoupledEndpoint("http://localhost:" + clientPort() + "/" + port + "/acks");
                ((HTTPConduit) ClientProxy.getClient(orders).getConduit()).setClient(policy);
            }
            // The answer may be lost with its process; its caller should not wait for a minute.
            Map<String, Object> context = ClientProxy.getClient(orders).getRequestContext();
            context.put("jakarta.xml.ws.client.receiveTimeout", ANSWER_MILLIS);
            context.put(ClientImpl.SYNC_TIMEOUT, ANSWER_MILLIS);
            return orders;
        });
    }

    /** CXF's Jetty engines of one JVM must not begin and end at once. */
    private static synchronized int clientPort() {
        return ClientPort.NUMBER;
    }

    /** Closes the client of a caller; its next call has a new one. */
    void closeClient(int caller) {
        Orders closed = clients.remove(plan.oneClient ? 0 : caller);
        if (closed != null) {
            ClientProxy.getClient(closed).destroy();
        }
    }

    DataSourceStore store() {
        return Objects.requireNonNull(store);
    }

    RestartOracle oracle() {
        return Objects.requireNonNull(RestartOracle.of(bus));
    }

    void requireAlive() {
        if (dead) {
            throw new IllegalStateException("the process is dead");
        }
    }

    boolean isDead() {
        return dead;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Shuts down in order, as an application does. */
    void end() {
        ended = true;
        if (server == null && !plan.decoupled) {
            bus.shutdown(true);
        } else {
            // CXF's Jetty engines of one JVM are not made for being started and stopped at once.
            synchronized (BusProcess.class) {
                if (server != null) {
                    server.destroy();
                }
                bus.shutdown(true);
            }
        }
        if (store != null) {
            store.close();
        }
    }

    /** Kills the process: no further statement reaches the database. The bus is still to be {@linkplain #end ended}. */
    void kill() {
        dead = true;
        if (database != null) {
            database.die();
        }
    }
}
