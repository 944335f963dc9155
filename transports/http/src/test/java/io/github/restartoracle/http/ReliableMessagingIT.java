package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The retransmission queue on top of this transport: a CXF client and a CXF endpoint that use WS-RM. */
class ReliableMessagingIT {
    private static final int MESSAGES = 50;

    private final Bus sourceBus = new CXFBusFactory().createBus();
    private final Bus destinationBus = new CXFBusFactory().createBus();
    private final Notices notices = new Notices();
    private Greeter greeter = notices;

    @BeforeEach
    void connect() throws Exception {
        String url = "http://127.0.0.1:" + FreePort.next() + "/greeter";
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(destinationBus);
        server.setServiceBean(notices);
        server.setAddress(url);
        server.getFeatures().addAll(reliable());
        server.create();
        RestartOracle.install(
                sourceBus,
                Settings.of(Map.of("oracle", "fixed", "initial-timeout", "20s", "order", "free")),
                TransmissionListener.NONE);
        JaxWsProxyFactoryBean proxy = new JaxWsProxyFactoryBean();
        proxy.setBus(sourceBus);
        proxy.setAddress(url);
        proxy.setServiceClass(Greeter.class);
        proxy.getFeatures().addAll(reliable());
        Bus former = BusFactory.getAndSetThreadDefaultBus(sourceBus);
        try {
            greeter = proxy.create(Greeter.class);
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
    }

    private static List<Feature> reliable() {
        return List.of(new WSAddressingFeature(), new RMFeature());
    }

    @AfterEach
    void shutDown() {
        ClientProxy.getClient(greeter).destroy();
        sourceBus.shutdown(true);
        destinationBus.shutdown(true);
    }

    @Test
    void shouldReadTheAcknowledgementsInTheAnswers() {
        for (int i = 0; i < MESSAGES; i++) {
            greeter.notice("notice " + i);
        }
        await().untilAsserted(() -> assertThat(notices.received).hasSize(MESSAGES));
        await().until(() -> oracle().backlog().isEmpty());
        assertThat(notices.received).doesNotHaveDuplicates();
        PathStatus path = oracle().paths().get(0);
        assertThat(path.restarts()).isZero();
        await().untilAsserted(
                        () -> assertThat(oracle().paths().get(0).inFlight()).isZero());
    }

    @Test
    void shouldHaveEveryMessageOnItsWayWhenTheDestinationAnswersNone() {
        greeter.notice("the one that creates the sequence");
        await().until(() -> notices.received.size() == 1);
        await().until(() -> oracle().backlog().isEmpty());
        Turnstile turnstile = new Turnstile();
        destinationBus.getInInterceptors().add(turnstile);
        for (int i = 0; i < MESSAGES; i++) {
            greeter.notice("notice " + i);
        }
        await().until(() -> turnstile.arrived.get() == MESSAGES);
        assertThat(oracle().paths().get(0).inFlight()).isEqualTo(MESSAGES);
        turnstile.open.countDown();
        await().until(() -> oracle().backlog().isEmpty());
        await().untilAsserted(() -> assertThat(notices.received).hasSize(MESSAGES + 1));
        assertThat(notices.received).doesNotHaveDuplicates();
    }

    private RestartOracle oracle() {
        return Objects.requireNonNull(RestartOracle.of(sourceBus));
    }

    /** Holds every request back until it is opened. */
    private static final class Turnstile extends AbstractPhaseInterceptor<Message> {
        private final AtomicInteger arrived = new AtomicInteger();
        private final CountDownLatch open = new CountDownLatch(1);

        Turnstile() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            arrived.incrementAndGet();
            try {
                open.await();
            } catch (InterruptedException shutDown) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @WebService(endpointInterface = "io.github.restartoracle.http.Greeter", targetNamespace = "urn:greeter")
    static final class Notices implements Greeter {
        private final List<String> received = new CopyOnWriteArrayList<>();

        @Override
        public void notice(String text) {
            received.add(text);
        }

        @Override
        public String greet(String name) {
            return "hello " + name;
        }
    }
}
