package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebMethod;
import jakarta.jws.WebService;
import jakarta.xml.ws.WebServiceException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.soap.SoapMessage;
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
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.addressing.soap.MAPCodec;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

/**
 * Answers of a service. Those on the connections of their requests cannot be sent again, so no store keeps them; the next
 * process sends those that go to an address of the client.
 */
@SuppressWarnings("NullAway.Init") // set up before each test
class StoredAnswersIT {
    private static final long LEFT = 7;
    private static final String REFUSED = "refused";

    @TempDir
    Path directory;

    private final String address = "http://localhost:" + FreePort.next() + "/prices";
    private Bus calling;
    private Prices prices;

    /** A service with a two-way operation. */
    @WebService(targetNamespace = "urn:test:prices")
    public interface Prices {
        /** Returns the price of an order. */
        @WebMethod
        String price(String order);
    }

    /** The implementation. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.StoredAnswersIT$Prices",
            serviceName = "PricesService",
            portName = "PricesPort",
            targetNamespace = "urn:test:prices")
    private static final class Shop implements Prices {
        @Override
        public String price(String order) {
            if (order.equals(REFUSED)) {
                throw new IllegalArgumentException("on purpose");
            }
            return "price of " + order;
        }
    }

    /** A service with a store, from its start to its orderly end. */
    private final class Life implements AutoCloseable {
        private final Bus bus = new CXFBusFactory().createBus();
        private final DataSourceStore store;
        private final Server server;

        Life(DataSource pool) {
            this(pool, Map.of("oracle", "none"));
        }

        Life(DataSource pool, Map<String, String> properties) {
            store = new DataSourceStore(pool, StoreOptions.ofDefaults().withNode("node"));
            store.installOn(bus);
            reliable(bus, properties);
            JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
            service.setBus(bus);
            service.setAddress(address);
            service.setServiceBean(new Shop());
            server = service.create();
        }

        /** Leaves the sequences as they are, like a process that dies. */
        void die() {
            server.stop();
            store.close();
        }

        @Override
        public void close() {
            server.destroy();
            bus.shutdown(true);
            store.close();
        }
    }

    /** Suppresses acknowledgements of answers by messages of their own, like a client that ends before it sends them. */
    private static final class Mute extends AbstractPhaseInterceptor<Message> {
        Mute() {
            super(Phase.WRITE);
        }

        @Override
        public void handleMessage(Message message) {
            AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
            if (maps != null
                    && maps.getAction() != null
                    && maps.getAction().getValue().endsWith("SequenceAcknowledgement")) {
                throw new Fault(new IllegalStateException("on purpose"));
            }
        }
    }

    /** Breaks a database down when the first response is about to be written, for a time. */
    private static final class Breakdown extends AbstractPhaseInterceptor<Message> {
        private final SwitchedDatabase database;
        private final AtomicBoolean over = new AtomicBoolean();

        Breakdown(SwitchedDatabase database) {
            super(Phase.SETUP);
            this.database = database;
        }

        @Override
        public void handleMessage(Message message) {
            Message request = message.getExchange().getInMessage();
            if (request != null
                    && RMContextUtils.retrieveRMProperties(request, false).getSequence() != null
                    && !over.getAndSet(true)) {
                database.breakDown();
                CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(database::repair);
            }
        }
    }

    /** Notes the names of the messages that a client receives. */
    private static final class Arrivals extends AbstractPhaseInterceptor<SoapMessage> {
        final List<String> names = new CopyOnWriteArrayList<>();

        Arrivals() {
            super(Phase.PRE_PROTOCOL);
            // That interceptor drops answers to unknown requests.
            addBefore(MAPCodec.class.getName());
        }

        @Override
        public void handleMessage(SoapMessage message) {
            message.getHeaders().stream()
                    .filter(header -> header.getName().getLocalPart().equals("MessageID"))
                    .forEach(header -> names.add(((Element) header.getObject()).getTextContent()));
        }
    }

    private static void reliable(Bus bus, Map<String, String> properties) {
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(properties);
        feature.initialize(bus);
    }

