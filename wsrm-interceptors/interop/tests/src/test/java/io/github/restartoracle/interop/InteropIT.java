package io.github.restartoracle.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.interop.PeerExchange.Style;
import jakarta.xml.ws.WebServiceException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Exchanges messages with every peer in every way that it supports, and writes the table of {@code docs/peers.md}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InteropIT {
    private static final Logger LOG = LoggerFactory.getLogger(InteropIT.class);
    private static final int ONE_WAY = 10;
    private static final Duration CUT = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Map<String, Peer> peers = new HashMap<>();
    private final Map<String, String> services = new HashMap<>();
    private final AtomicInteger exchanges = new AtomicInteger();
    private final Map<PeerExchange, PeerOutcome> table = new TreeMap<>(new Order());

    /** The order of the table, which is that of the exchanges. */
    private static final class Order implements Comparator<PeerExchange> {
        private final List<PeerExchange> all = exchanges().toList();

        @Override
        public int compare(PeerExchange one, PeerExchange other) {
            return Integer.compare(all.indexOf(one), all.indexOf(other));
        }
    }

    @BeforeAll
    void startPeers() throws IOException {
        peers.put("Metro", Peer.metro());
        peers.put("Sandesha2", Peer.sandesha2());
    }

    @AfterAll
    void stopPeers() throws IOException {
        peers.values().forEach(Peer::close);
        Files.writeString(Path.of(System.getProperty("table")), PeersTable.of(table));
    }

    static Stream<PeerExchange> exchanges() {
        List<PeerExchange> all = new ArrayList<>();
        for (String peer : List.of("Metro", "Sandesha2")) {
            for (boolean toPeer : List.of(true, false)) {
                for (boolean rm10 : List.of(false, true)) {
                    for (boolean soap12 : List.of(false, true)) {
                        styles(peer, toPeer, rm10)
                                .forEach(style -> all.add(new PeerExchange(peer, toPeer, rm10, soap12, style, false)));
                    }
                    Style style = peer.equals("Sandesha2") && !toPeer && !rm10 ? Style.DECOUPLED : Style.ANONYMOUS;
                    all.add(new PeerExchange(peer, toPeer, rm10, false, style, true));
                }
            }
        }
        Predicate<String> chosen =
                Pattern.compile(System.getProperty("exchanges", "")).asPredicate();
        return all.stream().filter(exchange -> chosen.test(exchange.row()));
    }

    private static Stream<Style> styles(String peer, boolean toPeer, boolean rm10) {
        if (toPeer) {
            return Stream.of(Style.ANONYMOUS, Style.DECOUPLED);
        }
        if (peer.equals("Metro")) {
            // Its client has no listener.
            return Stream.of(Style.ANONYMOUS);
        }
        // Its client polls instead of receiving on the connection, except in WS-RM 1.0, which has no polling.
        return rm10 ? Stream.of(Style.ANONYMOUS, Style.DECOUPLED) : Stream.of(Style.DECOUPLED);
    }

    @ParameterizedTest
    @MethodSource("exchanges")
    void shouldDeliverEachMessageOnceAndAcknowledgeIt(PeerExchange exchange) throws Exception {
        String prefix = "x" + exchanges.incrementAndGet() + "-";
        PeerOutcome outcome = exchange.toPeer() ? toPeer(exchange, prefix) : fromPeer(exchange, prefix);
        table.put(exchange, outcome);
        LOG.warn("{}: {}", exchange, outcome);
        assertThat(outcome.lost()).isZero();
        assertThat(outcome.doubled()).isZero();
        assertThat(outcome.answered()).isEqualTo(outcome.calls());
        assertThat(Files.readAllLines(Path.of(System.getProperty("documented"))))
                .as("the documented table; the new one is %s", System.getProperty("table"))
                .anyMatch(line -> line.startsWith(PeersTable.counts(exchange, outcome)));
    }

    private PeerOutcome toPeer(PeerExchange exchange, String prefix) throws Exception {
        Peer peer = Objects.requireNonNull(peers.get(exchange.peer()));
        String service = service(exchange, peer);
        try (Route route = Route.to(service);
                OurSide client = OurSide.client(exchange, route.address)) {
            List<String> orders = new ArrayList<>();
            int answered = 0;
            for (int i = 1; i <= ONE_WAY; i++) {
                route.cutBefore(i, exchange);
                String order = prefix + i;
                orders.add(order);
                client.orders().put(order);
                if (i == 1) {
                    // Calls that wait for a sequence are overtaken by those that come when it is there.
                    assertThat(client.drain(PATIENCE)).as("acknowledged").isTrue();
                }
            }
            route.awaitRestored(exchange);
            for (int i = ONE_WAY + 1; i <= ONE_WAY + exchange.calls(); i++) {
                String order = prefix + i;
                orders.add(order);
                try {
                    answered += client.orders().price(order).equals("price of " + order) ? 1 : 0;
                } catch (WebServiceException e) {
                    LOG.warn("{}: {}", exchange, e.toString());
                }
            }
            awaitDelivery(peer.deliveries(), orders);
            assertThat(client.drain(PATIENCE)).as("acknowledged").isTrue();
            return PeerOutcome.of(orders, exchange.calls(), answered, peer.deliveries(), client.acknowledged());
        }
    }

    private PeerOutcome fromPeer(PeerExchange exchange, String prefix) throws Exception {
        Peer peer = Objects.requireNonNull(peers.get(exchange.peer()));
        String address = "http://localhost:" + FreePort.next() + "/orders";
        try (OurSide service = OurSide.service(exchange, address);
                Route route = Route.to(address)) {
            peer.mustRun("connect " + route.address + exchange.options(FreePort.next()));
            List<String> orders = new ArrayList<>();
            int answered = 0;
            for (int i = 1; i <= ONE_WAY; i++) {
                route.cutBefore(i, exchange);
                String order = prefix + i;
                orders.add(order);
                note(exchange, peer.run("put " + order));
            }
            route.awaitRestored(exchange);
            for (int i = ONE_WAY + 1; i <= ONE_WAY + exchange.calls(); i++) {
                String order = prefix + i;
                orders.add(order);
                String reply = peer.run("price " + order);
                note(exchange, reply);
                answered += reply.equals("returned " + order + "\tprice of " + order) ? 1 : 0;
            }
            awaitDelivery(service.deliveries(), orders);
            await().atMost(PATIENCE)
                    .until(() -> service.acknowledged()
                            .keySet()
                            .containsAll(Stream.iterate(1L, n -> n + 1)
                                    .limit(orders.size())
                                    .toList()));
            note(exchange, peer.run("close"));
            return PeerOutcome.of(orders, exchange.calls(), answered, service.deliveries(), service.acknowledged());
        }
    }

    private static void note(PeerExchange exchange, String reply) {
        if (!reply.startsWith("returned ") && !reply.equals("closed\t")) {
            LOG.warn("{}: {}", exchange, reply);
        }
    }

    /** Returns the address of the service of a peer for these versions. */
    private String service(PeerExchange exchange, Peer peer) {
        String versions = exchange.peer().equals("Metro") ? exchange.options(0).replaceAll("listen=\\d+", "") : "";
        return services.computeIfAbsent(exchange.peer() + versions.strip(), key -> {
            String path = exchange.peer().equals("Metro") ? "/orders" : "/axis2/services/orders";
            String address = "http://localhost:" + FreePort.next() + path;
            peer.mustRun("serve " + address + " " + versions.strip());
            return address;
        });
    }

    private static void awaitDelivery(Map<String, List<Long>> deliveries, List<String> orders) {
        try {
            await().atMost(PATIENCE).until(() -> deliveries.keySet().containsAll(orders));
        } catch (ConditionTimeoutException e) {
            LOG.warn(
                    "Not delivered: {}",
                    orders.stream()
                            .filter(order -> !deliveries.containsKey(order))
                            .collect(Collectors.joining(", ")));
        }
    }

    /** The link to a service, which can be cut. */
    private static final class Route implements AutoCloseable {
        private static final int FIRST_CUT = 4;
        private static final int LAST_CUT = 8;

        private final InProcessLink link;
        final String address;
        private long restoredNanos;

        private Route(InProcessLink link, String address) {
            this.link = link;
            this.address = address;
        }

        static Route to(String service) throws IOException {
            URI uri = URI.create(service);
            InProcessLink link = InProcessLink.open(InProcessLink.Settings.to("localhost", uri.getPort()));
            link.begin();
            return new Route(link, "http://localhost:" + link.address().getPort() + uri.getPath());
        }

        void cutBefore(int message, PeerExchange exchange) {
            if (exchange.cut() && message == FIRST_CUT) {
                restoredNanos = System.nanoTime() + CUT.toNanos();
                link.cut(CUT);
            } else if (message == LAST_CUT) {
                awaitRestored(exchange);
            }
        }

        void awaitRestored(PeerExchange exchange) {
            if (exchange.cut()) {
                await().atMost(PATIENCE).until(() -> System.nanoTime() - restoredNanos >= 0);
            }
        }

        @Override
        public void close() {
            link.close();
        }
    }
}
