package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.spring.boot.Shop.OrdersBean;
import io.github.restartoracle.spring.boot.Shop.Outage;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.store.DataSourceStore;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.internal.queue.OracleRetransmissionQueue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Real applications with Tomcat, an endpoint and a client. */
class StarterIT {
    private static final String ACTUATOR = "--management.endpoints.web.exposure.include=*";
    private static final Tags PATH = Tags.of("endpoint", "OrdersService#OrdersPort", "host", "localhost");

    private static ConfigurableApplicationContext start(Class<?> application, String... arguments) {
        return new SpringApplication(application)
                .run(Stream.concat(Stream.of("--server.port=0"), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private static String port(ConfigurableApplicationContext application) {
        return application.getEnvironment().getRequiredProperty("local.server.port");
    }

    private static PathStatus path(ConfigurableApplicationContext application) {
        return application.getBean(RestartOracle.class).paths().stream()
                .filter(path -> path.address().startsWith("http://localhost"))
                .findAny()
                .orElseThrow();
    }

    /** Waits until all messages are acknowledged; the path exists as soon as the sequence does. */
    private static void awaitAcknowledgements(ConfigurableApplicationContext application) {
        RestartOracle oracle = application.getBean(RestartOracle.class);
        await().until(() -> oracle.status().parked() == 0
                && !oracle.paths().isEmpty()
                && oracle.backlog().isEmpty());
    }

    @Test
    void shouldNeedNothingButOneProperty() {
        try (ConfigurableApplicationContext application = start(Shop.class, "--restart-oracle.oracle=qest")) {
            Orders orders = application.getBean("orders", Orders.class);
            orders.put("first");
            orders.put("second");
            awaitAcknowledgements(application);
            // The default assurance is at least once.
            await().untilAsserted(() ->
                    assertThat(application.getBean(OrdersBean.class).delivered).containsOnly("first", "second"));
            assertThat(path(application).oracle()).isEqualTo("qest");
            assertThat(path(application).samples())
                    .as("the destination says which transmission it acknowledges")
                    .containsEntry(SampleUse.EXACT, 2L);
            assertThat(path(application).timeoutNanos()).as("it has learnt").isNotEqualTo(TimeUnit.SECONDS.toNanos(4));

            MeterRegistry registry = application.getBean(MeterRegistry.class);
            await().untilAsserted(() -> assertThat(registry.get("restart.oracle.ett")
                            .tags(PATH)
                            .functionTimer()
                            .count())
                    .isEqualTo(2));
            await().untilAsserted(() -> assertThat(registry.get("restart.oracle.rtt")
                            .tags(PATH)
                            .functionTimer()
                            .count())
                    .isEqualTo(2));
            assertThat(registry.get("restart.oracle.timeout")
                            .tags(PATH)
                            .timeGauge()
                            .value(TimeUnit.SECONDS))
                    .isPositive();
        }
    }

    @Test
    void shouldObeyTheOracleInAnOutageAndShowIt() {
        try (ConfigurableApplicationContext application = start(
                Shop.class,
                "--restart-oracle.oracle=fixed",
                "--restart-oracle.initial-timeout=100ms",
                "--restart-oracle.rm.delivery-assurance=exactly-once",
                "--restart-oracle.health.silent-after=300ms",
                ACTUATOR)) {
            Orders orders = application.getBean("orders", Orders.class);
            orders.put("first");
            awaitAcknowledgements(application);
            assertThat(get(application, "/actuator/health")).containsEntry("status", "UP");

            application.getBean(Outage.class).set(true);
            long before = path(application).restarts();
            orders.put("second");
            await().until(() -> path(application).restarts() >= before + 5);
            await().untilAsserted(() ->
                    assertThat(get(application, "/actuator/health")).containsEntry("status", "DOWN"));
            assertThat(list(get(application, "/actuator/restartoracle"), "paths"))
                    .anySatisfy(path -> assertThat(path)
                            .containsEntry("oracleState", Map.of("timeout-seconds", 0.1))
                            .hasEntrySatisfying(
                                    "pendingByAttempt",
                                    pending -> assertThat(pending)
                                            .asInstanceOf(InstanceOfAssertFactories.MAP)
                                            .containsValue(1)));
            MeterRegistry registry = application.getBean(MeterRegistry.class);
            await().until(() ->
                    registry.get("restart.oracle.pending").tags(PATH).gauge().value() == 1);
            assertThat(registry.get("restart.oracle.silence")
                            .tags(PATH)
                            .timeGauge()
                            .value(TimeUnit.MILLISECONDS))
                    .isGreaterThan(300);
            assertThat(registry.get("restart.oracle.timeout")
                            .tags(PATH)
                            .timeGauge()
                            .value(TimeUnit.MILLISECONDS))
                    .isEqualTo(100);

            application.getBean(Outage.class).set(false);
            awaitAcknowledgements(application);
            await().untilAsserted(() ->
                    assertThat(application.getBean(OrdersBean.class).delivered).containsExactly("first", "second"));
            await().until(() -> registry.get("restart.oracle.restarts")
                            .tags(PATH)
                            .functionCounter()
                            .count()
                    >= 5);
            await().untilAsserted(() -> assertThat(registry.get("restart.oracle.ett.max")
                            .tags(PATH)
                            .timeGauge()
                            .value(TimeUnit.MILLISECONDS))
                    .isGreaterThan(300));
            assertThat(get(application, "/actuator/restartoracle"))
                    .extractingByKey("summary")
                    .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                    .containsEntry("messages", 2);
            assertThat(get(application, "/actuator/health")).containsEntry("status", "UP");
        }
    }

    @Test
    void shouldLetAnOperatorRetryAndDiscard() throws Exception {
        try (ConfigurableApplicationContext application = start(
                Shop.class,
                "--restart-oracle.oracle=fixed",
                "--restart-oracle.initial-timeout=3s",
                "--restart-oracle.max-attempts=2",
                "--restart-oracle.rm.delivery-assurance=exactly-once",
                ACTUATOR)) {
            Orders orders = application.getBean("orders", Orders.class);
            orders.put("first");
            awaitAcknowledgements(application);
            application.getBean(Outage.class).set(true);
            orders.put("second");
            orders.put("third");
            await().until(() -> path(application).giveUps() == 2);
            application.getBean(Outage.class).set(false);

            Map<String, Object> state = get(application, "/actuator/restartoracle");
            assertThat(state).containsEntry("unacknowledged", 0).containsEntry("givenUp", 2);
            assertThat(application
                            .getBean(RestartOracleHealth.class)
                            .health()
                            .getStatus()
                            .getDescription())
                    .startsWith("2 messages were given up");
            assertThat(list(state, "paths"))
                    .anySatisfy(path -> assertThat(path)
                            .containsEntry("address", Shop.address(port(application)))
                            .containsEntry("oracle", "fixed")
                            .containsEntry("timeout", "PT3S")
                            .containsEntry("waiting", 0)
                            .containsEntry("giveUps", 2));
            Map<String, Object> second = list(state, "messages").get(0);
            assertThat(second).containsEntry("number", 2);
            assertThat(get(application, "/actuator/restartoracle/" + second.get("sequence") + "/2"))
                    .extractingByKey("reason")
                    .asString()
                    .startsWith("Message " + second.get("sequence") + "/2 is given up: no acknowledgement after 2");
            assertThat(get(application, "/actuator/restartoracle/" + second.get("sequence") + "/0"))
                    .containsEntry("status", 400);
            assertThat(String.valueOf(second.get("reason"))).startsWith("no acknowledgement after 2");
            assertThat(second)
                    .containsEntry("address", Shop.address(port(application)))
                    .containsEntry("attempts", 2)
                    .containsKeys("endpoint", "age");

            assertThat(retry(application, second)).containsEntry("done", true);
            await().until(() -> application.getBean(OrdersBean.class).delivered.contains("second"));
            await().until(() -> path(application).unacknowledged() == 0);
            assertThat(path(application).givenUp()).isOne();
            Map<String, Object> third = list(state, "messages").get(1);
            assertThat(discard(application, third)).containsEntry("done", true);
            assertThat(discard(application, third)).containsEntry("done", false).containsEntry("status", 404);
            assertThat(get(application, "/actuator/restartoracle")).containsEntry("unacknowledged", 0);
            assertThat(application.getBean(OrdersBean.class).delivered).containsExactly("first", "second");
        }
    }

    /** Covers a source that has lost a message and does not tell, as one that only waits. */
    @Test
    void shouldTellThatMessagesAreHeldBehindAMissingOne() {
        try (ConfigurableApplicationContext application = start(
                Shop.class,
                "--restart-oracle.rm.in-order=true",
                "--restart-oracle.health.silent-after=300ms",
                ACTUATOR)) {
            String created = send(
                    application,
                    "/CreateSequence",
                    "",
                    "<r:CreateSequence><r:AcksTo><a:Address>http://www.w3.org/2005/08/addressing/anonymous</a:Address>"
                            + "</r:AcksTo></r:CreateSequence>");
            String sequence = created.replaceAll("(?s).*Identifier[^>]*>([^<]+)<.*", "$1");
            String header = "<r:Sequence><r:Identifier>" + sequence + "</r:Identifier><r:MessageNumber>2"
                    + "</r:MessageNumber></r:Sequence>";
            assertThat(send(application, "", header, "<o:put xmlns:o='urn:orders'><arg0>second</arg0></o:put>"))
                    .contains("SequenceAcknowledgement");
            await().untilAsserted(() ->
                    assertThat(get(application, "/actuator/health")).containsEntry("status", "DOWN"));
            assertThat(application
                            .getBean(RestartOracleHealth.class)
                            .health()
                            .getDetails()
                            .get("held"))
                    .asString()
                    .startsWith("1 messages are held behind a missing one for ");
            assertThat(get(application, "/actuator/restartoracle")).containsEntry("heldDeliveries", 1);
            MeterRegistry registry = application.getBean(MeterRegistry.class);
            assertThat(registry.get("restart.oracle.held.deliveries").gauge().value())
                    .isEqualTo(1);
            assertThat(registry.get("restart.oracle.held").timeGauge().value(TimeUnit.MILLISECONDS))
                    .isGreaterThan(300);

            send(
                    application,
                    "/TerminateSequence",
                    "",
                    "<r:TerminateSequence><r:Identifier>" + sequence + "</r:Identifier></r:TerminateSequence>");
            await().untilAsserted(() ->
                    assertThat(application.getBean(OrdersBean.class).delivered).containsExactly("second"));
            assertThat(get(application, "/actuator/health")).containsEntry("status", "UP");
        }
    }

    /** Sends a message of WS-RM 1.1, or of the application if the operation is empty; returns the answer. */
    private static String send(
            ConfigurableApplicationContext application, String operation, String header, String body) {
        String rm = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
        String address = Shop.address(port(application));
        String envelope = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:r='" + rm
                + "' xmlns:a='http://www.w3.org/2005/08/addressing'><s:Header><a:Action>"
                + (operation.isEmpty() ? "urn:orders/Orders/put" : rm + operation) + "</a:Action><a:MessageID>urn:uuid:"
                + UUID.randomUUID() + "</a:MessageID><a:To>" + address + "</a:To><a:ReplyTo><a:Address>"
                + "http://www.w3.org/2005/08/addressing/anonymous</a:Address></a:ReplyTo>" + header
                + "</s:Header><s:Body>" + body + "</s:Body></s:Envelope>";
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .header("Content-Type", "text/xml; charset=UTF-8")
                .header("SOAPAction", "\"\"")
                .POST(HttpRequest.BodyPublishers.ofString(envelope))
                .build();
        return exchange(request).body();
    }

    @Test
    void shouldForbidTheActionsOfOperators() {
        try (ConfigurableApplicationContext application = start(
                Shop.class, "--restart-oracle.oracle=fixed", "--restart-oracle.operator-actions=false", ACTUATOR)) {
            assertThat(retry(application, Map.of("sequence", "urn:any", "number", 1)))
                    .containsEntry("status", 403)
                    .hasEntrySatisfying(
                            "reason",
                            reason -> assertThat(String.valueOf(reason)).contains("restart-oracle.operator-actions"));
        }
    }

    @Test
    void shouldUseAnotherOracleWhereAnEndpointHasItsOwn() {
        try (ConfigurableApplicationContext application = start(
                Shop.class,
                "--restart-oracle.oracle=qest",
                "--restart-oracle.endpoints.OrdersPort.oracle=fixed",
                "--restart-oracle.endpoints.OrdersPort.initial-timeout=7s")) {
            application.getBean("orders", Orders.class).put("first");
            awaitAcknowledgements(application);
            assertThat(path(application).oracle()).isEqualTo("fixed");
            assertThat(path(application).timeoutNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(7));
        }
    }

    /** Applications that had WS-RM before they had the starter have CXF's features on their clients. */
    @Test
    void shouldSendNothingTwiceWhenAClientHasTheFeaturesToo() {
        try (ConfigurableApplicationContext application =
                start(Shop.class, "--restart-oracle.oracle=fixed", "--restart-oracle.initial-timeout=60s")) {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setServiceClass(Orders.class);
            factory.setAddress(Shop.address(port(application)));
            factory.getFeatures().add(new WSAddressingFeature());
            factory.getFeatures().add(new RMFeature());
            Orders orders = (Orders) factory.create();
            List.of("first", "second", "third").forEach(orders::put);
            await().until(() -> application.getBean(OrdersBean.class).delivered.size() == 3);
            awaitAcknowledgements(application);
            assertThat(path(application).restarts()).isZero();
        }
    }

    /** A sender without a web server, with CXF's store. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Sender {
        @Bean(initMethod = "init")
        RMTxStore store() {
            RMTxStore store = new RMTxStore();
            store.setDriverClassName("org.h2.Driver");
            store.setUrl("jdbc:h2:mem:starter;DB_CLOSE_DELAY=-1");
            store.setTableExistsState("42S01");
            store.setTableExistsCode(42101);
            return store;
        }

        @Bean
        Orders orders(Bus bus, Environment environment) {
            return client(bus, environment);
        }

        static Orders client(Bus bus, Environment environment) {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Orders.class);
            factory.setAddress(Shop.address(environment.getRequiredProperty("supplier.port")));
            return (Orders) factory.create();
        }
    }

    /** A sender without a web server, with a data source. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class SenderWithDataSource {
        @Bean
        DataSource database() {
            JdbcDataSource database = new JdbcDataSource();
            database.setURL("jdbc:h2:mem:sender;DB_CLOSE_DELAY=-1");
            return database;
        }

        @Bean
        Orders orders(Bus bus, Environment environment) {
            return Sender.client(bus, environment);
        }
    }

    private static ConfigurableApplicationContext startSender(Class<?> application, String port) {
        SpringApplication sender = new SpringApplication(application);
        sender.setWebApplicationType(WebApplicationType.NONE);
        return sender.run(
                "--supplier.port=" + port, "--restart-oracle.oracle=fixed", "--restart-oracle.initial-timeout=200ms");
    }

    @ParameterizedTest
    @ValueSource(classes = {Sender.class, SenderWithDataSource.class})
    void shouldDeliverWhatAnEarlierLifeLeftInTheStore(Class<?> senders) {
        try (ConfigurableApplicationContext receiver = start(Shop.class, "--restart-oracle.oracle=fixed");
                ConfigurableApplicationContext sender = startSender(senders, port(receiver))) {
            List<String> delivered = receiver.getBean(OrdersBean.class).delivered;
            Orders orders = sender.getBean("orders", Orders.class);
            orders.put("first");
            awaitAcknowledgements(sender);
            receiver.getBean(Outage.class).set(true);
            List.of("second", "third", "fourth").forEach(orders::put);
            await().until(() -> path(sender).restarts() >= 3);
            // Closing the queue acts like the end of the process: this bus sends no more messages.
            ((OracleRetransmissionQueue) sender.getBean(Bus.class)
                            .getExtension(RMManager.class)
                            .getRetransmissionQueue())
                    .close();
            await().until(() -> path(sender).inFlight() == 0);
            if (sender.getBean(RMStore.class) instanceof DataSourceStore store) {
                store.close();
            }
            receiver.getBean(Outage.class).set(false);

            try (ConfigurableApplicationContext next = startSender(senders, port(receiver))) {
                assertThat(next.getBean(Bus.class).getExtension(RMManager.class).getStore())
                        .isSameAs(next.getBean(RMStore.class));
                await().untilAsserted(() -> assertThat(delivered).contains("first", "second", "third", "fourth"));
                await().until(() -> next.getBean(RestartOracle.class).backlog().isEmpty());
            }
        }
    }

    private static Map<String, Object> get(ConfigurableApplicationContext application, String path) {
        return send(application, path, HttpRequest.newBuilder().GET());
    }

    private static Map<String, Object> retry(ConfigurableApplicationContext application, Map<String, Object> message) {
        String body = "{\"sequence\": \"" + message.get("sequence") + "\", \"number\": " + message.get("number") + "}";
        return send(
                application,
                "/actuator/restartoracle",
                HttpRequest.newBuilder()
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static Map<String, Object> discard(
            ConfigurableApplicationContext application, Map<String, Object> message) {
        String sequence = URLEncoder.encode(String.valueOf(message.get("sequence")), StandardCharsets.UTF_8);
        return send(
                application,
                "/actuator/restartoracle?sequence=" + sequence + "&number=" + message.get("number"),
                HttpRequest.newBuilder().DELETE());
    }

    private static Map<String, Object> send(
            ConfigurableApplicationContext application, String path, HttpRequest.Builder request) {
        URI uri = URI.create("http://localhost:" + port(application) + path);
        HttpResponse<String> response = exchange(request.uri(uri).build());
        Map<String, Object> body =
                new LinkedHashMap<>(JsonParserFactory.getJsonParser().parseMap(response.body()));
        body.putIfAbsent("status", response.statusCode());
        return body;
    }

    private static HttpResponse<String> exchange(HttpRequest request) {
        try {
            return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Map<String, Object> state, String name) {
        return (List<Map<String, Object>>) Objects.requireNonNull(state.get(name));
    }
}
