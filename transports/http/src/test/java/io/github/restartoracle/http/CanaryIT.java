package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.house.Needed;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The canary against a stock CXF destination behind a link that is cut; its measurements go to standard output. */
class CanaryIT {
    private static final Duration OUTAGE = Duration.ofSeconds(8);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final int MOST_SOCKETS = 16;
    private static final int WIDEST_WINDOW = 256;
    private static final int PILED_UP = 2000;
    private static final int BEFORE = 20;
    private static final int DURING = 5;

    private final Bus sourceBus = new CXFBusFactory().createBus();
    private final Bus destinationBus = new CXFBusFactory().createBus();
    private final Notices notices = new Notices();
    private Greeter greeter = notices;
    private int port;

    @BeforeEach
    void publish() {
        Needed.IPTABLES.orSkip(Cut.isPossible());
        port = FreePort.next();
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(destinationBus);
        server.setServiceBean(notices);
        server.setAddress(url());
        server.getFeatures().addAll(reliable());
        server.create();
    }

    private String url() {
        return "http://127.0.0.1:" + port + "/greeter";
    }

    private static List<Feature> reliable() {
        return List.of(new WSAddressingFeature(), new RMFeature());
    }

    private void connect(boolean nativeTransport) {
        Map<String, String> settings = Map.of(
                "oracle",
                "canary",
                "http.native-transport",
                Boolean.toString(nativeTransport),
                "http.connection-per-attempt",
                "false");
        RestartOracle.install(sourceBus, Settings.of(settings), TransmissionListener.NONE);
        JaxWsProxyFactoryBean proxy = new JaxWsProxyFactoryBean();
        proxy.setBus(sourceBus);
        proxy.setAddress(url());
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
        await().atMost(LONG)
                .until(() -> oracle().backlog().isEmpty() && new HashSet<>(notices.received).size() == BEFORE);
    }

    @AfterEach
    void shutDown() {
        if (greeter != notices) {
            ClientProxy.getClient(greeter).destroy();
        }
        sourceBus.shutdown(true);
        destinationBus.shutdown(true);
    }

    private RestartOracle oracle() {
        return Objects.requireNonNull(RestartOracle.of(sourceBus));
    }

    private PathStatus path() {
        return oracle().paths().get(0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldDeliverSoonAfterAnOutageWithoutNewTraffic(boolean nativeTransport) throws Exception {
        connect(nativeTransport);
        long returnedNanos;
        try (Cut cut = new Cut(port)) {
            cut.begin();
            for (int i = 0; i < DURING; i++) {
                greeter.notice("during " + i);
            }
            await().atMost(LONG).until(() -> path().reach().down());
            pause(OUTAGE);
            returnedNanos = System.nanoTime();
        }
        await().pollInterval(Duration.ofMillis(5))
                .atMost(LONG)
                .until(() -> notices.received.stream().distinct().count() == BEFORE + DURING);
        double seconds = (System.nanoTime() - returnedNanos) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "all of %d delivered %.3f s after an outage of %d s, native transport %s%n",
                DURING,
                seconds,
                OUTAGE.toSeconds(),
                nativeTransport);
        await().atMost(LONG).until(() -> oracle().backlog().isEmpty());
        assertThat(path().reach().down()).isFalse();
        assertThatCopiesAreFew(BEFORE + DURING, seconds);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHoldFewSocketsWhileMessagesPileUp(boolean nativeTransport) throws Exception {
        connect(nativeTransport);
        int most = 0;
        try (Cut cut = new Cut(port)) {
            cut.begin();
            greeter.notice("the first");
            await().atMost(LONG).until(() -> path().reach().down());
            for (int i = 1; i < PILED_UP; i++) {
                greeter.notice("during " + i);
                if (i % 50 == 0) {
                    most = Math.max(most, sockets());
                }
            }
            for (int i = 0; i < 20; i++) {
                pause(Duration.ofMillis(200));
                most = Math.max(most, sockets());
            }
            assertThat(path().unacknowledged()).isEqualTo(PILED_UP);
        }
        long returnedNanos = System.nanoTime();
        await().atMost(LONG).until(() -> oracle().backlog().isEmpty());
        double seconds = (System.nanoTime() - returnedNanos) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "%d messages piled up held %d sockets and drained in %.3f s, native transport %s%n",
                PILED_UP,
                most,
                seconds,
                nativeTransport);
        assertThat(most).isLessThanOrEqualTo(MOST_SOCKETS);
        await().atMost(LONG).until(() -> new HashSet<>(notices.received).size() == BEFORE + PILED_UP);
        assertThatCopiesAreFew(BEFORE + PILED_UP, seconds);
    }

    /**
     * Checks the bound that the canary states: its budget, and the messages that had arrived when an outage began, which are
     * next to none at the outage of this test. A busy machine looks like further outages, to a window that is open. If the
     * transport does not report receipts, two copies ask in each second in which no message is acknowledged.
     */
    private void assertThatCopiesAreFew(int messages, double seconds) {
        double outages = path().oracleState().getOrDefault("outages", 0.0);
        assertThat((double) notices.received.size() - messages)
                .as("copies in %.0f outages", outages)
                .isLessThanOrEqualTo(10
                        + 0.05 * messages
                        + 2 * seconds
                        + MOST_SOCKETS
                        + (outages > 1 ? outages * WIDEST_WINDOW : 0));
    }

    /** Returns the number of sockets of the source: connections to the port in any state in which it holds them. */
    private int sockets() throws IOException {
        String remote = String.format(Locale.ROOT, ":%04X", port);
        int count = 0;
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] fields = line.strip().split("\\s+", -1);
                // 01 established, 02 SYN sent
                boolean held = fields.length > 3 && (fields[3].equals("01") || fields[3].equals("02"));
                count += held && fields[2].endsWith(remote) ? 1 : 0;
            }
        }
        return count;
    }

    private static void pause(Duration time) {
        await().pollDelay(time).atMost(time.plus(LONG)).until(() -> true);
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
