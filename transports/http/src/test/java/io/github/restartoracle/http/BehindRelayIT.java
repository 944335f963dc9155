package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.helpers.CastUtils;
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

/** The canary and a stock CXF destination, with a relay between them that accepts connections and confirms bytes. */
class BehindRelayIT {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int BEFORE = 5;
    private static final int DURING = 20;

    private final Bus sourceBus = new CXFBusFactory().createBus();
    private final Bus destinationBus = new CXFBusFactory().createBus();
    private final Notices notices = new Notices();
    private final SlowAnswers answers = new SlowAnswers();
    private Greeter greeter = notices;
    private Relay relay;

    @BeforeEach
    void connect() throws IOException {
        int port = FreePort.next();
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(destinationBus);
        server.setServiceBean(notices);
        server.setAddress("http://127.0.0.1:" + port + "/greeter");
        server.getFeatures().addAll(reliable());
        server.getInInterceptors().add(answers);
        server.create();
        relay = new Relay(port);
        RestartOracle.install(sourceBus, Settings.of(Map.of("oracle", "canary")), TransmissionListener.NONE);
        JaxWsProxyFactoryBean proxy = new JaxWsProxyFactoryBean();
        proxy.setBus(sourceBus);
        proxy.setAddress("http://127.0.0.1:" + relay.port() + "/greeter");
        proxy.setServiceClass(Greeter.class);
        proxy.getFeatures().addAll(reliable());
        Bus former = BusFactory.getAndSetThreadDefaultBus(sourceBus);
        try {
            greeter = proxy.create(Greeter.class);
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
        for (int i = 0; i < BEFORE; i++) {
            greeter.notice("before " + i);
        }
        awaitDelivery(BEFORE);
    }

    private static List<Feature> reliable() {
        return List.of(new WSAddressingFeature(), new RMFeature());
    }

    @AfterEach
    void shutDown() throws IOException {
        ClientProxy.getClient(greeter).destroy();
        sourceBus.shutdown(true);
        destinationBus.shutdown(true);
        relay.close();
    }

    private PathStatus path() {
        return Objects.requireNonNull(RestartOracle.of(sourceBus)).paths().get(0);
    }

    private void awaitDelivery(int messages) {
        await().atMost(LONG)
                .until(() -> path().unacknowledged() == 0
                        && notices.received.stream().distinct().count() == messages);
    }

    private boolean isSilent() {
        return path().oracleState().getOrDefault("silent", 0.0) == 1.0;
    }

    @Test
    void shouldHoldMessagesWhileThePathBehindIsDead() {
        relay.die();
        greeter.notice("the first");
        await().atMost(LONG).until(this::isSilent);
        for (int i = 1; i < DURING; i++) {
            greeter.notice("during " + i);
        }
        assertThat(path().reach().waiting()).isEqualTo(DURING - 1);
        assertThat(answers.asked.get()).isZero();

        relay.revive();
        awaitDelivery(BEFORE + DURING);

        assertThat(answers.asked.get()).isPositive();
        assertThat(path().restarts()).isOne();
        assertThat(notices.received).doesNotHaveDuplicates();
    }

    @Test
    void shouldNotTakeASlowServiceForADeadPath() {
        answers.slow = true;
        for (int i = 0; i < BEFORE; i++) {
            greeter.notice("slow " + i);
        }

        awaitDelivery(2 * BEFORE);

        assertThat(answers.asked.get()).isPositive();
        assertThat(path().oracleState()).containsEntry("outages", 0.0);
        assertThat(path().restarts()).isZero();
    }

    /** Counts requests for an acknowledgement, and delays all other messages. */
    private static final class SlowAnswers extends AbstractPhaseInterceptor<Message> {
        private static final long SLOW_NANOS = 2_000_000_000L;

        private final AtomicInteger asked = new AtomicInteger();
        private volatile boolean slow;

        SlowAnswers() {
            super(Phase.RECEIVE);
        }

        @Override
        public void handleMessage(Message message) {
            Map<String, List<String>> headers = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
            if (String.valueOf(headers.get("SOAPAction")).contains("AckRequested")) {
                asked.incrementAndGet();
            } else if (slow) {
                LockSupport.parkNanos(SLOW_NANOS);
            }
        }
    }

    /** The service. */
    @WebService(endpointInterface = "io.github.restartoracle.http.Greeter", targetNamespace = "urn:greeter")
    public static final class Notices implements Greeter {
        private final List<String> received = new CopyOnWriteArrayList<>();

        @Override
        public String greet(String name) {
            return "hello " + name;
        }

        @Override
        public void notice(String text) {
            received.add(text);
        }
    }
}
