package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import jakarta.jws.WebService;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.SequenceTerminationPolicyType;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bus that is shut down while acknowledgements are in flight. */
class ShutdownIT {
    private static final int ROUNDS = 5;
    private static final int CALLS = 20;
    private static final String OURS = "restart_oracle_outbound";
    private static final String CXFS = "cxf_rm_outbound_messages";

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

    /** Makes acknowledgements come on a connection of their own, some time after the calls unless the machine is slow. */
    private static void acknowledgeLate(Bus serving, Orders orders, Duration interval) {
        RMManager manager = serving.getExtension(RMManager.class);
        manager.getConfiguration().setAcknowledgementInterval(interval.toMillis());
        manager.getDestinationPolicy().getAcksPolicy().setIntraMessageThreshold(0);
        HTTPConduit conduit = (HTTPConduit) ClientProxy.getClient(orders).getConduit();
        conduit.getClient().setDecoupledEndpoint("http://localhost:" + FreePort.next() + "/acknowledgements");
    }

    private static void reliable(Bus bus, String oracle) {
        reliable(bus, oracle, Map.of());
    }

    private static void reliable(Bus bus, String oracle, Map<String, String> properties) {
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature(oracle);
        feature.setProperties(properties);
        feature.initialize(bus);
    }

    private static Source source(RMManager manager, Message message) {
        try {
            return manager.getSource(message);
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RMStore cxfStore(HikariDataSource pool) {
        RMTxStore store = new RMTxStore();
        store.setDataSource(pool);
        store.setTableExistsState("42S01");
        store.setTableExistsCode(42101);
        store.init();
        return store;
    }

    private Server serve(Bus bus) {
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress("http://localhost:" + FreePort.next() + "/orders");
        service.setServiceBean(new Shop());
        return service.create();
    }

    private static String address(Server server) {
        return server.getEndpoint().getEndpointInfo().getAddress();
    }

    private static Orders orders(Bus bus, String address) {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(bus);
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        return (Orders) client.create();
    }

    private static long left(HikariDataSource pool, String table) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getLong(1);
        }
    }

    @ParameterizedTest(name = "terminates {0}")
    @ValueSource(booleans = {true, false})
    void shouldLeaveNothingInTheStoreThatWasAcknowledged(boolean terminates) throws Exception {
        Bus serving = bus(true);
        reliable(serving, "none");
        Server server = serve(serving);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            for (int round = 0; round < ROUNDS; round++) {
                Bus sending = bus(terminates);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults());
                store.installOn(sending);
                reliable(sending, "canary");
                Orders orders = orders(sending, address(server));
                for (int i = 0; i < CALLS; i++) {
                    orders.put(round + "." + i);
                }
                long startNanos = System.nanoTime();
                sending.shutdown(true);
                boolean waited = System.nanoTime() - startNanos >= TimeUnit.SECONDS.toNanos(1);
                store.close();
                // A busy machine may not have acknowledged all messages when the wait is over.
                assertThat(waited ? 0 : left(pool, OURS))
                        .as("left by round %d", round)
                        .isZero();
            }
            long left = left(pool, OURS);
            await().untilAsserted(
                            () -> assertThat(delivered.size() + left).isGreaterThanOrEqualTo((long) ROUNDS * CALLS));
        } finally {
            server.destroy();
            serving.shutdown(true);
        }
    }

    /** The end of the bus must not end a sequence of which a store has messages: its destination would accept no more of them. */
    @ParameterizedTest
    @ValueSource(strings = {RM10Constants.NAMESPACE_URI, RM11Constants.NAMESPACE_URI})
    void shouldSendTheRestAfterARestart(String version) throws Exception {
        Bus serving = exactlyOnce(version);
        serving.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.RECEIVE) {
            @Override
            public void handleMessage(Message message) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        });
        reliable(serving, "none");
        Server server = serve(serving);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            List<GivenUpMessage> givenUp = List.of();
            for (int life = 0; life < 2; life++) {
                Bus sending = exactlyOnce(version);
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults());
                store.installOn(sending);
                reliable(sending, "canary", Map.of("max-in-flight", "1"));
                Orders orders = orders(sending, address(server));
                for (int i = 0; life == 0 && i < CALLS; i++) {
                    orders.put("" + i);
                }
                if (life == 0) {
                    assertThat(left(pool, OURS)).isPositive();
                } else {
                    await().atMost(Duration.ofSeconds(30)).until(() -> left(pool, OURS) == 0);
                }
                givenUp = Objects.requireNonNull(RestartOracle.of(sending)).givenUp();
                sending.shutdown(true);
                store.close();
            }
            assertThat(givenUp).isEmpty();
            assertThat(delivered).hasSize(CALLS);
        } finally {
            server.destroy();
            serving.shutdown(true);
        }
    }

    private static Bus exactlyOnce(String version) {
        Bus bus = bus(true);
        RMConfiguration configuration = bus.getExtension(RMManager.class).getConfiguration();
        configuration.setDeliveryAssurance(RMConfiguration.DeliveryAssurance.EXACTLY_ONCE);
        configuration.setRMNamespace(version);
        return bus;
    }

    /** The destination acknowledges at the end of a sequence, on its own connection. CXF's store keeps messages without one. */
    @Test
    void shouldRemoveWhatIsAcknowledgedWhenTheShutdownEndsItsSequence() throws Exception {
        Bus serving = bus(true);
        reliable(serving, "none");
        Server server = serve(serving);
        Bus sending = bus(true);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            sending.getExtension(RMManager.class).setStore(cxfStore(pool));
            reliable(sending, "canary");
            Orders orders = orders(sending, address(server));
            acknowledgeLate(serving, orders, Duration.ofHours(1));
            for (int i = 0; i < CALLS; i++) {
                orders.put("" + i);
            }
            await().untilAsserted(() -> assertThat(delivered).hasSize(CALLS));
            assertThat(left(pool, CXFS)).isEqualTo(CALLS);
            sending.shutdown(true);
            await().untilAsserted(() -> assertThat(left(pool, CXFS)).isZero());
        } finally {
            sending.shutdown(true);
            server.destroy();
            serving.shutdown(true);
        }
    }

    /** The end of a sequence may ask for acknowledgements that come late. CXF's store removes no messages with a sequence. */
    @Test
    void shouldRemoveWhatIsAcknowledgedWhenItsSequenceHasStopped() throws Exception {
        Bus serving = bus(true);
        reliable(serving, "none");
        Server server = serve(serving);
        Bus sending = bus(false);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            RMManager manager = sending.getExtension(RMManager.class);
            manager.setStore(cxfStore(pool));
            reliable(sending, "canary");
            Orders orders = orders(sending, address(server));
            acknowledgeLate(serving, orders, Duration.ofSeconds(3));
            Set<Source> sources = ConcurrentHashMap.newKeySet();
            sending.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.PREPARE_SEND) {
                @Override
                public void handleMessage(Message message) {
                    sources.add(source(manager, message));
                }
            });
            for (int i = 0; i < CALLS; i++) {
                orders.put("" + i);
            }
            await().untilAsserted(() -> assertThat(delivered).hasSize(CALLS));
            sources.forEach(source -> source.getAllSequences().forEach(manager.getRetransmissionQueue()::stop));
            await().untilAsserted(() -> assertThat(left(pool, CXFS)).isZero());
        } finally {
            sending.shutdown(true);
            server.destroy();
            serving.shutdown(true);
        }
    }
}
