package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the refusal of a message that the store cannot take, or may have taken. */
@SuppressWarnings("NullAway.Init") // set up by each test
class DoubtfulAcceptanceIT {
    private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
    private static final Pattern IDENTIFIER = Pattern.compile("Identifier>([^<]+)<");

    @TempDir
    Path directory;

    private final Bus bus = new CXFBusFactory().createBus();
    private final HttpClient client = HttpClient.newHttpClient();
    private final String address = "http://localhost:" + FreePort.next() + "/orders";
    private HikariDataSource pool;
    private LateDataSource database;
    private DataSourceStore store;

    private void serve(TestDatabase kind) {
        pool = TestDatabase.pool(kind.url(directory));
        database = new LateDataSource(pool);
        store = new DataSourceStore(database, pool, StoreOptions.ofDefaults());
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of());
        feature.initialize(bus);
        store.installOn(bus);
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress(address);
        service.setServiceBean(new OrdersService(order -> {}));
        service.create();
    }

    @AfterEach
    void close() {
        bus.shutdown(true);
        store.close();
        pool.close();
    }

    private HttpResponse<String> post(String action, String header, String body)
            throws IOException, InterruptedException {
        String envelope = "<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\""
                + " xmlns:wsa=\"http://www.w3.org/2005/08/addressing\" xmlns:r=\"" + RM + "\"><s:Header><wsa:To>"
                + address
                + "</wsa:To><wsa:MessageID>urn:uuid:" + UUID.randomUUID() + "</wsa:MessageID><wsa:Action>" + action
                + "</wsa:Action>" + header + "</s:Header><s:Body>" + body + "</s:Body></s:Envelope>";
        return client.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Content-Type", "text/xml; charset=UTF-8")
                        .POST(HttpRequest.BodyPublishers.ofString(envelope))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> put(String sequence, int number) throws IOException, InterruptedException {
        return post(
                "urn:test:orders/Orders/put",
                "<r:Sequence><r:Identifier>" + sequence + "</r:Identifier><r:MessageNumber>" + number
                        + "</r:MessageNumber></r:Sequence>",
                "<o:put xmlns:o=\"urn:test:orders\"><order>" + number + "</order></o:put>");
    }

    /** A source takes a message that it is to send again at a certain time as one that has not arrived. */
    @ParameterizedTest
    @EnumSource
    void shouldNameNoTimeForAMessageThatMayBeStored(TestDatabase kind) throws Exception {
        serve(kind);
        String anonymous = "http://www.w3.org/2005/08/addressing/anonymous";
        String created = post(
                        RM + "/CreateSequence",
                        "<wsa:ReplyTo><wsa:Address>" + anonymous + "</wsa:Address></wsa:ReplyTo>",
                        "<r:CreateSequence><r:AcksTo><wsa:Address>" + anonymous
                                + "</wsa:Address></r:AcksTo></r:CreateSequence>")
                .body();
        Matcher identifier = IDENTIFIER.matcher(created);
        assertThat(identifier.find()).as(created).isTrue();
        String sequence = identifier.group(1);

        database.refuses = true;
        HttpResponse<String> refused = put(sequence, 1);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        database.refuses = false;

        database.silent = LateDataSource.Effect.AT_ONCE;
        database.answers = false;
        HttpResponse<String> doubtful = put(sequence, 1);
        assertThat(doubtful.statusCode()).isEqualTo(503);
        assertThat(doubtful.headers().firstValue("Retry-After")).isEmpty();
        database.answers = true;

        assertThat(put(sequence, 1).body()).contains("SequenceAcknowledgement");
    }
}
