package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node says to a message of a sequence that it does not have. */
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
        owner = new DataSourceStore(pool, StoreOptions.ofDefaults());
        other = new DataSourceStore(pool, StoreOptions.ofDefaults());
        interceptor = new OthersSequences(other);
        owner.createDestinationSequence(Sequences.destination("urn:uuid:d"));
    }

    @AfterEach
    void close() {
        other.close();
        owner.close();
        pool.close();
    }

    private static Message message(String sequence) {
        SequenceType header = new SequenceType();
        header.setIdentifier(Row.identifier(sequence));
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

    private static Map<String, List<String>> headers(Message refused) {
        Message answer = new MessageImpl();
        answer.setExchange(refused.getExchange());
        new OthersSequences.Answer().handleMessage(answer);
        @SuppressWarnings("unchecked") // as CXF's transports have them
        Map<String, List<String>> headers = (Map<String, List<String>>) answer.get(Message.PROTOCOL_HEADERS);
        return headers == null ? Map.of() : headers;
    }

    private void refused(Message message) {
        assertThatThrownBy(() -> interceptor.handleMessage(message))
                .isInstanceOfSatisfying(
                        Fault.class, fault -> assertThat(fault.getStatusCode()).isEqualTo(503))
                .hasMessageContaining("belongs to another process for now");
    }

    @Test
    void shouldSendAMessageOnAtOnceWhenItsOwnerLives() {
        Message message = message("urn:uuid:d");
        refused(message);
        assertThat(headers(message))
                .containsEntry("Connection", List.of("close"))
                .containsEntry("Retry-After", List.of("0"));
    }

    @Test
    void shouldLetAMessageComeAgainLaterWhenItsOwnerIsGone() {
        owner.close();
        Message message = message("urn:uuid:d");
        refused(message);
        assertThat(headers(message)).containsOnlyKeys("Connection");
    }

    @Test
    void shouldLeaveWhatIsGoneToWhoeverHasItsEndpoint() {
        owner.close();
        assertThat(other.ownership.takeOver("another"::equals)).isZero();
        assertThat(other.getDestinationSequences("another")).isEmpty();
        try (DataSourceStore next = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            assertThat(next.getDestinationSequences(Sequences.ENDPOINT)).hasSize(1);
            Message message = message("urn:uuid:d");
            refused(message);
            assertThat(headers(message)).containsKey("Retry-After");
        }
        assertThat(other.getDestinationSequences(Sequences.ENDPOINT)).hasSize(1);
    }

    @Test
    void shouldLetPassWhatIsItsOwnOrNobodys() {
        other.createDestinationSequence(Sequences.destination("urn:uuid:e"));
        for (String sequence : List.of("urn:uuid:e", "urn:uuid:unknown")) {
            Message message = message(sequence);
            interceptor.handleMessage(message);
            assertThat(headers(message)).isEmpty();
        }
    }

    @Test
    void shouldNotLetCxfSayThatASequenceIsUnknownWhenItIsOnlyBeingHandedOver() {
        Message message = message("urn:uuid:d");
        message.setContent(Exception.class, unknown());
        interceptor.handleFault(message);
        assertThat(message.getContent(Exception.class)).hasMessageContaining("belongs to another process for now");

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
