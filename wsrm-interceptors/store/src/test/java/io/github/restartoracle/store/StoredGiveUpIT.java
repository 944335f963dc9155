package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import io.github.restartoracle.wsrm.internal.queue.OracleRetransmissionQueue;
import jakarta.jws.WebService;
import java.net.HttpURLConnection;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that were given up wait for an operator, in every process. */
@SuppressWarnings("NullAway.Init") // set up before each test
class StoredGiveUpIT {
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final String address = "http://localhost:" + FreePort.next() + "/orders";
    private Bus serving;
    private Server server;
    private List<Feature> features;
    private boolean inOrder;
    private String namespace = RM10Constants.NAMESPACE_URI;
    private volatile boolean down;
    /** True while the service refuses CreateSequence. */
    private volatile boolean refusing;
    /** The numbers of the messages that the service does not take. */
    private volatile Set<Long> refused = Set.of();
    /** The numbers of the messages that have arrived. */
    private final Set<Long> arrived = ConcurrentHashMap.newKeySet();

    /** Requests wait for it. */
    private volatile CountDownLatch held = new CountDownLatch(0);

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

    /** A client with a store, from its start to its orderly end. */
    private final class Life implements AutoCloseable {
        private final Bus bus = new CXFBusFactory().createBus();
        private final DataSourceStore store;
        final Orders orders;
        final RestartOracle oracle;

        Life(HikariDataSource pool) {
            this(pool, 2);
        }

        Life(HikariDataSource pool, int maxAttempts) {
            this(pool, maxAttempts, maxAttempts == 0 ? "give-up" : "resend");
        }

        Life(HikariDataSource pool, int maxAttempts, String forgotten) {
            store = new DataSourceStore(pool, StoreOptions.ofDefaults().withNode("node"));
            store.installOn(bus);
            bus.getExtension(RMManager.class).getConfiguration().setInOrder(inOrder);
            bus.getExtension(RMManager.class).getConfiguration().setRMNamespace(namespace);
            // On a busy machine, a shorter timeout would give up the first message.
            String timeout = maxAttempts == 0 ? "1s" : "3s";
            reliable(
                    bus,
                    Map.of(
                            "oracle",
                            "fixed",
                            "initial-timeout",
                            timeout,
                            "max-attempts",
                            String.valueOf(maxAttempts),
                            "forgotten",
                            forgotten));
            oracle = Objects.requireNonNull(RestartOracle.of(bus));
            JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
            client.setBus(bus);
            client.setServiceClass(Orders.class);
            client.setAddress(address);
            orders = (Orders) client.create();
        }

        private OracleRetransmissionQueue queue() {
            return (OracleRetransmissionQueue) bus.getExtension(RMManager.class).getRetransmissionQueue();
        }

        List<GivenUpMessage> givenUp() {
            return oracle.givenUp();
        }

        @Override
        public void close() {
            ClientProxy.getClient(orders).destroy();
            bus.shutdown(true);
            store.close();
        }
    }

    private static void reliable(Bus bus, Map<String, String> settings) {
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(settings);
        feature.initialize(bus);
    }

    @BeforeEach
    void serve() {
        serve(List.of());
    }

