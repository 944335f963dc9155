package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The calls of a thread are in order over a healthy link, from the first on. A destination with a restart oracle invokes the
 * service in that order. At one without, the test records the order in which the endpoint takes the calls: each is then invoked by
 * a thread of its own, so that the service may see two in another order. {@code -Dclients=100} is the size at which defects were
 * found.
 */
class CallOrderIT {
    private static final int CLIENTS = Integer.getInteger("clients", 10);

    private final Bus destinationBus = new CXFBusFactory().createBus();
    private final Arrivals arrivals = new Arrivals();
    private final Arrivals invocations = new Arrivals();
    private String address = "";

    @WebService(
            endpointInterface = "io.github.restartoracle.http.Greeter",
            serviceName = "GreeterService",
            portName = "GreeterPort",
            targetNamespace = "urn:test:greeter")
    static final class Arrivals implements Greeter {
        /** The calls as client, thread and number. */
        final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void notice(String text) {
            all.add(text);
        }

        @Override
        public String greet(String name) {
            return name;
        }

        /** Returns calls that arrived after a later one of the same client and thread. */
        List<String> late() {
            List<String> late = new ArrayList<>();
            Map<String, Integer> last = new TreeMap<>();
            for (String each : all) {
                String caller = each.substring(0, each.lastIndexOf(' '));
                int number = Integer.parseInt(each.substring(each.lastIndexOf(' ') + 1));
                if (last.merge(caller, number, Math::max) > number) {
                    late.add(each);
                }
            }
            return late;
        }
    }

    @BeforeEach
    void findPort() {
        address = "http://127.0.0.1:" + FreePort.next() + "/greeter";
    }

    @AfterEach
    void close() {
        destinationBus.shutdown(true);
    }

    private void publish(boolean stock) {
        if (!stock) {
            RestartOracle.install(destinationBus, Settings.of(Map.of("oracle", "canary")), TransmissionListener.NONE);
        }
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(destinationBus);
        server.setServiceBean(invocations);
        server.setAddress(address);
        server.getFeatures().addAll(reliable());
        server.create();
        destinationBus.getInInterceptors().add(new Noting(arrivals));
    }

    /** Records calls whose content was read, before the thread of their request may pass them to another. */
    private static final class Noting extends AbstractPhaseInterceptor<Message> {
        private final Arrivals arrivals;

        Noting(Arrivals arrivals) {
            super(Phase.PRE_LOGICAL);
            addBefore("*");
            this.arrivals = arrivals;
        }

        @Override
        public void handleMessage(Message message) {
            List<?> content = message.getContent(List.class);
            if (content != null && !content.isEmpty()) {
                textIn(content.get(0)).ifPresent(arrivals::notice);
            }
        }

        /** Returns the argument in the bean that CXF wraps around it; empty for a message of WS-RM. */
        private static Optional<String> textIn(Object wrapper) {
            try {
                return Optional.of(
                        (String) wrapper.getClass().getMethod("getText").invoke(wrapper));
            } catch (ReflectiveOperationException other) {
                return Optional.empty();
            }
        }
    }

    private static List<Feature> reliable() {
        return List.of(new WSAddressingFeature(), new RMFeature());
    }

    private static Bus source(String oracle) {
        Bus bus = new CXFBusFactory().createBus();
        RestartOracle.install(
                bus, Settings.of(Map.of("oracle", oracle, "initial-timeout", "60s")), TransmissionListener.NONE);
        return bus;
    }

