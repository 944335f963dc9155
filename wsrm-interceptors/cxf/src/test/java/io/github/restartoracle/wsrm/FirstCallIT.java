package io.github.restartoracle.wsrm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.SequenceTerminationPolicyType;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that errors of configuration reach the caller of the first call, and that a destination that is down does not
 * affect it.
 */
class FirstCallIT {
    private final Bus bus = new CXFBusFactory().createBus();

    @AfterEach
    void close() {
        bus.shutdown(true);
    }

    private Orders client(String address, String wait) {
        RestartOracle.install(
                bus, Settings.of(Map.of("oracle", "canary", "first-call-wait", wait)), TransmissionListener.NONE);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        Bus before = BusFactory.getAndSetThreadDefaultBus(bus);
        try {
            return factory.create(Orders.class);
        } finally {
            BusFactory.setThreadDefaultBus(before);
        }
    }

    private RestartOracleStatus status() {
        return Objects.requireNonNull(RestartOracle.of(bus)).status();
    }

    @Test
    void shouldTellThatThereIsNoServiceAtTheAddress() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try {
            String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/elsewhere";
            Orders orders = client(address, "30s");
            assertThatThrownBy(() -> orders.put("first")).hasStackTraceContaining("404");
            assertThatThrownBy(() -> orders.put("second")).hasStackTraceContaining("404");
            assertThat(status().unacknowledged()).isZero();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void shouldTellThatTheAnswerNamesNoSequence() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String request = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String answer = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'"
                    + " xmlns:a='http://schemas.xmlsoap.org/ws/2004/08/addressing'"
                    + " xmlns:r='http://schemas.xmlsoap.org/ws/2005/02/rm'><s:Header>"
                    + "<a:Action>http://schemas.xmlsoap.org/ws/2005/02/rm/CreateSequenceResponse</a:Action>"
                    + "<a:RelatesTo>" + request.replaceFirst("(?s).*<MessageID[^>]*>([^<]*)<.*", "$1")
                    + "</a:RelatesTo></s:Header><s:Body><r:CreateSequenceResponse/></s:Body></s:Envelope>";
            exchange.getResponseHeaders().add("Content-Type", "text/xml; charset=utf-8");
            exchange.sendResponseHeaders(200, answer.length());
            exchange.getResponseBody().write(answer.getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        try {
            Orders orders = client("http://127.0.0.1:" + server.getAddress().getPort() + "/orders", "0s");
            assertThatThrownBy(() -> orders.price("first"))
                    .hasStackTraceContaining("the answer to CreateSequence names no sequence");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void shouldTellThatTheHostIsUnknown() {
        Orders orders = client("http://no-such-host.invalid/orders", "30s");
        assertThatThrownBy(() -> orders.put("first")).hasMessageContaining("the host in the address is unknown");
        assertThat(status().unacknowledged()).isZero();
    }

    @Test
    void shouldTellThatTheServiceHasNoReliableMessaging() {
        Bus plain = new CXFBusFactory().createBus();
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(plain);
        server.setServiceBean(new ReliablePair.OrdersBean(order -> {}));
        server.setAddress("http://127.0.0.1:" + FreePort.next() + "/orders");
        server.create();
        try {
            Orders orders = client(server.getAddress(), "30s");
            assertThatThrownBy(() -> orders.put("first")).hasMessageContaining("does not offer WS-ReliableMessaging");
        } finally {
            plain.shutdown(true);
        }
    }

    @Test
    void shouldParkTheCallWhenTheServiceIsDown() {
        Orders orders = client("http://127.0.0.1:" + FreePort.next() + "/orders", "30s");
        orders.put("first");
        assertThat(status().parked()).isOne();
    }

    @Test
    void shouldSendParkedCallsWhenTheServiceAcceptsASequenceAfterItHasRefusedOne() throws IOException {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = true;
        try (ReliablePair pair = new ReliablePair(setup, false)) {
            Orders orders = client(pair.serverAddress, "30s");
            orders.put("first");
            int port = URI.create(pair.serverAddress).getPort();
            HttpServer refusing = HttpServer.create(new InetSocketAddress("localhost", port), 0);
            refusing.createContext("/", exchange -> {
                exchange.sendResponseHeaders(400, -1);
                exchange.close();
            });
            refusing.start();
            await().until(() ->
                    String.valueOf(status().paths().get(0).problem()).contains("400"));
            orders.put("second");
            assertThat(status().parked()).isEqualTo(2);
            refusing.stop(0);
            pair.startServer();
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(pair.bean.delivered).containsExactly("first", "second");
        }
    }

    @Test
    void shouldNotWaitIfItIsNotTo() {
        Orders orders = client("http://no-such-host.invalid/orders", "0s");
        orders.put("first");
        await().until(() -> String.valueOf(status().paths().get(0).problem()).contains("unknown"));
        assertThat(status().parked()).isOne();
    }

    @Test
    void shouldHaveItsSequenceWhenTheFirstCallReturns() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("first-call-wait", "30s"))) {
            pair.orders.put("first");
            assertThat(pair.oracle().status().parked()).isZero();
            await().until(() -> pair.bean.delivered.size() == 1);
        }
    }

    /** Returns the numbers that interceptors of the application see in the chains of calls, null for none. */
    private static List<@Nullable Long> numbers(Bus bus) {
        List<@Nullable Long> numbers = Collections.synchronizedList(new ArrayList<>());
        bus.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.USER_PROTOCOL) {
            @Override
            public void handleMessage(Message message) {
                if (Boolean.TRUE.equals(message.get(RMMessageConstants.MESSAGE_CAPTURE))) {
                    RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
                    numbers.add(properties.getSequence() == null ? null : properties.getMessageNumber());
                }
            }
        });
        return numbers;
    }

    @Test
    void shouldShowInterceptorsTheNumberOfTheFirstCall() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("first-call-wait", "30s"))) {
            List<@Nullable Long> numbers = numbers(pair.sourceBus);
            pair.orders.put("first");
            pair.orders.put("second");
            assertThat(numbers).containsExactly(1L, 2L);
        }
    }

    @Test
    void shouldWaitForEachSequenceOfADestinationThatAnswers() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("first-call-wait", "30s"))) {
            SourcePolicyType policy = new SourcePolicyType();
            policy.setSequenceTerminationPolicy(new SequenceTerminationPolicyType());
            policy.getSequenceTerminationPolicy().setMaxLength(1);
            pair.manager().setSourcePolicy(policy);
            List<@Nullable Long> numbers = numbers(pair.sourceBus);
            for (String order : List.of("first", "second", "third")) {
                pair.orders.put(order);
            }
            assertThat(numbers).containsExactly(1L, 1L, 1L);
            await().until(() -> pair.bean.delivered.size() == 3);
        }
    }
}
