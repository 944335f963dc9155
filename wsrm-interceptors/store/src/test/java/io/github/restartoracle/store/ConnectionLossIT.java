package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Deliveries whose connection dies, on PostgreSQL. For longer:
 *
 * <pre>./mvnw verify -pl wsrm-interceptors/store -am -Dseconds=60 -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false
 *     -Dit.test=ConnectionLossIT -Dfailsafe.failIfNoSpecifiedTests=false</pre>
 */
@SuppressWarnings("NullAway.Init") // set up before each test
class ConnectionLossIT {
    private static final int SECONDS = Integer.getInteger("seconds", 5);

    /** A moment of a delivery. */
    enum Moment {
        BEFORE_THE_FIRST_STATEMENT,
        BEFORE_THE_COMMIT,
        AFTER_A_FAILURE,
        AFTER_AN_ERROR
    }

    @TempDir
    Path directory;

    private final List<Bus> buses = new ArrayList<>();
    private HikariDataSource pool;
    private DataSourceStore store;
    private Server server;
    private Orders orders;

    @BeforeEach
    void createTable() throws SQLException {
        pool = TestDatabase.pool(TestDatabase.POSTGRESQL.url(directory));
        store = new DataSourceStore(pool, StoreOptions.ofDefaults());
        DeliveredOrders.createTable(pool);
    }

    @AfterEach
    void close() {
        ClientProxy.getClient(orders).destroy();
        server.destroy();
        buses.forEach(bus -> bus.shutdown(true));
        store.close();
        pool.close();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
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

    private void serve(Orders bean) {
        serve(bean, -1);
    }

    private void serve(Orders bean, int mostRetries) {
        Bus serving = bus("none");
        RetryPolicyType policy = new RetryPolicyType();
        policy.setMaxRetries(mostRetries);
        policy.setInterval(50L);
        serving.getExtension(RMManager.class).getDestinationPolicy().setRetryPolicy(policy);
        store.installOn(serving);
        String address = "http://localhost:" + FreePort.next() + "/orders";
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(serving);
        service.setAddress(address);
        service.setServiceBean(bean);
        server = service.create();
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(bus("fixed"));
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        orders = (Orders) client.create();
    }

    private void shouldHaveEverythingOnceInOrder(List<String> put) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .untilAsserted(() -> assertThat(DeliveredOrders.all(pool)).containsExactlyElementsOf(put));
        await().untilAsserted(() -> assertThat(pool.getHikariPoolMXBean().getActiveConnections())
                .as("connections that the pool does not get back, beside that of the lease")
                .isEqualTo(1));
    }

    /** A service that loses its connection when it gets an order for the first time. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private static final class Unlucky implements Orders {
        private final DataSource deliveries;
        private final DataSource others;
        private final Moment moment;
        private final Map<String, Boolean> known = new ConcurrentHashMap<>();

        Unlucky(DataSource deliveries, DataSource others, Moment moment) {
            this.deliveries = deliveries;
            this.others = others;
            this.moment = moment;
        }

        @Override
        public void put(String order) {
            boolean first = known.put(order, true) == null;
            try (Connection connection = deliveries.getConnection()) {
                if (first && moment == Moment.BEFORE_THE_FIRST_STATEMENT) {
                    end(connection);
                }
                insert(connection, order);
                if (first && moment != Moment.BEFORE_THE_FIRST_STATEMENT) {
                    end(connection);
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            if (first && moment == Moment.AFTER_A_FAILURE) {
                throw new IllegalStateException("and it fails");
            }
            if (first && moment == Moment.AFTER_AN_ERROR) {
                throw new NoClassDefFoundError("and it fails badly");
            }
        }

        private void end(Connection connection) throws SQLException {
            try (Connection other = others.getConnection();
                    PreparedStatement terminate = other.prepareStatement("SELECT pg_terminate_backend(?, 5000)")) {
                terminate.setInt(1, backend(connection));
                terminate.execute();
            }
        }

        private static int backend(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    private static void insert(Connection connection, String order) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO delivered (body) VALUES (?)")) {
            insert.setString(1, order);
            insert.executeUpdate();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverAgainWhatLostItsConnection(Moment moment) {
        serve(new Unlucky(store.deliveryDataSource(), pool, moment));
        List<String> put = List.of("a", "b", "c", "d", "e");
        put.forEach(orders::put);
        shouldHaveEverythingOnceInOrder(put);
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_THE_FIRST_STATEMENT", "BEFORE_THE_COMMIT"})
    void shouldNotCountTheLossOfAConnectionAsAFailureOfTheService(Moment moment) {
        serve(new Unlucky(store.deliveryDataSource(), pool, moment), 0);
        List<String> put = List.of("a", "b", "c");
        put.forEach(orders::put);
        shouldHaveEverythingOnceInOrder(put);
    }

    @Test
    void shouldCountWhatTheDatabaseRefusesForGoodWithTheCommit() throws SQLException {
        execute("ALTER TABLE delivered ADD UNIQUE (body) DEFERRABLE INITIALLY DEFERRED");
        serve(
                new OrdersService(order -> {
                    try (Connection connection = store.deliveryDataSource().getConnection()) {
                        insert(connection, order);
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }),
                0);
        List.of("a", "a", "b").forEach(orders::put);
        shouldHaveEverythingOnceInOrder(List.of("a", "b"));
        assertThat(Objects.requireNonNull(RestartOracle.of(buses.get(0))).givenUpDeliveries())
                .singleElement()
                .satisfies(given -> assertThat(given.reason()).contains("unique"));
    }

    /** A service that takes some time for each order. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private static final class Slow implements Orders {
        private final DataSource deliveries;

        Slow(DataSource deliveries) {
            this.deliveries = deliveries;
        }

        @Override
        public void put(String order) {
            try (Connection connection = deliveries.getConnection()) {
                insert(connection, order);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Each second the connection of a random open transaction dies. */
    @Test
    void shouldDeliverOnceWhileConnectionsDieEachSecond() throws SQLException {
        serve(new Slow(store.deliveryDataSource()));
        List<String> put = IntStream.range(0, SECONDS * 30)
                .mapToObj(i -> String.format("o%06d", i))
                .toList();
        put.forEach(orders::put);
        int killed = 0;
        for (int second = 0; second < SECONDS; second++) {
            int before = killed;
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
                while (killed == before
                        && System.nanoTime() < endNanos
                        && DeliveredOrders.all(pool).size() < put.size()) {
                    try (ResultSet rows =
                            statement.executeQuery("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                    + " WHERE datname = current_database() AND state = 'idle in transaction'"
                                    + " AND pid <> pg_backend_pid()")) {
                        while (rows.next()) {
                            killed++;
                        }
                    }
                }
            }
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
        assertThat(killed).isPositive();
        System.out.println(killed + " connections were terminated in " + SECONDS + " s");
        shouldHaveEverythingOnceInOrder(put);
    }
}