    /** Starts the service with our side on the bus, unless CXF's own features are given. */
    private void serve(List<Feature> stock) {
        serving = new CXFBusFactory().createBus();
        serving.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        features = stock;
        if (stock.isEmpty()) {
            reliable(serving, Map.of("oracle", "none"));
        }
        serving.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.RECEIVE) {
            @Override
            public void handleMessage(Message message) {
                try {
                    held.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                if (down) {
                    Fault unavailable = new Fault(new IllegalStateException("down"));
                    unavailable.setStatusCode(HttpURLConnection.HTTP_UNAVAILABLE);
                    throw unavailable;
                }
            }
        });
        serving.getInInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.USER_PROTOCOL) {
            @Override
            public void handleMessage(Message message) {
                RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
                if (properties.getSequence() == null) {
                    return;
                }
                long number = properties.getSequence().getMessageNumber();
                if (refused.contains(number)) {
                    throw new Fault(new IllegalStateException("refused"));
                }
                arrived.add(number);
            }
        });
        serving.getInInterceptors().add(BusProcess.refusingSequences(() -> refusing));
        server = service();
    }

    private Server service() {
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(serving);
        service.setAddress(address);
        service.setServiceBean(new Shop());
        service.getFeatures().addAll(features);
        return service.create();
    }

    /** Restarts the service, which has no store and forgets its sequences. */
    private void restartService() {
        server.destroy();
        server = service();
    }

    @AfterEach
    void end() {
        server.destroy();
        serving.shutdown(true);
    }

    /** Gives up the second and the third message. */
    private void giveUp(HikariDataSource pool) {
        try (Life life = new Life(pool)) {
            life.orders.put("first");
            await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
            down = true;
            life.orders.put("second");
            life.orders.put("third");
            await().atMost(LONG).until(() -> life.givenUp().size() == 2);
        }
        down = false;
    }

    @ParameterizedTest
    @EnumSource
    void shouldStayGivenUpUntilAnOperatorSaysOtherwise(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory))) {
            giveUp(pool);
            try (Life life = new Life(pool)) {
                assertThat(life.givenUp())
                        .hasSize(2)
                        .allSatisfy(message -> assertThat(message.reason()).contains("no acknowledgement"));
                assertThat(life.oracle.status().givenUp()).isEqualTo(2);
                assertThat(life.oracle.status().unacknowledged())
                        .as("what is under way")
                        .isZero();
                assertThat(life.oracle.drain(LONG)).isTrue();
                life.orders.put("fourth");
                await().atMost(LONG).until(() -> delivered.contains("fourth"));
                assertThat(delivered).containsExactly("first", "fourth");
                await().atMost(LONG).until(() -> life.oracle.status().unacknowledged() == 0);
            }
            try (Life life = new Life(pool)) {
                List<GivenUpMessage> left = life.givenUp();
                assertThat(left).as("in the third life as well").hasSize(2);
                assertThat(life.oracle.retry(left.get(0).id())).isTrue();
                await().atMost(LONG).until(() -> delivered.contains("second"));
                await().atMost(LONG).until(() -> life.oracle.status().unacknowledged() == 0);
                assertThat(life.oracle.discard(left.get(1).id())).isTrue();
                assertThat(life.oracle.backlog().isEmpty()).isTrue();
            }
            try (Life life = new Life(pool)) {
                assertThat(life.givenUp()).isEmpty();
                assertThat(life.oracle.backlog().isEmpty()).isTrue();
            }
            assertThat(delivered).containsExactly("first", "fourth", "second");
        }
    }

    private static long stored(HikariDataSource pool, String what) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM restart_oracle_" + what)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Leaves the second and the third message in a sequence that the destination has forgotten. */
    private void giveUpForgotten(HikariDataSource pool) throws SQLException {
        try (Life life = new Life(pool, 0)) {
            life.orders.put("first");
            await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
            restartService();
            // The third would have a sequence of its own if the service had told by then that it does not know this
            // one.
            held = new CountDownLatch(1);
            life.orders.put("second");
            life.orders.put("third");
            held.countDown();
            await().atMost(LONG).until(() -> life.givenUp().size() == 2);
        }
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            // The state of a process that was killed before it noted that.
            statement.execute("UPDATE restart_oracle_outbound SET given_up = NULL WHERE message_number = 3");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnInAnotherSequenceWhenTheDestinationHasForgottenTheFormer(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory))) {
            giveUpForgotten(pool);
            try (Life life = new Life(pool, 0)) {
                assertThat(life.givenUp())
                        .as("nothing is sent in vain")
                        .hasSize(2)
                        .allSatisfy(message -> assertThat(message.attempts()).isLessThanOrEqualTo(1));
                life.orders.put("fourth");
                await().atMost(LONG).until(() -> life.oracle.status().unacknowledged() == 0);
                await().untilAsserted(() -> assertThat(delivered).containsExactly("first", "fourth"));
                assertThat(life.oracle.retry(life.givenUp().get(0).id())).isTrue();
                await().atMost(LONG).until(() -> life.oracle.status().unacknowledged() == 0);
                await().untilAsserted(() -> assertThat(delivered).containsExactly("first", "fourth", "second"));
            }
            try (Life life = new Life(pool, 0)) {
                assertThat(life.givenUp()).as("the other").hasSize(1);
                // No sequence has been created in this process.
                assertThat(life.oracle.retry(life.givenUp().get(0).id())).isTrue();
                await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
                await().untilAsserted(
                                () -> assertThat(delivered).containsExactly("first", "fourth", "second", "third"));
            }
            assertThat(stored(pool, "outbound")).isZero();
        }
    }

    /** The destination answers, but acknowledges no message. */
    @Test
    void shouldFindOutInTheNextLifeThatAStockDestinationHasForgottenTheSequence() {
        end();
        serve(List.of(new WSAddressingFeature(), new RMFeature()));
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            try (Life life = new Life(pool, 0, "resend")) {
                life.orders.put("first");
                await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
                down = true;
                life.orders.put("second");
            }
            restartService();
            down = false;
            try (Life life = new Life(pool, 0, "resend")) {
                await().atMost(Duration.ofMinutes(2))
                        .until(() -> life.oracle.backlog().isEmpty());
                assertThat(life.oracle.status().paths().get(0).moves()).isOne();
            }
            await().untilAsserted(() -> assertThat(delivered).containsExactly("first", "second"));
        }
    }

    @Test
    void shouldLeaveInTheStoreWhatAClosedClientHasNotSent() throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            try (Life life = new Life(pool, 0)) {
                life.orders.put("first");
                await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
                down = true;
                life.orders.put("second");
                ClientProxy.getClient(life.orders).destroy();
                life.bus.shutdown(true);
                await().atMost(LONG).until(() -> life.queue().countEnding() == 0);
                assertThat(stored(pool, "outbound")).isOne();
            }
            down = false;
            try (Life life = new Life(pool, 0)) {
                await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
            }
        }
        await().untilAsserted(() -> assertThat(delivered).containsExactly("first", "second"));
    }

    @Test
    void shouldEndTheSequenceOfAMessageThatWasDiscardedInTheNextLife() throws Exception {
        inOrder = true;
        serving.getExtension(RMManager.class).getConfiguration().setInOrder(true);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            refused = Set.of(2L);
            try (Life life = new Life(pool)) {
                life.orders.put("first");
                life.orders.put("refused");
                life.orders.put("third");
                await().atMost(LONG)
                        .until(() -> life.oracle.status().unacknowledged() == 1
                                && delivered.contains("first")
                                && life.givenUp().isEmpty());
                down = true;
                await().atMost(LONG).until(() -> life.givenUp().size() == 1);
                assertThat(life.oracle.discard(life.givenUp().get(0).id())).isTrue();
                assertThat(stored(pool, "outbound")).isOne();
            }
            assertThat(stored(pool, "outbound")).isOne();
            assertThat(delivered).containsExactly("first");
            down = false;
            try (Life life = new Life(pool)) {
                await().atMost(LONG).untilAsserted(() -> assertThat(delivered).containsExactly("first", "third"));
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(life.givenUp()).isEmpty());
                await().atMost(LONG).until(() -> stored(pool, "outbound") == 0);
            }
        }
    }

    @Test
    void shouldEndASequenceThoughATwoWayCallOfAFormerLifeWaitsInItForItsTurn() throws Exception {
        namespace = RM11Constants.NAMESPACE_URI;
        inOrder = true;
        serving.getExtension(RMManager.class).getConfiguration().setInOrder(true);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            refused = Set.of(2L);
            CompletableFuture<String> answer;
            try (Life life = new Life(pool, 0)) {
                life.orders.put("first");
                life.orders.put("refused");
                answer = CompletableFuture.supplyAsync(() -> life.orders.ask("third"));
                await().atMost(LONG).until(() -> arrived.contains(3L));
                // The end of the bus closes the sequence otherwise.
                down = true;
            }
            assertThat(answer)
                    .as("the caller does not wait for its time to end")
                    .failsWithin(Duration.ofSeconds(20));
            down = false;
            try (Life life = new Life(pool, 3)) {
                await().atMost(LONG).untilAsserted(() -> assertThat(delivered).containsExactly("first", "third"));
                await().atMost(LONG).until(() -> life.oracle.status().unacknowledged() == 0);
                assertThat(life.givenUp()).hasSize(1);
            }
        }
    }

    @Test
    void shouldSendWhatIsBehindAMessageOfAnEarlierLifeBeforeItsSequenceEnds() throws Exception {
        namespace = RM11Constants.NAMESPACE_URI;
        inOrder = true;
        serving.getExtension(RMManager.class).getConfiguration().setInOrder(true);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            refused = Set.of(2L, 3L);
            try (Life life = new Life(pool, 0, "resend")) {
                List.of("first", "second", "third", "fourth").forEach(life.orders::put);
                await().atMost(LONG).until(() -> life.oracle.status().unacknowledged() == 2);
                // The end of the bus closes the sequence otherwise.
                down = true;
            }
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(
                        "UPDATE restart_oracle_outbound SET given_up = 'on purpose' WHERE message_number = 2");
            }
            refused = Set.of();
            down = false;
            try (Life life = new Life(pool, 0, "resend")) {
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(delivered).containsExactly("first", "third", "fourth"));
                assertThat(life.givenUp()).hasSize(1);
            }
        }
    }

    @Test
    void shouldKeepInTheStoreWhatIsRetriedUntilThereIsASequence() throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            giveUpForgotten(pool);
            down = true;
            try (Life life = new Life(pool, 0)) {
                for (GivenUpMessage message : life.givenUp()) {
                    assertThat(life.oracle.retry(message.id())).isTrue();
                }
                await().atMost(LONG).until(() -> life.oracle.status().parked() == 2);
                assertThat(life.givenUp()).isEmpty();
            }
            down = false;
            try (Life life = new Life(pool, 0)) {
                List<GivenUpMessage> left = life.givenUp();
                assertThat(left).as("killed before they could be sent").hasSize(2);
                assertThat(life.oracle.discard(left.get(0).id())).isTrue();
                assertThat(life.oracle.retry(left.get(1).id())).isTrue();
                await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
            }
            await().untilAsserted(() -> assertThat(delivered).containsExactly("first", "third"));
            assertThat(stored(pool, "outbound")).isZero();
        }
    }

    @Test
    void shouldKeepInTheStoreWhatMovesToAnotherSequenceUntilThereIsOne() throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            try (Life life = new Life(pool, 0, "resend")) {
                life.orders.put("first");
                await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
                restartService();
                refusing = true;
                life.orders.put("second");
                await().atMost(LONG).until(() -> life.oracle.status().parked() == 1);
            }
            assertThat(stored(pool, "outbound")).isOne();
            refusing = false;
            try (Life life = new Life(pool, 0, "resend")) {
                await().atMost(LONG).until(() -> life.oracle.backlog().isEmpty());
            }
            await().untilAsserted(() -> assertThat(delivered).containsExactly("first", "second"));
        }
    }
}