    private Greeter client(Bus bus) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Greeter.class);
        factory.setAddress(address);
        factory.getFeatures().addAll(reliable());
        Bus before = BusFactory.getAndSetThreadDefaultBus(bus);
        try {
            return factory.create(Greeter.class);
        } finally {
            BusFactory.setThreadDefaultBus(before);
        }
    }

    private static boolean lapsed(Bus bus) {
        return Objects.requireNonNull(RestartOracle.of(bus)).paths().stream()
                .anyMatch(path -> path.restarts() > 0 || path.oracleState().getOrDefault("outages", 0.0) > 0);
    }

    private void drain(Bus bus, int expected) throws InterruptedException {
        await().atMost(Duration.ofMinutes(2)).until(() -> invocations.all.size() >= expected);
        assertThat(Objects.requireNonNull(RestartOracle.of(bus)).drain(Duration.ofMinutes(1)))
                .isTrue();
    }

    @ParameterizedTest(name = "{0}, stock peer: {1}")
    @CsvSource({"canary, true", "canary, false", "fixed, true", "fixed, false"})
    void shouldKeepTheFirstCallsOfAThreadInOrder(String oracle, boolean stockPeer) throws Exception {
        publish(stockPeer);
        boolean lapsed = false;
        for (int client = 0; client < CLIENTS; client++) {
            Bus bus = source(oracle);
            try {
                Greeter greeter = client(bus);
                for (int call = 0; call < 20; call++) {
                    greeter.notice("client " + client + " thread 0 " + call);
                }
                drain(bus, 20 * (client + 1));
                lapsed |= lapsed(bus);
                ClientProxy.getClient(greeter).destroy();
            } finally {
                bus.shutdown(true);
            }
        }
        check(oracle, stockPeer, lapsed);
        assertThat(Set.copyOf(arrivals.all)).hasSize(20 * CLIENTS);
    }

    @ParameterizedTest(name = "{0}, stock peer: {1}")
    @CsvSource({"canary, true", "canary, false", "fixed, true", "fixed, false"})
    void shouldKeepTheCallsOfEachThreadInOrder(String oracle, boolean stockPeer) throws Exception {
        publish(stockPeer);
        boolean lapsed;
        Bus bus = source(oracle);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            Greeter greeter = client(bus);
            greeter.notice("warm 0");
            int expected = 1;
            for (int client = 0; client < CLIENTS; client++) {
                String name = "client " + client;
                int callers = client % 2 == 0 ? 1 : 8;
                List<Future<?>> all = new ArrayList<>();
                for (int thread = 0; thread < callers; thread++) {
                    String caller = name + " thread " + thread + " ";
                    all.add(threads.submit(() -> {
                        for (int call = 0; call < 200 / callers; call++) {
                            greeter.notice(caller + call);
                        }
                    }));
                }
                for (Future<?> each : all) {
                    each.get();
                }
                expected += 200;
            }
            drain(bus, expected);
            lapsed = lapsed(bus);
        } finally {
            threads.shutdown();
            bus.shutdown(true);
        }
        check(oracle, stockPeer, lapsed);
    }

    /**
     * Covers a link with a delay: several messages of a thread are under way, each on its own connection, and the destination puts
     * them in order. Not only their arrivals are in order, but also the invocations of the service.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void shouldHaveTheDestinationKeepTheOrderOverALongLink(int callers) throws Exception {
        publish(false);
        Bus bus = source("canary");
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        try (Relay link = new Relay(URI.create(address).getPort())) {
            link.delay(20);
            address = address.replaceFirst(":[0-9]+/", ":" + link.port() + "/");
            Greeter greeter = client(bus);
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 0; thread < callers; thread++) {
                String caller = "thread " + thread + " ";
                all.add(threads.submit(() -> {
                    for (int call = 0; call < 200; call++) {
                        greeter.notice(caller + call);
                    }
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
            drain(bus, 200 * callers);
            check("canary", false, lapsed(bus));
            assertThat(link.connections())
                    .as("one for each message of a thread that is under way")
                    .isGreaterThan(2 * callers);
            assertThat(Set.copyOf(invocations.all)).hasSize(200 * callers);
        } finally {
            threads.shutdown();
            bus.shutdown(true);
        }
    }

    /**
     * Checks the order, which is given up when a timeout elapses or the path is down, as a busy machine may appear to the
     * canary.
     */
    private void check(String oracle, boolean stockPeer, boolean lapsed) {
        System.out.printf(
                "%s, %s peer, %s: %d calls, %d arrived late, %d invoked late%n",
                oracle,
                stockPeer ? "stock" : "own",
                lapsed ? "restarts or outages" : "no restart",
                arrivals.all.size(),
                arrivals.late().size(),
                invocations.late().size());
        if (!lapsed) {
            assertThat(stockPeer ? List.of() : invocations.late()).isEmpty();
            // Over a link with a delay, canary has several messages under way, which the destination puts in order.
            assertThat(stockPeer || oracle.equals("fixed") ? arrivals.late() : List.of())
                    .isEmpty();
        }
    }
}
