package io.github.restartoracle.spring.boot;

import com.sun.management.UnixOperatingSystemMXBean;
import io.github.restartoracle.harness.inject.InProcessLink;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.jws.WebService;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.apache.cxf.Bus;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Measures the cost of messages that accumulate in an outage: a source and its destination in one application, with a link
 * between them that is cut.
 *
 * <p>{@code ./mvnw -q -Pload -pl wsrm-interceptors/spring-boot -am verify}
 */
final class OutageLoad implements AutoCloseable {
    private static final int CALLERS = 8;
    private static final Duration LONG = Duration.ofHours(1);
    private static final long SNAPSHOT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_100);
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final ConfigurableApplicationContext application;
    private final InProcessLink link;
    private final RestartOracle oracle;
    private final Counter received = new Counter();
    private final List<Orders> clients = new ArrayList<>();

    /** A service that counts its orders. */
    @WebService(
            endpointInterface = "io.github.restartoracle.spring.boot.Orders",
            serviceName = "OrderService",
            portName = "OrderPort",
            targetNamespace = "urn:orders")
    static final class Counter implements Orders {
        private final AtomicInteger orders = new AtomicInteger();
        private final Set<String> different = ConcurrentHashMap.newKeySet();

        @Override
        public void put(String order) {
            orders.incrementAndGet();
            different.add(order);
        }
    }

    /**
     * The measured values. Source and destination are one process, so its sockets are those of both and of the link.
     *
     * @param pending messages that were not acknowledged at the end of the outage
     * @param threads the maximum number of threads beyond those before the outage
     * @param inFlight the maximum number of transmissions in flight
     * @param openFiles the maximum number of file descriptors beyond those before the outage; -1 where they cannot be counted
     * @param bytesPerMessage of heap, for each pending one
     * @param statusMicros the median time of {@code status()} in and after the outage
     * @param metersMicros and of reading all meters, so rarely that each reading looks at the paths
     * @param restarts in the outage
     * @param delivered orders that have arrived in the end, copies included
     * @param different orders that have arrived in the end
     * @param seconds from the end of the outage to the last acknowledgement
     * @param unlike the paths on which another number of messages was pending at the end of the outage
     */
    record Seen(
            int pending,
            int threads,
            int inFlight,
            long openFiles,
            long bytesPerMessage,
            double statusMicros,
            double metersMicros,
            long restarts,
            int delivered,
            int different,
            double seconds,
            List<PathStatus> unlike) {}

    OutageLoad(int paths, String... properties) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(properties));
        arguments.add("--server.port=0");
        arguments.add("--restart-oracle.rm.delivery-assurance=exactly-once");
        arguments.add("--logging.level.org.apache.cxf=error");
        application = new SpringApplication(Shop.class).run(arguments.toArray(String[]::new));
        oracle = application.getBean(RestartOracle.class);
        int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        link = InProcessLink.open(InProcessLink.Settings.to("localhost", port));
        new EndpointImpl(application.getBean(Bus.class), received).publish("/load");
        for (int path = 0; path < paths; path++) {
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setServiceClass(Orders.class);
            factory.setAddress("http://localhost:" + link.address().getPort() + "/services/load?path=" + path);
            clients.add((Orders) factory.create());
        }
    }

    /**
     * Runs an outage. Every client has its sequence when the link is cut. Then each client sends, and the outage lasts for the
     * given time longer.
     */
    Seen run(int messagesEach, Duration longer) throws InterruptedException {
        send(1, "early");
        await(() -> received.orders.get() == clients.size() && oracle.backlog().isEmpty());
        long heapBefore = heap();
        int threadsBefore = threads();
        long filesBefore = openFiles();
        link.cut(LONG);
        Highest highest = new Highest();
        send(messagesEach, "late");
        long end = System.nanoTime() + longer.toNanos();
        await(() -> {
            highest.look();
            return System.nanoTime() - end > 0;
        });
        List<PathStatus> unlike = paths().stream()
                .filter(path -> path.unacknowledged() != messagesEach)
                .toList();
        int pending = oracle.backlog().unacknowledged();
        long perMessage = (heap() - heapBefore) / pending;
        long restarts = paths().stream().mapToLong(PathStatus::restarts).sum();
        link.cut(Duration.ZERO);
        long begun = System.nanoTime();
        await(() -> {
            highest.look();
            return oracle.backlog().isEmpty();
        });
        return new Seen(
                pending,
                highest.threads - threadsBefore,
                highest.inFlight,
                filesBefore < 0 ? -1 : highest.files - filesBefore,
                perMessage,
                median(highest.statusMicros),
                median(highest.metersMicros),
                restarts,
                received.orders.get() - clients.size(),
                received.different.size() - clients.size(),
                (System.nanoTime() - begun) / 1e9,
                unlike);
    }

    private void send(int each, String name) throws InterruptedException {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        List<Future<?>> calls = new ArrayList<>();
        for (int message = 0; message < each; message++) {
            for (int client = 0; client < clients.size(); client++) {
                Orders orders = clients.get(client);
                String order = name + " order " + message + " of client " + client;
                calls.add(callers.submit(() -> orders.put(order)));
            }
        }
        callers.shutdown();
        if (!callers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("calls do not return: " + oracle.status());
        }
        for (Future<?> call : calls) {
            try {
                call.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a call failed", e);
            }
        }
    }

    private static void await(BooleanSupplier done) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("nothing more happens");
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private List<PathStatus> paths() {
        return oracle.paths();
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0.0);
    }

    /** The maximum values so far, and the times to read them. */
    private final class Highest {
        private final List<Double> statusMicros = new ArrayList<>();
        private final List<Double> metersMicros = new ArrayList<>();
        private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
        private int threads;
        private int inFlight;
        private long files;
        private long lastReading = System.nanoTime();

        Highest() {
            new RestartOracleMeters(oracle).bindTo(registry);
        }

        void look() {
            statusMicros.add(micros(oracle::status));
            if (System.nanoTime() - lastReading > SNAPSHOT_NANOS) {
                metersMicros.add(micros(
                        () -> registry.forEachMeter(meter -> meter.measure().forEach(Measurement::getValue))));
                lastReading = System.nanoTime();
            }
            threads = Math.max(threads, threads());
            inFlight = Math.max(
                    inFlight, paths().stream().mapToInt(PathStatus::inFlight).sum());
            files = Math.max(files, openFiles());
        }
    }

    private static double micros(Runnable task) {
        long begun = System.nanoTime();
        task.run();
        return (System.nanoTime() - begun) / 1e3;
    }

    private static int threads() {
        return ManagementFactory.getThreadMXBean().getThreadCount();
    }

    private static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getOpenFileDescriptorCount()
                : -1;
    }

    private static long heap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(200);
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    @Override
    public void close() {
        link.close();
        application.close();
    }

    /**
     * Prints the values for 100,000 messages on one path, and for 100 on each of 1,000.
     *
     * @param arguments other numbers of paths
     */
    public static void main(String[] arguments) throws Exception {
        List<String> numbers = arguments.length == 0 ? List.of("1", "1000") : List.of(arguments);
        for (int paths : numbers.stream().mapToInt(Integer::parseInt).toArray()) {
            // The link and the server have their ends of each connection in this process, too.
            try (OutageLoad load = new OutageLoad(
                    paths, "--restart-oracle.oracle=qest", "--restart-oracle.max-in-flight-total=1000")) {
                int each = 100_000 / paths;
                System.out.printf(
                        "%d paths, %d messages each: %s%n", paths, each, load.run(each, Duration.ofSeconds(20)));
            }
        }
    }
}
