package io.github.restartoracle.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests a destination with a store that gets hostile messages beside those of an honest client. {@code -Dhostile=PT5M} sets
 * the duration of each half, {@code -Dseed=S} the messages, {@code -Dfailsafe.jvm=-Xmx128m} the heap.
 */
@Timeout(1800)
class HostileMessagesIT {
    private static final Duration DURATION = Duration.parse(System.getProperty("hostile", "PT3S"));
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final Duration SHORT = Duration.ofMillis(1);
    private static final Duration PATIENCE = Duration.ofMillis(300);
    private static final int THREADS = 3;
    /** The client and the service share a heap, so the client waits for the service. */
    private static final int MOST_UNDELIVERED = 100;

    private static final String HONEST = "honest ";
    private static final Pattern CREATED = Pattern.compile("CreateSequenceResponse.*Identifier[^>]*>(urn:[^<]+)<");
    private static final Pattern ACKNOWLEDGEMENT = Pattern.compile(
            "SequenceAcknowledgement[^>]*>\\s*<[^>]*Identifier[^>]*>([^<]*)</[^>]*>(.*?)</[^>]*SequenceAcknowledgement>");
    private static final Pattern RANGE = Pattern.compile("(Lower|Upper)=\"([^\"]*)\" (?:Lower|Upper)=\"([^\"]*)\"");

    @TempDir
    Path directory;

    private final String address = "http://localhost:" + FreePort.next() + "/orders";
    private final PrintStream errors = System.err;
    private final LogCheck log = new LogCheck(HostileMessages.FORGED);
    private final AtomicLong hostile = new AtomicLong();
    /** The numbers that each sequence of a hostile source was told to be acknowledged. */
    private final Map<String, Set<Long>> acknowledged = new ConcurrentHashMap<>();

    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private record Shop(Honest honest, AtomicLong hostile) implements Orders {
        @Override
        public void put(String order) {
            if (order.startsWith(HONEST)) {
                honest.delivered(Integer.parseInt(order.substring(HONEST.length())));
            } else {
                hostile.incrementAndGet();
            }
        }
    }

    /** The orders of the honest client, which have numbers from 1 on. Thread-safe. */
    private static final class Honest {
        private final BitSet delivered = new BitSet();
        private final List<String> wrong = new ArrayList<>();
        private final boolean inOrder;

        Honest(boolean inOrder) {
            this.inOrder = inOrder;
        }

        synchronized void delivered(int number) {
            if (delivered.get(number)) {
                wrong.add(number + " twice");
            }
            if (inOrder && number > 1 && !delivered.get(number - 1)) {
                wrong.add(number + " before " + (number - 1));
            }
            delivered.set(number);
        }

        synchronized int count() {
            return delivered.cardinality();
        }

        synchronized List<String> wrong() {
            return List.copyOf(wrong);
        }
    }

