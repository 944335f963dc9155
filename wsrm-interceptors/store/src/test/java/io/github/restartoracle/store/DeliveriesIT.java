package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The condition under which a message counts as delivered, on each database. */
class DeliveriesIT {
    /** The service, which fails when it gets an order for the first time. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private static final class Shop implements Orders {
        private final DataSource deliveries;
        private final AtomicInteger invocations = new AtomicInteger();

        Shop(DataSource deliveries) {
            this.deliveries = deliveries;
        }

        @Override
        public void put(String order) {
            DeliveredOrders.put(deliveries, order);
            if (invocations.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("not the first time");
            }
        }
    }

    @TempDir
    Path directory;

    private final List<Bus> buses = new ArrayList<>();

    @AfterEach
    void shutDown() {
        buses.forEach(bus -> bus.shutdown(true));
    }

    private Bus bus(String oracle) {
        Bus bus = new CXFBusFactory().createBus();
        buses.add(bus);
        bus.getExtension(RMManager.class).getConfiguration().setInOrder(true);
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of("oracle", oracle, "initial-timeout", "300ms"));
        feature.initialize(bus);
        return bus;
    }

    private static Server serve(Bus bus, String address, Orders orders, Map<String, Object> properties) {
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress(address);
        service.setServiceBean(orders);
        service.setProperties(properties);
        return service.create();
    }

    private static Orders client(Bus bus, String address) {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(bus);
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        return (Orders) client.create();
    }

    /** CXF would have a message delivered again that it has refused. */
    @ParameterizedTest
    @EnumSource
    void shouldNotCountAsDeliveredWhatWasNotAccepted(TestDatabase database) {
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory));
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            DestinationSequence sequence = TestSequences.created(store, "urn:uuid:d");
            store.removeMessages(sequence.getIdentifier(), List.of(1L), false);
            store.persistIncoming(sequence, TestSequences.message(1, "order"));
            assertThat(store.getMessages(sequence.getIdentifier(), false)).hasSize(1);
            store.removeMessages(sequence.getIdentifier(), List.of(1L), false);
            assertThat(store.getMessages(sequence.getIdentifier(), false)).isEmpty();
        }
    }

    /** CXF's robust one-way calls: the work of the service takes effect once, and the call is acknowledged only then. */
    @ParameterizedTest
    @EnumSource
    void shouldAcceptARobustMessageByDeliveringIt(TestDatabase database) throws SQLException {
        String address = "http://localhost:" + FreePort.next() + "/orders";
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory));
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            DeliveredOrders.createTable(pool);
            Bus serving = bus("none");
            store.installOn(serving);
            Map<String, Object> robust = Map.of(Message.ROBUST_ONEWAY, true);
            Server server = serve(serving, address, new Shop(store.deliveryDataSource()), robust);

            Bus sending = bus("fixed");
            Orders orders = client(sending, address);
            for (String order : List.of("a", "b", "c")) {
                orders.put(order);
            }
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(DeliveredOrders.all(pool)).containsExactly("a", "b", "c"));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> sending.getExtension(RMManager.class)
                            .getRetransmissionQueue()
                            .isEmpty());
            DestinationSequence sequence =
                    store.destinations.dropIf(any -> true).iterator().next();
            assertThat(store.getDestinationSequence(sequence.getIdentifier()))
                    .as("what the next process begins with")
                    .satisfies(stored -> assertThat(stored.getAcknowledgment().getAcknowledgementRange())
                            .singleElement()
                            .satisfies(range -> {
                                assertThat(range.getLower()).isEqualTo(1);
                                assertThat(range.getUpper()).isEqualTo(3);
                            }));
            ClientProxy.getClient(orders).destroy();
            server.destroy();
        }
    }

    /** CXF leaves a two-way call that is answered at an address of the client to another thread than that of its request. */
    @ParameterizedTest
    @EnumSource
    void shouldCommitTheWorkOfATwoWayCallThatIsAnsweredAtAnotherAddress(TestDatabase database) throws SQLException {
        String address = "http://localhost:" + FreePort.next() + "/orders";
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory));
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            DeliveredOrders.createTable(pool);
            Bus serving = bus("none");
            store.installOn(serving);
            Orders shop = new OrdersService(order -> DeliveredOrders.put(store.deliveryDataSource(), order));
            Server server = serve(serving, address, shop, Map.of());

            Orders orders = client(bus("fixed"), address);
            HTTPClientPolicy policy = new HTTPClientPolicy();
            policy.setDecoupledEndpoint("http://localhost:" + FreePort.next() + "/answers");
            ((HTTPConduit) ClientProxy.getClient(orders).getConduit()).setClient(policy);
            assertThat(orders.ask("a")).isEqualTo("a");
            assertThat(DeliveredOrders.all(pool)).containsExactly("a");
            ClientProxy.getClient(orders).destroy();
            server.destroy();
        }
    }
}
