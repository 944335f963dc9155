package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.wsrm.internal.conduit.AttemptConduit;
import jakarta.jws.WebService;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.transports.http.configuration.ProxyServerType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses a real endpoint of CXF: with attempts, and with messages that are none. */
class StockPathIT {
    private final Bus serverBus = new ExtensionManagerBus();
    private final Endpoint endpoint = new Endpoint();
    private String url = "";

    @BeforeEach
    void publish() throws Exception {
        url = "http://127.0.0.1:" + FreePort.next() + "/greeter";
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(serverBus);
        server.setServiceBean(endpoint);
        server.setAddress(url);
        server.getFeatures().add(new GZIPFeature());
        server.create();
    }

    @AfterEach
    void shutDown() {
        serverBus.shutdown(true);
    }

    @Test
    void shouldSendAsCxfDoesWhenTheMessageIsNoAttempt() {
        try (HttpCaller caller = new HttpCaller(url)) {
            assertThat(caller.plain().greet("you")).isEqualTo("hello you");
            caller.plain().notice("text");
            await().until(() -> endpoint.notices.get() == 1);
            assertThat(caller.ended()).isEmpty();
            assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("restart-oracle-http-response"));
        }
    }

    @Test
    void shouldReachAnEndpointOfCxf() {
        try (HttpCaller caller = new HttpCaller(url)) {
            assertThat(takesAttempts(caller)).isTrue();
            Attempt attempt = caller.attempt();
            assertThat(caller.greet(attempt, "you")).isEqualTo("hello you");
            Attempt notice = caller.send("text");
            await().until(() -> notice.phase() == Phase.ANSWERED);
            assertThat(attempt.phase()).isEqualTo(Phase.ANSWERED);
            // The server answers a one-way message before it calls the operation.
            await().until(() -> endpoint.notices.get() == 1);
        }
    }

    @Test
    void shouldCompressWhenTheClientDoes() {
        try (HttpCaller caller = new HttpCaller(url)) {
            GZIPFeature gzip = new GZIPFeature();
            gzip.setThreshold(0);
            gzip.setForce(true);
            gzip.initialize(caller.client(), caller.bus());
            String name = "you".repeat(1000);
            assertThat(caller.greet(caller.attempt(), name)).isEqualTo("hello " + name);
        }
    }

    @Test
    void shouldLeaveAProxiedAttemptToCxf() throws Exception {
        try (RawServer proxy = RawServer.answering(RawServer.ACCEPTED);
                HttpCaller caller = new HttpCaller(url)) {
            caller.policy().setProxyServer("127.0.0.1");
            caller.policy().setProxyServerPort(proxy.port());
            caller.policy().setProxyServerType(ProxyServerType.HTTP);
            assertThat(takesAttempts(caller)).isFalse();
            Attempt attempt = caller.send("text");
            assertThat(proxy.requests()).singleElement().asString().startsWith("POST " + url);
            assertThat(attempt.phase()).isEqualTo(Phase.PREPARING);
        }
    }

    private static boolean takesAttempts(HttpCaller caller) {
        Message message = new MessageImpl();
        message.setExchange(new ExchangeImpl());
        return ((AttemptConduit) caller.conduit()).takesAttempts(message);
    }

    @WebService(endpointInterface = "io.github.restartoracle.http.Greeter", targetNamespace = "urn:greeter")
    static final class Endpoint implements Greeter {
        private final AtomicInteger notices = new AtomicInteger();

        @Override
        public void notice(String text) {
            notices.incrementAndGet();
        }

        @Override
        public String greet(String name) {
            return "hello " + name;
        }
    }
}
