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
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A gateway in front of a stock CXF destination answers ten calls with 503 and {@code Retry-After}; no call follows. {@code
 * -Dpauses=1,5,20} in seconds; the times go to standard output.
 */
class RetryAfterIT {
    private static final int CALLS = 10;

    private final Bus destinationBus = new CXFBusFactory().createBus();
    private final Bus sourceBus = new CXFBusFactory().createBus();
    private final Notices notices = new Notices();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean refuses;
    private final URI service = URI.create("http://127.0.0.1:" + FreePort.next() + "/greeter");
    private final Gateway gateway;
    private int pauseSeconds;

    RetryAfterIT() throws IOException {
        gateway = new Gateway(service, this::page);
    }

    @WebService(
            endpointInterface = "io.github.restartoracle.http.Greeter",
            serviceName = "GreeterService",
            portName = "GreeterPort",
            targetNamespace = "urn:test:greeter")
    static final class Notices implements Greeter {
        final List<String> received = new CopyOnWriteArrayList<>();

        @Override
        public void notice(String text) {
            received.add(text);
        }

        @Override
        public String greet(String name) {
            return name;
        }
    }

    static List<Arguments> combinations() {
        List<Arguments> all = new ArrayList<>();
        for (String oracle : List.of("none", "fixed", "exponential-backoff", "jacobson-karn", "qest", "canary")) {
            for (boolean inOrder : new boolean[] {false, true}) {
                Arrays.stream(System.getProperty("pauses", "1").split(",", -1))
                        .map(Integer::valueOf)
                        .forEach(seconds -> all.add(Arguments.of(oracle, seconds, inOrder)));
            }
        }
        return all;
    }

    @BeforeEach
    void publish() {
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(destinationBus);
        server.setServiceBean(notices);
        server.setAddress(service.toString());
        server.getFeatures().addAll(reliable());
        server.create();
    }

    @AfterEach
    void close() {
        sourceBus.shutdown(true);
        destinationBus.shutdown(true);
        gateway.close();
    }

    private Gateway.@Nullable Page page(String request) {
        if (!refuses) {
            return null;
        }
        refused.incrementAndGet();
        return new Gateway.Page(503, Map.of("Retry-After", Integer.toString(pauseSeconds)), "");
    }

    private static List<Feature> reliable() {
        return List.of(new WSAddressingFeature(), new RMFeature());
    }

    private Greeter client(String oracle, boolean inOrder) {
        sourceBus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        sourceBus.getExtension(RMManager.class).getConfiguration().setInOrder(inOrder);
        RestartOracle.install(sourceBus, Settings.of(Map.of("oracle", oracle)), TransmissionListener.NONE);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(sourceBus);
        factory.setServiceClass(Greeter.class);
        factory.setAddress(gateway.url());
        factory.getFeatures().addAll(reliable());
        Bus before = BusFactory.getAndSetThreadDefaultBus(sourceBus);
        try {
            return factory.create(Greeter.class);
        } finally {
            BusFactory.setThreadDefaultBus(before);
        }
    }

    private PathStatus path() {
        return Objects.requireNonNull(RestartOracle.of(sourceBus)).paths().get(0);
    }

    @ParameterizedTest(name = "{0}, {1} s, in order: {2}")
    @MethodSource("combinations")
    void shouldDeliverWithoutANewCallWhenThePauseIsOver(String oracle, int pause, boolean inOrder) {
        pauseSeconds = pause;
        Greeter greeter = client(oracle, inOrder);
        greeter.notice("before");
        await().atMost(Duration.ofSeconds(40)).until(() -> notices.received.size() == 1);
        refuses = true;
        for (int call = 0; call < CALLS; call++) {
            greeter.notice("call " + call);
        }
        await().atMost(Duration.ofSeconds(40)).until(() -> refused.get() > 0);
        refuses = false;
        long openNanos = System.nanoTime();
        // A short timeout makes copies. CXF delivers two that come at the same time even if it is to deliver exactly
        // once.
        await().atMost(Duration.ofSeconds(pause + 40))
                .untilAsserted(() -> assertThat(Set.copyOf(notices.received))
                        .as("%s", path())
                        .hasSize(CALLS + 1));
        System.out.printf(
                "%s, Retry-After %d s, in order %s: all delivered after %.2f s, %d refused%n",
                oracle, pause, inOrder, (System.nanoTime() - openNanos) / 1e9, refused.get());
        assertThat(path().missedWakeUps()).isZero();
    }
}
