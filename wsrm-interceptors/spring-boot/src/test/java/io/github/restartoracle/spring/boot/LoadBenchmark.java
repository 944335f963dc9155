package io.github.restartoracle.spring.boot;

import jakarta.jws.WebService;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RetransmissionQueue;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Reliable one-way messages a second through the starter and through CXF's own queue, to the same endpoint in the same
 * process, in turn. A round ends when its last message is acknowledged.
 *
 * <p>{@code ./mvnw -q -Pload -pl wsrm-interceptors/spring-boot -am verify}
 */
final class LoadBenchmark {
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 5;
    private static final int MESSAGES = 4000;

    private final Counter received = new Counter();
    private int sent;

    /** Counts what it gets. */
    @WebService(
            endpointInterface = "io.github.restartoracle.spring.boot.Orders",
            serviceName = "OrderService",
            portName = "OrderPort",
            targetNamespace = "urn:orders")
    static final class Counter implements Orders {
        private final AtomicInteger orders = new AtomicInteger();

        @Override
        public void put(String order) {
            orders.incrementAndGet();
        }
    }

    /** A client, and what of it is not acknowledged. */
    private record Way(String name, Orders orders, RetransmissionQueue queue) {}

    /**
     * Prints the rates.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws Exception {
        try (ConfigurableApplicationContext application = new SpringApplication(Shop.class)
                .run("--server.port=0", "--restart-oracle.oracle=qest", "--logging.level.org.apache.cxf=error")) {
            String address = "http://localhost:" + application.getEnvironment().getRequiredProperty("local.server.port")
                    + "/services/load";
            Bus cxf = BusFactory.newInstance().createBus();
            new WSAddressingFeature().initialize(cxf);
            new RMFeature().initialize(cxf);
            LoadBenchmark benchmark = new LoadBenchmark();
            new EndpointImpl(application.getBean(Bus.class), benchmark.received).publish("/load");
            Way stock = way("CXF's queue", cxf, address);
            Way starter = way("the starter", application.getBean(Bus.class), address);
            for (int threads : new int[] {1, 8}) {
                benchmark.compare(threads, stock, starter);
            }
            cxf.shutdown(true);
        }
    }

    private static Way way(String name, Bus bus, String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        return new Way(
                name,
                (Orders) factory.create(),
                bus.getExtension(RMManager.class).getRetransmissionQueue());
    }

    private void compare(int threads, Way stock, Way starter) throws InterruptedException {
        double[] stockRates = new double[ROUNDS];
        double[] starterRates = new double[ROUNDS];
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            double stockRate = rate(threads, stock);
            double starterRate = rate(threads, starter);
            if (round >= 0) {
                stockRates[round] = stockRate;
                starterRates[round] = starterRate;
            }
        }
        double ratio = print(threads, starter, starterRates) / print(threads, stock, stockRates);
        System.out.printf(Locale.ROOT, "%d threads: ratio of the medians %.2f%n", threads, ratio);
    }

    private static double print(int threads, Way way, double[] rates) {
        Arrays.sort(rates);
        double median = rates[rates.length / 2];
        System.out.printf(
                Locale.ROOT,
                "%d threads: %s, messages/s: median %.0f (%.0f to %.0f)%n",
                threads,
                way.name,
                median,
                rates[0],
                rates[rates.length - 1]);
        return median;
    }

    private double rate(int threads, Way way) throws InterruptedException {
        sent += MESSAGES;
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        long start = System.nanoTime();
        for (int i = 0; i < MESSAGES; i++) {
            String order = "order " + i;
            callers.execute(() -> way.orders.put(order));
        }
        callers.shutdown();
        boolean done = callers.awaitTermination(1, TimeUnit.MINUTES);
        while (done && !(received.orders.get() >= sent && way.queue.isEmpty())) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        if (!done || received.orders.get() < sent) {
            throw new IllegalStateException(way.name + ": " + received.orders.get() + " of " + sent);
        }
        return MESSAGES / seconds;
    }
}
