package io.github.restartoracle.wsrm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RawSource.Version;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.transport.http.HTTPConduitConfigurer;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** Tests which of the addresses are called that a request names, and with which credentials. */
class NamedAddressesIT {
    /** A server that a request names. */
    private static final class Named implements AutoCloseable {
        final List<String> bodies = new CopyOnWriteArrayList<>();
        final List<String> credentials = new CopyOnWriteArrayList<>();
        final AtomicInteger refusals = new AtomicInteger();
        private final HttpServer server;

        Named() throws IOException {
            this(InetAddress.getLoopbackAddress());
        }

        Named(InetAddress host) throws IOException {
            server = HttpServer.create(new InetSocketAddress(host, 0), 0);
            server.createContext("/", exchange -> {
                bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                credentials.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
                exchange.sendResponseHeaders(refusals.getAndDecrement() > 0 ? 503 : 202, -1);
                exchange.close();
            });
            server.start();
        }

        String address() {
            InetSocketAddress address = server.getAddress();
            String host = address.getAddress().isLoopbackAddress() ? "localhost" : address.getHostString();
            return "http://" + host + ":" + address.getPort() + "/named";
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    /** Returns a pair whose destination gives credentials to every conduit of its bus. */
    private static ReliablePair pair(Version version) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.soap12 = version.soap12;
        setup.echoingDestination = false;
        ReliablePair pair = new ReliablePair(setup, false);
        RestartOracleFeature restarting = new RestartOracleFeature("fixed");
        restarting.setProperties(Map.of("initial-timeout", "300ms"));
        restarting.initialize(pair.destinationBus);
        pair.destinationBus.setExtension(
                (name, address, conduit) -> {
                    AuthorizationPolicy credentials = new AuthorizationPolicy();
                    credentials.setUserName("service");
                    credentials.setPassword("secret");
                    conduit.setAuthorization(credentials);
                },
                HTTPConduitConfigurer.class);
        pair.startServer();
        return pair;
    }

