package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that calls another one in the transaction of its delivery. */
class ForwardingIT {
    private static final int ORDERS = 100;

    @TempDir
    Path directory;

    private final List<Bus> buses = new ArrayList<>();
    private final List<Server> servers = new ArrayList<>();
    private final List<String> forwarded = new CopyOnWriteArrayList<>();
    private final List<WeakReference<Endpoint>> closed = new CopyOnWriteArrayList<>();

    @AfterEach
    void shutDown() {
        buses.forEach(bus -> bus.shutdown(true));
        servers.forEach(Server::destroy);
    }

    /** Writes an order and forwards it. */
    private static void forward(DataSource deliveries, Orders next, String order) {
        DeliveredOrders.put(deliveries, order);
        next.put(order);
    }

    private Bus bus() {
        Bus bus = new CXFBusFactory().createBus();
        buses.add(bus);
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of("oracle", "canary"));
        feature.initialize(bus);
        return bus;
    }

    private String serve(Bus bus, Consumer<String> action) {
        String address = "http://localhost:" + FreePort.next() + "/orders";
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress(address);
        service.setServiceBean(new OrdersService(action));
        servers.add(service.create());
        return address;
    }

    private static Orders client(Bus bus, String address) {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(bus);
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        return (Orders) client.create();
    }

    /** Makes a call by a client of its own. */
    private void byOwnClient(Bus bus, String address, Consumer<Orders> call) {
        Orders orders = client(bus, address);
        closed.add(new WeakReference<>(ClientProxy.getClient(orders).getEndpoint()));
        call.accept(orders);
        ClientProxy.getClient(orders).destroy();
    }

    private static String messageId() {
        return ContextUtils.retrieveMAPs(PhaseInterceptorChain.getCurrentMessage(), false, false)
                .getMessageID()
                .getValue();
    }

    private boolean areClosedClientsGone() {
        System.gc();
        // A thread may hold that of its last call.
        return closed.stream().filter(each -> each.get() != null).count() < ORDERS / 4;
    }

    /** Puts orders at two services, so that more of them are delivered at a time than at one. */
    private void putAtTwoServices(Bus bus, Consumer<String> action) {
        Bus sending = bus();
        for (String address : List.of(serve(bus, action), serve(bus, action))) {
            Orders orders = client(sending, address);
            IntStream.range(0, ORDERS).forEach(i -> orders.put(address + " " + i));
        }
    }

    private static HikariDataSource pool(String url, int size) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(Duration.ofSeconds(30).toMillis());
        HikariDataSource pool = new HikariDataSource(config);
        DeliveredOrders.createTable(pool);
        return pool;
    }

    private static List<String> strings(DataSource pool, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    private static void awaitSent(Bus bus) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> bus.getExtension(RMManager.class)
                        .getRetransmissionQueue()
                        .isEmpty());
    }

    /** Deliveries that hold all connections of the pool would wait for each other's if a call took another one. */
    @ParameterizedTest
    @EnumSource
    void shouldForwardWithTheConnectionOfTheDelivery(TestDatabase database) throws SQLException {
        try (HikariDataSource pool = pool(database.url(directory), 4);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            Bus middle = bus();
            store.installOn(middle);
            Orders last = client(middle, serve(bus(), forwarded::add));
            Consumer<String> forwarding = order -> forward(store.deliveryDataSource(), last, order);
            putAtTwoServices(middle, forwarding);
            await().atMost(Duration.ofSeconds(60)).until(() -> forwarded.size() == 2 * ORDERS);
            awaitSent(middle);
            assertThat(forwarded)
                    .doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(DeliveredOrders.all(pool));
            assertThat(strings(pool, "SELECT content_type FROM restart_oracle_outbound"))
                    .isEmpty();
        }
    }

    /** Calls that take a connection of their own, made by more deliveries at a time than the pool has connections. */
    @ParameterizedTest(name = "two-way {0}")
    @ValueSource(booleans = {true, false})
    void shouldLeaveAConnectionForTheCallsThatDeliveriesWaitFor(boolean twoWay) throws SQLException {
        try (HikariDataSource pool = pool(TestDatabase.POSTGRESQL.url(directory), 5);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            Bus middle = bus();
            store.installOn(middle);
            String next = serve(bus(), forwarded::add);
            Orders last = client(middle, next);
            Consumer<String> forwarding = order -> {
                DeliveredOrders.put(store.deliveryDataSource(), order);
                if (twoWay) {
                    last.ask(order);
                } else {
                    byOwnClient(middle, next, own -> own.put(order));
                }
            };
            putAtTwoServices(middle, forwarding);
            await().atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(Set.copyOf(forwarded)).hasSize(2 * ORDERS));
            awaitSent(middle);
            assertThat(DeliveredOrders.all(pool)).hasSize(2 * ORDERS).containsOnlyOnceElementsOf(Set.copyOf(forwarded));
        }
    }

    /** Covers clients that are closed while their messages are on the way, and others of the same name that are opened then. */
    @ParameterizedTest(name = "joined {0}")
    @ValueSource(booleans = {true, false})
    void shouldForwardOnceWithAClientForEachOrder(boolean joined) throws SQLException {
        try (HikariDataSource pool = pool(TestDatabase.H2.url(directory), 12);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            Bus middle = bus();
            store.installOn(middle);
            Set<String> messages = ConcurrentHashMap.newKeySet();
            String to = serve(bus(), order -> {
                messages.add(messageId());
                forwarded.add(order);
            });
            Consumer<String> forwarding = order -> byOwnClient(middle, to, last -> {
                if (joined) {
                    forward(store.deliveryDataSource(), last, order);
                } else {
                    last.put(order);
                }
            });
            Orders first = client(bus(), serve(middle, forwarding));
            IntStream.range(0, ORDERS).forEach(i -> first.put("order " + i));
            await().until(() -> Set.copyOf(forwarded).size() == ORDERS);
            awaitSent(middle);
            await().until(() -> strings(pool, "SELECT identifier FROM restart_oracle_source")
                            .size()
                    <= 1); // that of the answers to the first client
            // Each client has offered a sequence for answers.
            await().until(() -> strings(
                            pool, "SELECT identifier FROM restart_oracle_destination WHERE endpoint_role = 'CLIENT'")
                    .isEmpty());
            await().until(this::areClosedClientsGone);
            // Each order is one message; the receiver delivers at least once, so that a copy of one may come too.
            assertThat(messages).hasSize(ORDERS);
        }
    }

    @Test
    void shouldNotMakeACallWhoseDeliveryHasFailed() throws SQLException {
        AtomicInteger invocations = new AtomicInteger();
        try (HikariDataSource pool = pool(TestDatabase.H2.url(directory), 4);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            Bus middle = bus();
            store.installOn(middle);
            Orders last = client(middle, serve(bus(), forwarded::add));
            Orders first = client(bus(), serve(middle, order -> {
                forward(store.deliveryDataSource(), last, order + " " + invocations.incrementAndGet());
                if (invocations.get() == 1) {
                    throw new IllegalStateException("not the first time");
                }
            }));
            first.put("order");
            await().until(() -> forwarded.size() == 1);
            awaitSent(middle);
            assertThat(forwarded).containsExactly("order 2").isEqualTo(DeliveredOrders.all(pool));
        }
    }

    /** A data source whose first commits of services are executed, or not, and fail. */
    private static final class Failing {
        private final DataSource real;
        private final AtomicInteger left;
        /** The number of looks at sequences that fail after commits have failed. */
        private final AtomicInteger looks = new AtomicInteger(3);

        private final boolean executes;

        Failing(DataSource real, int commits, boolean executes) {
            this.real = real;
            this.left = new AtomicInteger(commits);
            this.executes = executes;
        }

        DataSource dataSource() {
            return (DataSource) Proxy.newProxyInstance(
                    Failing.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                        Object result = BoundStatement.call(real, method, arguments);
                        return result instanceof Connection connection ? connection(connection) : result;
                    });
        }

        private Connection connection(Connection connection) {
            AtomicInteger orders = new AtomicInteger();
            return (Connection) Proxy.newProxyInstance(
                    Failing.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("prepareStatement")
                                && String.valueOf(arguments[0]).contains("INTO delivered")) {
                            orders.incrementAndGet();
                        }
                        if (method.getName().equals("prepareStatement")
                                && String.valueOf(arguments[0]).contains("AS given_up FROM restart_oracle_source")
                                && left.get() <= 0
                                && looks.getAndDecrement() > 0) {
                            throw new SQLException("the database fails once more", "08006");
                        }
                        boolean fails =
                                method.getName().equals("commit") && orders.get() > 0 && left.getAndDecrement() > 0;
                        if (fails && !executes) {
                            throw new SQLException("no answer in time", "08006");
                        }
                        Object result = BoundStatement.call(connection, method, arguments);
                        if (fails) {
                            throw new SQLException("the answer is lost", "08006");
                        }
                        return result;
                    });
        }
    }

    @ParameterizedTest(name = "executed {0}")
    @ValueSource(booleans = {true, false})
    void shouldMakeACallOnceIfItIsNotKnownWhetherItsDeliveryHasCommitted(boolean executed) throws SQLException {
        try (HikariDataSource pool = pool(TestDatabase.H2.url(directory), 4);
                DataSourceStore store = new DataSourceStore(
                        new Failing(pool, 2, executed).dataSource(), pool, StoreOptions.ofDefaults())) {
            Bus middle = bus();
            store.installOn(middle);
            Orders last = client(middle, serve(bus(), forwarded::add));
            Orders first = client(bus(), serve(middle, order -> forward(store.deliveryDataSource(), last, order)));
            for (int i = 0; i < 5; i++) {
                first.put("order " + i);
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> forwarded.size() >= 5);
            awaitSent(middle);
            assertThat(forwarded)
                    .containsExactlyInAnyOrderElementsOf(DeliveredOrders.all(pool))
                    .hasSize(5);
            assertThat(Objects.requireNonNull(RestartOracle.of(middle)).status().parked())
                    .isZero();
        }
    }

    @Test
    void shouldKeepNothingOfClientsThatAreMadeForOneDelivery() throws SQLException {
        try (HikariDataSource pool = pool(TestDatabase.H2.url(directory), 20);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            Bus middle = bus();
            store.installOn(middle);
            String next = serve(bus(), forwarded::add);
            Consumer<String> forwarding =
                    order -> byOwnClient(middle, next, last -> forward(store.deliveryDataSource(), last, order));
            Orders first = client(bus(), serve(middle, forwarding));
            for (int i = 0; i < 10; i++) {
                String order = "order " + i;
                first.put(order);
                await().atMost(Duration.ofSeconds(30)).until(() -> forwarded.contains(order));
            }
            awaitSent(middle);
            // A client recovers what others of its kind have left.
            client(middle, next);
            await().untilAsserted(() -> assertThat(strings(
                            pool, "SELECT identifier FROM restart_oracle_source WHERE identifier LIKE 'parked:%'"))
                    .isEmpty());
        }
    }

    @Test
    void shouldSendTheCallOfAClientThatIsGoneWhenTheDeliveryCommits() throws SQLException {
        try (HikariDataSource pool = pool(TestDatabase.H2.url(directory), 4);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            Bus middle = bus();
            store.installOn(middle);
            Bus out = bus();
            store.installOn(out);
            String next = serve(bus(), forwarded::add);
            Orders last = client(out, next);
            Orders first = client(bus(), serve(middle, order -> {
                forward(store.deliveryDataSource(), last, order);
                ClientProxy.getClient(last).destroy();
                out.shutdown(true);
            }));
            first.put("order");
            await().untilAsserted(() -> assertThat(DeliveredOrders.all(pool)).hasSize(1));
            Bus later = bus();
            store.installOn(later);
            client(later, next);
            await().until(() -> forwarded.contains("order"));
        }
    }

    @Test
    void shouldForwardAfterThisProcessWasFenced() throws SQLException {
        try (HikariDataSource pool = pool(TestDatabase.POSTGRESQL.url(directory), 6);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            Bus middle = bus();
            store.installOn(middle);
            Orders last = client(middle, serve(bus(), forwarded::add));
            String address = serve(middle, order -> forward(store.deliveryDataSource(), last, order));
            client(bus(), address).put("before");
            await().until(() -> forwarded.size() == 1);
            awaitSent(middle);
            long token = store.nodes.token();
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("DELETE FROM restart_oracle_node WHERE token = " + token);
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> store.nodes.token() != token);
            client(bus(), address).put("after");
            await().atMost(Duration.ofSeconds(30)).until(() -> forwarded.contains("after"));
        }
    }
}