    @BeforeEach
    void makeClient() {
        calling = new CXFBusFactory().createBus();
        reliable(calling, Map.of("oracle", "fixed"));
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(calling);
        client.setServiceClass(Prices.class);
        client.setAddress(address);
        prices = (Prices) client.create();
    }

    @AfterEach
    void end() {
        ClientProxy.getClient(prices).destroy();
        calling.shutdown(true);
    }

    /** Inserts an answer, as a process leaves it that is killed. */
    private static void leaveAnAnswer(HikariDataSource pool, String to, byte[] content) throws SQLException {
        String sql =
                "INSERT INTO restart_oracle_outbound (sequence_id, message_number, send_to, created_millis, content)"
                        + " SELECT id, " + LEFT + ", '" + to + "', 0, "
                        + Dialect.of(pool).bytesParameter() + " FROM restart_oracle_source";
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, content);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        }
    }

    private static long rows(HikariDataSource pool, String table) throws SQLException {
        return number(pool, "SELECT COUNT(*) FROM " + table);
    }

    private static long number(HikariDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private void call(String order) {
        assertThat(prices.price(order)).isEqualTo("price of " + order);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotStayInTheStore(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory))) {
            calling.getOutInterceptors().add(new Mute());
            Life former = new Life(pool);
            call("a");
            call("b");
            await().untilAsserted(() ->
                    assertThat(rows(pool, "restart_oracle_outbound")).isZero());
            former.close();
            assertThat(rows(pool, "restart_oracle_outbound")).isZero();
            leaveAnAnswer(pool, "http://www.w3.org/2005/08/addressing/anonymous", new byte[1]);
            try (Life next = new Life(pool)) {
                // The answers go into the same sequences, with the next numbers.
                call("c");
                assertThat(next.store.waiting()).isZero();
            }
            assertThat(rows(pool, "restart_oracle_source")).isEqualTo(1);
            assertThat(rows(pool, "restart_oracle_outbound")).isZero();
            assertThat(number(pool, "SELECT MAX(highest) FROM restart_oracle_source"))
                    .as("the number after that of the answer that was left")
                    .isEqualTo(LEFT + 1);
        }
    }

    /** The answer with the next number is lost with the process that was to send it. */
    @Test
    void shouldNotHoldUpTheAnswersBehindItInOrder() throws Exception {
        calling.getExtension(RMManager.class).getConfiguration().setInOrder(true);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            Life former = new Life(pool);
            call("a");
            former.close();
            leaveAnAnswer(pool, "http://www.w3.org/2005/08/addressing/anonymous", new byte[1]);
            try (Life next = new Life(pool)) {
                call("b");
                assertThat(next.store.waiting()).isZero();
            }
        }
    }

    /** A service that must not be called twice cannot be called again for the response: its source gets an acknowledgement. */
    @ParameterizedTest
    @EnumSource(names = {"AT_LEAST_ONCE", "EXACTLY_ONCE"})
    void shouldNotHoldUpTheSourceOfACallWhoseResponseCannotBeStored(DeliveryAssurance assurance) {
        SwitchedDatabase database = SwitchedDatabase.inMemory();
        try (Life life = new Life(database)) {
            ClientProxy.getClient(prices).getRequestContext().put(ClientImpl.SYNC_TIMEOUT, 5_000);
            life.bus.getOutInterceptors().add(new Breakdown(database));
            life.bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(assurance);
            if (assurance == DeliveryAssurance.EXACTLY_ONCE) {
                assertThatThrownBy(() -> call("a")).isInstanceOf(WebServiceException.class);
            } else {
                call("a");
            }
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> Objects.requireNonNull(RestartOracle.of(calling))
                            .backlog()
                            .isEmpty());
            call("b");
        }
    }

    /** An answer that was left by its process has no connection of a request, but an address. */
    @ParameterizedTest
    @EnumSource
    void shouldReachTheAddressOfTheClientFromTheNextProcess(TestDatabase database) throws Exception {
        Map<String, String> once = Map.of("oracle", "fixed", "initial-timeout", "1s");
        String answers = "http://localhost:" + FreePort.next() + "/answers";
        ((HTTPConduit) ClientProxy.getClient(prices).getConduit()).getClient().setDecoupledEndpoint(answers);
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory))) {
            Life former = new Life(pool, once);
            call("a");
            await().untilAsserted(() ->
                    assertThat(rows(pool, "restart_oracle_outbound")).isZero());
            String addressing = " xmlns='http://schemas.xmlsoap.org/ws/2004/08/addressing'>";
            leaveAnAnswer(
                    pool,
                    answers,
                    ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Header>"
                                    + "<Action" + addressing + "urn:test:prices:Prices:priceResponse</Action>"
                                    + "<MessageID" + addressing + "urn:uuid:left</MessageID>"
                                    + "<To" + addressing + answers + "</To>"
                                    + "<RelatesTo" + addressing + "urn:uuid:request</RelatesTo>"
                                    + "</s:Header><s:Body/></s:Envelope>")
                            .getBytes(StandardCharsets.UTF_8));
            former.die();
            Arrivals arrivals = new Arrivals();
            calling.getInInterceptors().add(arrivals);
            try (Life next = new Life(pool, once)) {
                assertThat(next.store).isNotNull();
                await().atMost(Duration.ofSeconds(20)).until(() -> arrivals.names.contains("urn:uuid:left"));
            }
            former.bus.shutdown(true);
        }
    }

    /** CXF ends the sequence of the answers with their endpoint, also if it was not used yet. */
    @ParameterizedTest
    @ValueSource(strings = {"a", REFUSED})
    void shouldBeReadAfterTheServiceHasRestarted(String first) throws Exception {
        String answers = "http://localhost:" + FreePort.next() + "/answers";
        ((HTTPConduit) ClientProxy.getClient(prices).getConduit()).getClient().setDecoupledEndpoint(answers);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            Life former = new Life(pool);
            Mute mute = new Mute();
            calling.getOutInterceptors().add(mute);
            if (first.equals(REFUSED)) {
                // A fault is no message of that sequence.
                assertThatThrownBy(() -> call(first)).hasMessageContaining("on purpose");
            } else {
                call(first);
            }
            former.close();
            calling.getOutInterceptors().remove(mute);
            try (Life next = new Life(pool)) {
                call("b");
                assertThat(next.store).isNotNull();
            }
        }
    }

    /** A CreateSequence comes twice if the answer to it was lost, or from a stranger who knows the identifier. */
    @ParameterizedTest
    @EnumSource
    void shouldGoOnWhenTheirSequenceIsOfferedAgain(TestDatabase database) throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory));
                Life life = new Life(pool)) {
            call("a");
            String rm = "http://schemas.xmlsoap.org/ws/2005/02/rm";
            String anonymous = "<a:Address>http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</a:Address>";
            String again = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:r='" + rm
                    + "' xmlns:a='http://schemas.xmlsoap.org/ws/2004/08/addressing'><s:Header><a:Action>" + rm
                    + "/CreateSequence</a:Action><a:MessageID>urn:uuid:again</a:MessageID><a:To>" + address
                    + "</a:To><a:ReplyTo>" + anonymous + "</a:ReplyTo></s:Header><s:Body><r:CreateSequence><r:AcksTo>"
                    + anonymous + "</r:AcksTo><r:Offer><r:Identifier>" + offered(pool)
                    + "</r:Identifier></r:Offer></r:CreateSequence></s:Body></s:Envelope>";
            HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                    .header("Content-Type", "text/xml")
                    .header("SOAPAction", rm + "/CreateSequence")
                    .POST(HttpRequest.BodyPublishers.ofString(again))
                    .build();
            assertThat(HttpClient.newHttpClient()
                            .send(request, HttpResponse.BodyHandlers.ofString())
                            .body())
                    .contains("CreateSequenceRefused");
            call("b");
            call("c");
            assertThat(life.store).isNotNull();
        }
    }

    private static String offered(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT identifier FROM restart_oracle_source")) {
            row.next();
            return row.getString(1);
        }
    }
}