    private static void list(ReliablePair pair, String entries) {
        ReceivingSide.installOn(pair.destinationBus)
                .setLimits(DestinationLimits.of(Settings.of(Map.of("rm.reply-to", entries))));
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldRefuseASequenceWithAcknowledgementsForAnotherHost(Version version) throws Exception {
        try (Named named = new Named();
                ReliablePair pair = pair(version)) {
            assertThatIOException()
                    .isThrownBy(() -> new RawSource(pair.serverAddress, version, raw -> {
                        raw.acksTo = named.address();
                        raw.forwarded = true;
                    }))
                    .withMessageContaining("CreateSequenceRefused");
            assertThat(named.bodies).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://203.0.113.1/acks",
                "http://no such host/",
                "http://localhost@203.0.113.1/",
                "http://does-not-exist.invalid/",
                "http://www.w3.org/2005/08/addressing/none",
                "http://www.w3.org/2005/08/addressing/anonymous/../..",
                "file:///tmp/acks",
                "mailto:somebody@example.org",
                "urn:uuid:1",
                "acks",
                ""
            })
    void shouldRefuseASequenceThatCannotBeAcknowledged(String acksTo) {
        try (ReliablePair pair = pair(Version.RM11)) {
            assertThatIOException()
                    .isThrownBy(() -> new RawSource(pair.serverAddress, Version.RM11, raw -> raw.acksTo = acksTo))
                    .withMessageContaining("CreateSequenceRefused");
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldAcknowledgeToTheHostOfTheSourceWithoutCredentials(Version version) throws Exception {
        try (Named named = new Named();
                ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version, raw -> raw.acksTo = named.address());
            source.send(1, "put", "order");
            await().untilAsserted(() ->
                    assertThat(named.bodies).anySatisfy(body -> assertThat(body).contains("AcknowledgementRange")));
            assertThat(named.credentials).isEmpty();
        }
    }

    @Test
    void shouldAcknowledgeToAnotherAddressOfTheHostOfTheSource() throws Exception {
        InetAddress other = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst()
                .orElseThrow(() -> new TestAbortedException("SKIPPED: this host has only a loopback address"));
        try (Named named = new Named(other);
                ReliablePair pair = pair(Version.RM11)) {
            RawSource source = new RawSource(pair.serverAddress, Version.RM11, raw -> raw.acksTo = named.address());
            source.send(1, "put", "order");
            await().untilAsserted(() ->
                    assertThat(named.bodies).anySatisfy(body -> assertThat(body).contains("AcknowledgementRange")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "http://localhost", "other.example, http://LOCALHOST:%d/nam"})
    void shouldAcknowledgeToAnAddressThatIsListed(String entries) throws Exception {
        try (Named named = new Named();
                ReliablePair pair = pair(Version.RM11)) {
            int port = named.server.getAddress().getPort();
            String listed = entries.equals("http://localhost") ? entries + ":" + port : String.format(entries, port);
            list(pair, listed);
            RawSource source = new RawSource(pair.serverAddress, Version.RM11, raw -> {
                raw.acksTo = named.address();
                raw.forwarded = true;
            });
            source.send(1, "put", "order");
            await().until(() -> !named.bodies.isEmpty());
            assertThat(named.credentials).as("an operator trusts it").isNotEmpty();
        }
    }

    @Test
    void shouldNotTakeAnotherAddressForOneThatIsListed() {
        try (ReliablePair pair = pair(Version.RM11)) {
            list(pair, "203.0.113.1:8080, https://203.0.113.2/acks/");
            for (String acksTo : List.of(
                    "http://203.0.113.1/",
                    "http://203.0.113.1:8081/",
                    "http://203.0.113.1.evil.example:8080/",
                    "http://203.0.113.1:8080@evil.example/",
                    "http://203.0.113.2/acks/",
                    "https://203.0.113.2/acks",
                    "https://203.0.113.2/acks/../admin")) {
                assertThatIOException()
                        .isThrownBy(() -> new RawSource(pair.serverAddress, Version.RM11, raw -> raw.acksTo = acksTo))
                        .withMessageContaining("CreateSequenceRefused");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldRefuseACallWithAnAddressOfAnotherHostForItsAnswer(Version version) throws Exception {
        try (Named named = new Named();
                ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            source.replyTo = named.address();
            source.forwarded = true;
            for (String operation : List.of("price", "put")) {
                assertThat(source.send(1, operation, "order"))
                        .contains("restart-oracle.rm.reply-to", "DestinationUnreachable")
                        .doesNotContain("AcknowledgementRange");
            }
            assertThat(pair.bean.delivered).isEmpty();
            assertThat(named.bodies).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldAnswerToTheHostOfTheCallerWithoutCredentials(Version version) throws Exception {
        try (Named named = new Named();
                ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version, raw -> raw.acksTo = named.address());
            source.replyTo = named.address();
            named.refusals.set(2);
            source.send(1, "price", "order");
            await().untilAsserted(() -> assertThat(named.bodies)
                    .filteredOn(body -> body.contains("price of order"))
                    .hasSizeGreaterThan(3));
            assertThat(named.credentials).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldAcknowledgeTheCopyOfACallThatHasItsAnswer(Version version) throws Exception {
        try (Named named = new Named();
                ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version, raw -> raw.acksTo = named.address());
            source.replyTo = named.address();
            source.send(1, "price", "order");
            await().until(() -> named.bodies.stream().anyMatch(body -> body.contains("price of order")));
            source.control(
                    "SequenceAcknowledgement",
                    "<r:SequenceAcknowledgement><r:Identifier>" + source.offered
                            + "</r:Identifier><r:AcknowledgementRange Lower='1' Upper='1'/></r:SequenceAcknowledgement>");
            await().until(() -> pair.destinationBus
                    .getExtension(RMManager.class)
                    .getRetransmissionQueue()
                    .isEmpty());
            named.bodies.clear();
            source.send(1, "price", "order");
            await().untilAsserted(() -> assertThat(named.bodies)
                    .anySatisfy(body -> assertThat(body).contains("AcknowledgementRange", source.sequence)));
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldSendAFaultOnTheConnectionIfItsAddressIsOfAnotherHost(Version version) throws Exception {
        try (Named named = new Named();
                ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            source.faultTo = named.address();
            source.forwarded = true;
            assertThat(source.send(1, "none", "order")).contains("Fault");
            assertThat(source.send(2, "price", "order")).contains("price of order");
            assertThat(named.bodies).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Version.class)
    void shouldTellOnTheConnectionThatASequenceIsUnknown(Version version) throws Exception {
        try (Named named = new Named();
                ReliablePair pair = pair(version)) {
            RawSource source = new RawSource(pair.serverAddress, version);
            source.faultTo = named.address();
            assertThat(source.call(
                                    "<r:Sequence><r:Identifier>urn:uuid:unknown</r:Identifier>"
                                            + "<r:MessageNumber>1</r:MessageNumber></r:Sequence>",
                                    "put",
                                    "order")
                            .body())
                    .contains("UnknownSequence");
            assertThat(named.bodies).isEmpty();
        }
    }
}
