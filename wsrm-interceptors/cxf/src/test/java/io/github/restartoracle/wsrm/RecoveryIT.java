package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.internal.queue.OracleRetransmissionQueue;
import jakarta.xml.ws.BindingProvider;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.cxf.Bus;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a source whose process is killed, and the next process on the same database. */
class RecoveryIT {
    private static RMTxStore store(String database) {
        RMTxStore store = new RMTxStore();
        store.setDriverClassName("org.h2.Driver");
        store.setUrl("jdbc:h2:mem:" + database + ";DB_CLOSE_DELAY=-1");
        store.setTableExistsState("42S01");
        store.setTableExistsCode(42101);
        store.init();
        return store;
    }

    /** Covers a proxy with CXF's WS-RM, whose interceptors CXF leaves out when it sends recovered messages. */
    @ParameterizedTest(name = "SOAP 1.2 {0}, RM 1.1 {1}, in order {2}")
    @CsvSource({"false, false, false", "true, true, false", "false, false, true"})
    void shouldDeliverWhatAnEarlierLifeLeftInTheStore(boolean soap12, boolean rm11, boolean inOrder) {
        String database = "recovery-" + soap12 + rm11 + inOrder;
        NotedTransmissions source = new NotedTransmissions();
        NotedTransmissions destination = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = soap12;
        setup.rm11 = rm11;
        setup.inOrder = inOrder;
        setup.store = store(database);
        setup.sourceListener = source;
        setup.destinationListener = destination;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.link.cut();
            List.of("second", "third", "fourth").forEach(pair.orders::put);
            await().until(() -> source.dispatched.contains("2#2"));
            ((OracleRetransmissionQueue) pair.manager().getRetransmissionQueue()).close();
            await().until(() -> pair.path().inFlight() == 0);
            pair.link.restore();

            RMTxStore sameDatabase = store(database);
            Bus nextLife = pair.sourceBus(sameDatabase);
            Orders orders = pair.client(nextLife);
            try {
                await().until(() -> source.acknowledged.size() == 4);
                // A message is acknowledged before it is delivered.
                await().untilAsserted(() -> assertThat(pair.bean.delivered)
                        .containsExactlyInAnyOrder("first", "second", "third", "fourth"));
                assertThat(destination.arrived)
                        .as("there is no first transmission in this process")
                        .contains("1#1", "2#2", "3#2", "4#2")
                        .doesNotContain("2#1", "3#1", "4#1");
                assertThat(Set.copyOf(source.sequences))
                        .as("the sequence goes on")
                        .hasSize(1);
                Identifier sequence = new Identifier();
                sequence.setValue(source.sequences.get(0));
                assertThat(sameDatabase.getMessages(sequence, true)).isEmpty();

                orders.put("fifth");
                await().until(() -> source.acknowledged.size() == 5);
                assertThat(source.dispatched).contains("5#1");
                await().untilAsserted(
                                () -> assertThat(pair.bean.delivered).hasSize(5).endsWith("fifth"));
            } finally {
                ClientProxy.getClient(orders).destroy();
                nextLife.shutdown(true);
            }
        }
    }

    /** Covers a client whose decoupled endpoint CXF opens with its first call, which does not come. */
    @ParameterizedTest(name = "the client is closed at once: {0}")
    @ValueSource(booleans = {true, false})
    void shouldBeAcknowledgedAtTheAddressOfAnEarlierLife(boolean closed) {
        String database = "decoupled-" + closed;
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.decoupled = true;
        setup.store = store(database);
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            pair.orders.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.link.cut();
            pair.orders.put("second");
            await().until(() -> source.dispatched.contains("2#2"));
            ((OracleRetransmissionQueue) pair.manager().getRetransmissionQueue()).close();
            HTTPClientPolicy policy =
                    ((HTTPConduit) ClientProxy.getClient(pair.orders).getConduit()).getClient();
            ClientProxy.getClient(pair.orders).destroy();
            pair.sourceBus.shutdown(true);

            setup.decoupled = false;
            Bus nextLife = pair.sourceBus(store(database));
            Orders orders = pair.client(nextLife);
            ((HTTPConduit) ClientProxy.getClient(orders).getConduit()).setClient(policy);
            try {
                int former = source.dispatched.size();
                await().until(() -> source.dispatched.size() > former);
                if (closed) {
                    ClientProxy.getClient(orders).destroy();
                }
                pair.link.restore();
                await().until(() -> source.acknowledged.size() == 2);
                if (!closed) {
                    assertThat(orders.price("third")).isEqualTo("price of third");
                }
            } finally {
                ClientProxy.getClient(orders).destroy();
                nextLife.shutdown(true);
            }
        }
    }

    /** Covers an earlier process that knew the destination only from the address in the request context. */
    @ParameterizedTest(name = "the configured address is reachable: {0}")
    @ValueSource(booleans = {true, false})
    void shouldDeliverToTheAddressThatTheCallsOfAnEarlierLifeNamed(boolean reachable) {
        String database = "address-" + reachable;
        NotedTransmissions source = new NotedTransmissions();
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.store = store(database);
        setup.sourceListener = source;
        try (ReliablePair pair = new ReliablePair(setup)) {
            String other = "http://127.0.0.1:" + pair.link.port + "/orders";
            Orders former = pair.client(pair.sourceBus, other);
            ((BindingProvider) former).getRequestContext().put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, pair.address);
            former.put("first");
            await().until(() -> source.acknowledged.size() == 1);
            pair.link.cut();
            List.of("second", "third").forEach(former::put);
            await().until(() -> source.dispatched.contains("2#2"));
            ((OracleRetransmissionQueue) pair.manager().getRetransmissionQueue()).close();
            await().until(() -> pair.path().inFlight() == 0);
            pair.link.restore();

            Bus nextLife = pair.sourceBus(store(database));
            Orders orders = pair.client(nextLife, reachable ? other : "http://localhost:1/nobody");
            try {
                await().until(() -> source.acknowledged.size() == 3);
                assertThat(Objects.requireNonNull(RestartOracle.of(nextLife)).paths())
                        .extracting(PathStatus::address)
                        .containsExactly(pair.address);
            } finally {
                ClientProxy.getClient(orders).destroy();
                nextLife.shutdown(true);
            }
        }
    }

    /** Covers a service whose answers are all acknowledged when its process ends. */
    @ParameterizedTest(name = "RM 1.1 {0}")
    @ValueSource(booleans = {false, true})
    void shouldAnswerInTheSequenceOfAnEarlierLife(boolean rm11) throws Exception {
        String database = "answers-" + rm11;
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.rm11 = rm11;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            RMTxStore store = store(database);
            pair.destinationBus.getExtension(RMManager.class).setStore(store);
            pair.startServer();
            assertThat(pair.orders.price("first")).isEqualTo("price of first");
            assertThat(pair.orders.price("second")).isEqualTo("price of second");
            pair.orders.put("third");
            await().untilAsserted(() ->
                    assertThat(rows(database)).as("not acknowledged").isLessThan(2));
            pair.stopServer();

            Bus nextLife = pair.destinationBus();
            try {
                nextLife.getExtension(RMManager.class).setStore(store(database));
                pair.startServer(nextLife);
                assertThat(pair.orders.price("fourth")).isEqualTo("price of fourth");
                assertThat(pair.orders.price("fifth")).isEqualTo("price of fifth");
                pair.orders.put("sixth");
                await().untilAsserted(() ->
                        assertThat(rows(database)).as("the last answer").isEqualTo(1));
                RMManager manager = nextLife.getExtension(RMManager.class);
                Source answers =
                        manager.findReliableEndpoint(pair.serviceName()).getSource();
                manager.getRetransmissionQueue()
                        .purgeAll(answers.getAllSequences().iterator().next());
                assertThat(rows(database)).as("with its sequence").isZero();
            } finally {
                nextLife.shutdown(true);
            }
        }
    }

    /** Counts the answers in a database. */
    private static long rows(String database) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + database);
                ResultSet rows =
                        connection.createStatement().executeQuery("SELECT COUNT(*) FROM CXF_RM_OUTBOUND_MESSAGES")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
