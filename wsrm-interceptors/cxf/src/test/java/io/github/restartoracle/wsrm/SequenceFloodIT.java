package io.github.restartoracle.wsrm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.inbound.SequenceLimits;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests sources that create sequences by the thousand and use none, beside an honest client. {@code -Dflood=100000} sets
 * the number of sequences, with the default limits from there on.
 */
@Timeout(1800)
class SequenceFloodIT {
    private static final int CREATED = Integer.getInteger("flood", 3_000);
    private static final boolean SHIPPED = CREATED >= 100_000;
    private static final int THREADS = 8;
    private static final String RM = "http://docs.oasis-open.org/ws-rx/wsrm/200702";
    private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

    /** CXF's loggers of a stack trace for each refusal. Held, because the JDK drops loggers without references. */
    private static final List<Logger> NOISY = List.of(
            Logger.getLogger("org.apache.cxf.ws.rm.Servant"),
            Logger.getLogger("org.apache.cxf.phase.PhaseInterceptorChain"));

    /** A connection from an address of this host that creates sequences. */
    private static final class Creator implements AutoCloseable {
        private final String address;
        private final Socket socket = new Socket();
        private final InputStream in;

        Creator(String address, int from) throws IOException {
            this.address = address;
            // Honest clients have the first address: one that shares the flood's address shares its limit.
            byte[] local = {127, 0, (byte) (from / 250), (byte) (2 + from % 250)};
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(local), 0));
            socket.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), URI.create(address).getPort()));
            in = new BufferedInputStream(socket.getInputStream());
        }

        /** Creates a sequence; returns false if it was refused. */
        boolean create() throws IOException {
            byte[] body = ("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:a='" + ADDRESSING
                            + "' xmlns:r='" + RM + "'><s:Header><a:Action>" + RM
                            + "/CreateSequence</a:Action><a:MessageID>urn:uuid:" + UUID.randomUUID()
                            + "</a:MessageID><a:To>" + address + "</a:To><a:ReplyTo><a:Address>" + ADDRESSING
                            + "/anonymous</a:Address></a:ReplyTo></s:Header><s:Body><r:CreateSequence><r:AcksTo><a:Address>"
                            + ADDRESSING + "/anonymous</a:Address></r:AcksTo><r:Expires>PT0S</r:Expires><r:Offer>"
                            + "<r:Identifier>urn:uuid:" + UUID.randomUUID() + "</r:Identifier><r:Endpoint><a:Address>"
                            + ADDRESSING + "/anonymous</a:Address></r:Endpoint></r:Offer></r:CreateSequence></s:Body>"
                            + "</s:Envelope>")
                    .getBytes(UTF_8);
            byte[] head = ("POST " + URI.create(address).getPath()
                            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\nSOAPAction: \"" + RM
                            + "/CreateSequence\"\r\nContent-Length: " + body.length + "\r\n\r\n")
                    .getBytes(ISO_8859_1);
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(head);
            request.writeBytes(body);
            socket.getOutputStream().write(request.toByteArray());
            String answer = answer();
            if (!answer.contains("CreateSequenceResponse") && !answer.contains("CreateSequenceRefused")) {
                throw new IOException("neither created nor refused: " + answer);
            }
            return answer.contains("CreateSequenceResponse");
        }

        private String line() throws IOException {
            StringBuilder line = new StringBuilder();
            for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
                line.append((char) next);
            }
            return line.toString().strip();
        }

        private int chunk() throws IOException {
            return Integer.parseInt(line(), 16);
        }

        private String header() throws IOException {
            return line().toLowerCase(Locale.ROOT);
        }

        private String answer() throws IOException {
            int length = -1;
            for (String line = header(); !line.isEmpty(); line = header()) {
                if (line.startsWith("content-length:")) {
                    length = Integer.parseInt(
                            line.substring("content-length:".length()).strip());
                }
            }
            if (length >= 0) {
                return new String(in.readNBytes(length), UTF_8);
            }
            StringBuilder body = new StringBuilder();
            for (int chunk = chunk(); chunk > 0; chunk = chunk()) {
                body.append(new String(in.readNBytes(chunk), UTF_8));
                line();
            }
            line();
            return body.toString();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static long heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Returns the number of threads by name, without the numbers in the names. */
    private static Map<String, Long> threadsByName() {
        return Thread.getAllStackTraces().keySet().stream()
                .collect(Collectors.groupingBy(
                        thread -> thread.getName().replaceAll("[0-9]+", "#"), TreeMap::new, Collectors.counting()));
    }

    /** Returns the classes with most bytes, after another collection. */
    private static String histogram() {
        try {
            String all = (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
            return all.lines().limit(20).collect(Collectors.joining("\n"));
        } catch (JMException e) {
            return e.toString();
        }
    }

    private static int received(ReliablePair pair) {
        return pair.destinationBus
                .getExtension(RMManager.class)
                .findReliableEndpoint(new QName("urn:test:orders", "OrdersService"))
                .getDestination()
                .getAllSequences()
                .size();
    }

    private static DestinationLimits limits() {
        DestinationLimits shipped = DestinationLimits.ofDefaults();
        return SHIPPED
                ? shipped
                : new DestinationLimits(
                        shipped.shutdownWait(),
                        new SequenceLimits(
                                CREATED / 2,
                                CREATED / 20,
                                Duration.ofSeconds(2),
                                shipped.sequences().idle(),
                                shipped.sequences().expires()),
                        shipped.replyTo());
    }

    /** Creates a share of the sequences, by one connection after another; returns the number of refusals. */
    private static int flood(String address, int share, int first, int addresses, AtomicInteger created)
            throws IOException {
        int refused = 0;
        int perConnection = Math.max(1, share / 50);
        for (int done = 0; done < share; ) {
            int from = addresses == 1 ? 0 : (first + done / perConnection) % addresses;
            try (Creator creator = new Creator(address, from)) {
                for (int i = 0; i < perConnection && done < share; i++, done++) {
                    refused += creator.create() ? 0 : 1;
                    created.incrementAndGet();
                }
            }
        }
        return refused;
    }

    @ParameterizedTest(name = "from {0} addresses")
    @ValueSource(ints = {1, 400})
    void shouldBoundTheHeapAndServeHonestClients(int addresses) throws Exception {
        List<Level> levels = NOISY.stream().map(Logger::getLevel).toList();
        NOISY.forEach(logger -> logger.setLevel(Level.OFF));
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.rm11 = true;
        // The default oracle. With a fixed interval, an overloaded machine would get copies of messages that it has
        // not answered in time, each over a connection of its own, and connections take memory.
        setup.settings.put("oracle", "canary");
        setup.settings.remove("initial-timeout");
        ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);
        try (ReliablePair pair = new ReliablePair(setup)) {
            ReceivingSide.installOn(pair.destinationBus).setLimits(limits());
            pair.orders.put("before");
            await().until(() -> pair.bean.delivered.size() == 1);
            long before = heap();
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger sent = new AtomicInteger(1);
            Future<?> honest = threads.submit(() -> {
                while (!over.get()) {
                    pair.orders.put("beside " + sent.getAndIncrement());
                    Thread.sleep(50);
                }
                return null;
            });
            AtomicInteger created = new AtomicInteger();
            long startNanos = System.nanoTime();
            List<Future<Integer>> shares = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int first = i * addresses / THREADS;
                shares.add(
                        threads.submit(() -> flood(pair.serverAddress, CREATED / THREADS, first, addresses, created)));
            }
            List<Orders> newcomers = new ArrayList<>();
            List<Bus> buses = new ArrayList<>();
            StringBuilder waits = new StringBuilder();
            for (int i = 1; i <= 5; i++) {
                int quota = i * CREATED / 6;
                await().atMost(Duration.ofMinutes(20)).until(() -> created.get() >= quota);
                Bus bus = pair.sourceBus(null);
                buses.add(bus);
                Orders newcomer = pair.client(bus);
                newcomers.add(newcomer);
                String order = "newcomer " + i;
                long calledNanos = System.nanoTime();
                newcomer.put(order);
                long returnedNanos = System.nanoTime();
                await().pollInterval(Duration.ofMillis(5)).until(() -> pair.bean.delivered.contains(order));
                waits.append(String.format(
                        Locale.ROOT,
                        " %d/%d ms",
                        TimeUnit.NANOSECONDS.toMillis(returnedNanos - calledNanos),
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - calledNanos)));
            }
            int refused = 0;
            for (Future<Integer> share : shares) {
                refused += share.get();
            }
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            over.set(true);
            honest.get();
            await().until(() -> pair.bean.delivered.size() == sent.get() + 5);
            assertThat(pair.bean.delivered).doesNotHaveDuplicates();
            long after = heap();
            int kept = received(pair);
            System.out.printf(
                    Locale.ROOT,
                    "%d CreateSequence from %d addresses in %.1f s: %d refused, %d sequences kept, heap %.1f -> %.1f MB;"
                            + " honest: %d of %d delivered, newcomers' first call returned/delivered after%s%n",
                    created.get(),
                    addresses,
                    seconds,
                    refused,
                    kept,
                    before / 1e6,
                    after / 1e6,
                    pair.bean.delivered.size(),
                    sent.get() + 5,
                    waits);
            SequenceLimits limits = limits().sequences();
            int honestSequences = 1 + newcomers.size();
            assertThat(kept).isLessThanOrEqualTo(addresses == 1 ? limits.ofSource() + honestSequences : limits.all());
            // Threads keep their buffers, and pools their threads for a minute after their last task.
            await().atMost(Duration.ofMinutes(3))
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> assertThat(heap() - before)
                            .as(() -> "bytes; what there is most of: " + histogram() + "\nthreads: " + threadsByName())
                            .isLessThan(20_000_000L + 6_000L * kept));
            assertThat(newcomers).hasSize(5);
            buses.forEach(bus -> bus.shutdown(true));
        } finally {
            threads.shutdownNow();
            for (int i = 0; i < NOISY.size(); i++) {
                NOISY.get(i).setLevel(levels.get(i));
            }
        }
    }
}
