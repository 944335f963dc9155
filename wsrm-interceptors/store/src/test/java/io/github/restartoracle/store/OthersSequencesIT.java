package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.wsrm.internal.destination.Refusal;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.Soap12;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer of a node to a message of a sequence that it does not have. */
@SuppressWarnings("NullAway.Init") // set up before each test
class OthersSequencesIT {
    @TempDir
    Path directory;

    private HikariDataSource pool;
    private DataSourceStore owner;
    private DataSourceStore other;
    private OthersSequences interceptor;

    @BeforeEach
    void start() {
        pool = TestDatabase.pool(TestDatabase.POSTGRESQL.url(directory));
        StoreOptions options = StoreOptions.ofDefaults().withLease(Duration.ofSeconds(20));
        owner = new DataSourceStore(pool, options);
        other = new DataSourceStore(pool, options);
        interceptor = new OthersSequences(other);
        owner.createDestinationSequence(TestSequences.destination("urn:uuid:d"));
    }

    @AfterEach
    void close() {
        other.close();
        owner.close();
        pool.close();
    }

    private static Message message(String sequence) {
        SequenceType header = new SequenceType();
        header.setIdentifier(Messages.identifier(sequence));
        header.setMessageNumber(1L);
        RMProperties properties = new RMProperties();
        properties.setSequence(header);
        Exchange exchange = new ExchangeImpl();
        Message message = new MessageImpl();
        message.setExchange(exchange);
        exchange.setInMessage(message);
        RMContextUtils.storeRMProperties(message, properties, false);
        return message;
    }

    /** Returns the headers that tell the source where or when to try again; null if the message was not refused. */
    private static @Nullable Object headers(Message refused) {
        return refused.getExchange().get(Refusal.class.getName());
    }

    private void refused(Message message) {
        assertThatThrownBy(() -> interceptor.handleMessage(message))
                .isInstanceOfSatisfying(
                        Fault.class, fault -> assertThat(fault.getStatusCode()).isEqualTo(503))
                .hasMessageContaining("belongs to another process at the moment");
    }

    @Test
    void shouldSendAMessageOnAtOnceWhenItsOwnerLives() throws Exception {
        // The node looks at the others for the first time a third of a lease after its start.
        try (Connection connection = pool.getConnection()) {
            other.nodes.look(connection);
        }
        Message message = message("urn:uuid:d");
        refused(message);
        assertThat(headers(message)).isEqualTo(Map.of("Restart-Oracle", "elsewhere"));
    }

    @Test
    void shouldLetAMessageComeAgainLaterWhenItsOwnerIsGone() {
        owner.close();
        Message message = message("urn:uuid:d");
        refused(message);
        assertThat(headers(message)).isEqualTo(Map.of());
    }

    @Test
    void shouldLeaveASequenceToAProcessThatHasItsEndpoint() {
        owner.close();
        assertThat(other.nodes.takeOver(key -> key.endpoint().equals("another")))
                .isZero();
        try (DataSourceStore next = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            assertThat(TestSequences.destinations(next)).hasSize(1);
            refused(message("urn:uuid:d"));
        }
        assertThat(TestSequences.destinations(other)).hasSize(1);
    }

    @Test
    void shouldLetPassWhatIsItsOwnOrNobodys() {
        other.createDestinationSequence(TestSequences.destination("urn:uuid:e"));
        for (String sequence : List.of("urn:uuid:e", "urn:uuid:unknown")) {
            Message message = message(sequence);
            interceptor.handleMessage(message);
            assertThat(headers(message)).isNull();
        }
    }

    @Test
    void shouldNotLetCxfSayThatASequenceIsUnknownWhenItIsOnlyBeingHandedOver() {
        Message message = message("urn:uuid:d");
        message.setContent(Exception.class, unknown());
        interceptor.handleFault(message);
        assertThat(message.getContent(Exception.class))
                .hasMessageContaining("belongs to another process at the moment");

        SoapFault right = unknown();
        Message lost = message("urn:uuid:unknown");
        lost.setContent(Exception.class, right);
        interceptor.handleFault(lost);
        assertThat(lost.getContent(Exception.class)).isSameAs(right);
    }

    private static SoapFault unknown() {
        SoapFault fault = new SoapFault("unknown", Soap12.getInstance().getSender());
        fault.setSubCode(new QName("urn:test", "UnknownSequence"));
        return fault;
    }
}
