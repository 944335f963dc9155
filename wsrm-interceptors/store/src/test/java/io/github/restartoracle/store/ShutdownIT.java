package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.SequenceTerminationPolicyType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bus that is shut down while acknowledgements are under way. */
class ShutdownIT {
    private static final int ROUNDS = 5;
    private static final int CALLS = 20;

    @TempDir
    Path directory;

    private final Set<String> delivered = ConcurrentHashMap.newKeySet();

    /** The service. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private final class Shop implements Orders {
        @Override
        public void put(String order) {
            delivered.add(order);
        }
    }

    private static Bus bus(boolean terminates) {
        Bus bus = new CXFBusFactory().createBus();
        SequenceTerminationPolicyType policy = new SequenceTerminationPolicyType();
        policy.setTerminateOnShutdown(terminates);
        bus.getExtension(RMManager.class).getSourcePolicy().setSequenceTerminationPolicy(policy);
        return bus;
    }

    private static void reliable(Bus bus, String oracle) {
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        new RestartOracleFeature(oracle).initialize(bus);
    }

    private static long left(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM restart_oracle_outbound")) {
            row.next();
            return row.getLong(1);
        }
    }

    @ParameterizedTest(name = "terminates {0}")
    @ValueSource(booleans = {true, false})
    void shouldLeaveNothingInTheStoreThatWasAcknowledged(boolean terminates) throws Exception {
        Bus serving = bus(true);
        reliable(serving, "none");
        String address = "http://localhost:" + FreePort.next() + "/orders";
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(serving);
        service.setAddress(address);
        service.setServiceBean(new Shop());
        Server server = service.create();
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            for (int round = 0; round < ROUNDS; round++) {
                Bus sending = bus(terminates);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults());
                store.installOn(sending);
                reliable(sending, "canary");
                JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
                client.setBus(sending);
                client.setServiceClass(Orders.class);
                client.setAddress(address);
                Orders orders = (Orders) client.create();
                for (int i = 0; i < CALLS; i++) {
                    orders.put(round + "." + i);
                }
                long startNanos = System.nanoTime();
                sending.shutdown(true);
                boolean waited = System.nanoTime() - startNanos >= TimeUnit.SECONDS.toNanos(1);
                store.close();
                // A busy machine may not have acknowledged everything when the wait is over.
                assertThat(waited ? 0 : left(pool))
                        .as("left by round %d", round)
                        .isZero();
            }
            long left = left(pool);
            await().untilAsserted(
                            () -> assertThat(delivered.size() + left).isGreaterThanOrEqualTo((long) ROUNDS * CALLS));
        } finally {
            server.destroy();
            serving.shutdown(true);
        }
    }
}