    private static Bus bus(boolean inOrder) {
        Bus bus = new CXFBusFactory().createBus();
        RMManager manager = bus.getExtension(RMManager.class);
        manager.getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        manager.getConfiguration().setInOrder(inOrder);
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of("oracle", "fixed", "initial-timeout", "500ms", "shutdown-wait", "1s"));
        feature.initialize(bus);
        return bus;
    }

    private Server serve(Bus bus, Honest honest) {
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress(address);
        service.setServiceBean(new Shop(honest, hostile));
        return service.create();
    }

    private String post(HttpClient http, String message, Duration patience) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .timeout(patience)
                .header("Content-Type", "text/xml; charset=UTF-8")
                .header("SOAPAction", "")
                .POST(HttpRequest.BodyPublishers.ofString(message))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (HttpTimeoutException e) {
            // In order, a request with an answer may wait for those before it.
            return "";
        }
    }

    /** Sends hostile messages, each source in sequences of its own; returns their number. */
    private int attack(Random random, AtomicBoolean over) throws IOException, InterruptedException {
        HttpClient http = HttpClient.newHttpClient();
        List<String> own = new ArrayList<>();
        int sent = 0;
        for (; !over.get(); sent++) {
            HostileMessages messages = new HostileMessages(random, address, own);
            if (own.isEmpty() || sent % 200 == 0) {
                Matcher created = CREATED.matcher(post(http, messages.createSoundly(), LONG));
                if (created.find()) {
                    own.add(created.group(1));
                    acknowledged.put(created.group(1), new ConcurrentSkipListSet<>());
                }
            }
            note(post(http, messages.next(), PATIENCE));
        }
        return sent;
    }

    private void note(String answer) {
        Matcher acknowledgements = ACKNOWLEDGEMENT.matcher(answer);
        // The fault for an invalid acknowledgement repeats it.
        while (!answer.contains("InvalidAcknowledgement") && acknowledgements.find()) {
            Set<Long> numbers = acknowledged.get(acknowledgements.group(1));
            Matcher ranges = RANGE.matcher(acknowledgements.group(2));
            while (numbers != null && ranges.find()) {
                boolean lowerFirst = ranges.group(1).equals("Lower");
                long lower = Long.parseLong(ranges.group(lowerFirst ? 2 : 3));
                long upper = Long.parseLong(ranges.group(lowerFirst ? 3 : 2));
                assertThat(lower).as(answer).isBetween(1L, upper);
                LongStream.rangeClosed(lower, upper - lower > 1_000 ? lower + 1_000 : upper)
                        .forEach(numbers::add);
            }
        }
    }

    @ParameterizedTest(name = "in order {0}")
    @ValueSource(booleans = {false, true})
    void shouldServeAnHonestClientAndKeepWhatItAcknowledges(boolean inOrder) throws Exception {
        long seed = Seed.of(HostileMessagesIT.class);
        System.setErr(new PrintStream(log, true, UTF_8));
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        Bus sending = bus(inOrder);
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(sending);
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        Orders orders = (Orders) client.create();
        Honest honest = new Honest(inOrder);
        int called = 0;
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            try (DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
                Bus receiving = bus(inOrder);
                store.installOn(receiving);
                Server server = serve(receiving, honest);
                AtomicBoolean over = new AtomicBoolean();
                List<Future<Integer>> attacks = IntStream.range(0, THREADS)
                        .mapToObj(thread -> threads.submit(() -> attack(new Random(seed + thread), over)))
                        .toList();
                long endNanos = System.nanoTime() + DURATION.toNanos();
                long longestNanos = 0;
                while (System.nanoTime() - endNanos < 0 || called < 50) {
                    called++;
                    long beganNanos = System.nanoTime();
                    orders.put(HONEST + called);
                    int least = called - MOST_UNDELIVERED;
                    await().pollInterval(SHORT).atMost(LONG).until(() -> honest.count() >= least);
                    longestNanos = Math.max(longestNanos, System.nanoTime() - beganNanos);
                }
                over.set(true);
                int sent = 0;
                for (Future<Integer> attack : attacks) {
                    sent += attack.get();
                }
                int calls = called;
                await().atMost(LONG).until(() -> honest.count() >= calls);
                assertThat(acknowledged.values()).anyMatch(numbers -> !numbers.isEmpty());
                acknowledged.forEach((sequence, numbers) -> assertThat(kept(store, sequence))
                        .as("seed %d, %s", seed, sequence)
                        .containsAll(numbers));
                System.out.printf(
                        "In order %s: %d hostile messages in %d sequences, %d of them delivered, beside %d honest ones, whose"
                                + " longest wait was %d ms; heap %d of %d MB; %s%n",
                        inOrder,
                        sent,
                        acknowledged.size(),
                        hostile.get(),
                        called,
                        longestNanos / 1_000_000,
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() >> 20,
                        Runtime.getRuntime().maxMemory() >> 20,
                        log);
                server.destroy();
                receiving.shutdown(true);
            }
            try (DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
                Bus receiving = bus(inOrder);
                store.installOn(receiving);
                Server server = serve(receiving, honest);
                int last = called + 1;
                orders.put(HONEST + last);
                await().atMost(LONG).until(() -> honest.count() >= last);
                assertThat(honest.wrong()).isEmpty();
                assertThat(Objects.requireNonNull(RestartOracle.of(receiving)).givenUpDeliveries())
                        .noneMatch(message -> message.id().number() < 1);
                server.destroy();
                receiving.shutdown(true);
            }
        } finally {
            System.setErr(errors);
            threads.shutdownNow();
            ClientProxy.getClient(orders).destroy();
            sending.shutdown(true);
        }
        assertThat(log.forged()).as("seed %d", seed).isEmpty();
    }

    /** Returns the numbers of a sequence that are in the store, delivered or not. */
    private static Set<Long> kept(DataSourceStore store, String sequence) {
        Set<Long> numbers = new TreeSet<>();
        store.destinationTables.named(sequence, store.nodes.token()).stream()
                .flatMap(stored -> stored.accepted().ranges().stream())
                .forEach(range ->
                        LongStream.rangeClosed(range.lower(), range.upper()).forEach(numbers::add));
        return numbers;
    }
}
