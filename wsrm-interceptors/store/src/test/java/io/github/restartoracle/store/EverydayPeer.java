package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;
import org.jspecify.annotations.Nullable;

/**
 * A process of the {@link EverydayBenchmark}: a service, or the client that calls it. Prints arrivals and calls on standard
 * output, and exits when standard input ends.
 */
final class EverydayPeer {
    /** The way the calls of a client are made. */
    enum Calls {
        ONE_WAY,
        TWO_WAY,
        IN_ORDER
    }

    private final Bus bus = new CXFBusFactory().createBus();
    private final String address = "http://localhost:" + Integer.getInteger("port") + "/orders";
    private final Calls calls = Calls.valueOf(System.getProperty("calls"));

    private EverydayPeer(boolean ours, @Nullable String url) {
        new WSAddressingFeature().initialize(bus);
        RMFeature reliable = new RMFeature();
        reliable.initialize(bus);
        RMManager manager = bus.getExtension(RMManager.class);
        manager.getConfiguration().setInOrder(calls == Calls.IN_ORDER);
        long inactivityMillis = Long.getLong("inactivity", 0);
        if (inactivityMillis > 0) {
            manager.getConfiguration().setInactivityTimeout(inactivityMillis);
        }
        if (ours) {
            RestartOracleFeature feature = new RestartOracleFeature();
            feature.setProperties(Map.of("oracle", "canary"));
            feature.initialize(bus);
        }
        if (url != null && ours) {
            new DataSourceStore(
                            TestDatabase.pool(url), StoreOptions.ofDefaults().withNode("only"))
                    .installOn(bus);
        } else if (url != null) {
            RMTxStore store = new RMTxStore();
            store.setDriverClassName("org.h2.Driver");
            store.setUrl(url);
            store.setTableExistsState("42S01");
            store.init();
            manager.setStore(store);
        }
        BusFactory.setDefaultBus(bus);
    }

    /**
     * Runs a peer.
     *
     * @param args the role: {@code service}, {@code client} or {@code clients}
     */
    public static void main(String[] args) throws Exception {
        EverydayPeer peer = new EverydayPeer(Boolean.getBoolean("ours"), System.getProperty("store"));
        switch (args[0]) {
            case "service" -> peer.serve();
            case "client" -> peer.call();
            default -> peer.callByClientsOfTheirOwn();
        }
        while (System.in.read() >= 0) {
            tell("state " + peer.state());
        }
        Runtime.getRuntime().halt(0);
    }

    private static synchronized void tell(String line) {
        System.out.println(System.currentTimeMillis() + " " + line);
        System.out.flush();
    }

    private void serve() {
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress(address);
        service.setServiceBean(new OrdersService(order -> tell("got " + order)));
        service.create();
        tell("ready");
    }

    private Orders client() {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        Orders orders = (Orders) factory.create();
        ClientProxy.getClient(orders).getRequestContext().put("jakarta.xml.ws.client.receiveTimeout", 600_000);
        return orders;
    }

    private static void report(String order, Runnable call) {
        long startNanos = System.nanoTime();
        try {
            call.run();
            tell("called " + order + " " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos));
        } catch (RuntimeException e) {
            tell("failed " + order + " " + e);
        }
    }

    private void call(Orders orders, String order) {
        report(order, () -> {
            if (calls == Calls.TWO_WAY) {
                orders.ask(order);
            } else {
                orders.put(order);
            }
        });
    }

    /** Makes calls at a fixed rate by one client; two-way calls that wait do not hold up others. */
    private void call() throws InterruptedException {
        Orders orders = client();
        tell("ready");
        ExecutorService threads = Executors.newCachedThreadPool(EverydayPeer::daemon);
        long startNanos = System.nanoTime();
        int many = Integer.getInteger("many");
        for (int i = 1; i <= many; i++) {
            String order = "o" + i;
            if (calls == Calls.TWO_WAY) {
                threads.execute(() -> call(orders, order));
            } else {
                call(orders, order);
            }
            long untilNanos = startNanos + i * TimeUnit.MILLISECONDS.toNanos(Long.getLong("every"));
            TimeUnit.NANOSECONDS.sleep(untilNanos - System.nanoTime());
        }
        tell("done");
    }

    /** Makes a client for each call, several at a time, and tells the heap after each half. */
    private void callByClientsOfTheirOwn() throws InterruptedException {
        tell("ready");
        int many = Integer.getInteger("many");
        AtomicInteger next = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(8, EverydayPeer::daemon);
        for (int goal : new int[] {many / 6, many / 2, many}) {
            for (int i = next.get(); i < goal; i++) {
                threads.execute(() -> {
                    String order = "o" + next.incrementAndGet();
                    report(order, () -> {
                        Orders orders = client();
                        orders.put(order);
                        ClientProxy.getClient(orders).destroy();
                    });
                });
            }
            while (next.get() < goal) {
                TimeUnit.MILLISECONDS.sleep(50);
            }
            tell("heap " + goal + " " + usedMegabytes());
        }
        threads.shutdown();
        threads.awaitTermination(10, TimeUnit.MINUTES);
        tell("done");
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "caller");
        thread.setDaemon(true);
        return thread;
    }

    private static long usedMegabytes() throws InterruptedException {
        for (int i = 0; i < 4; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(250);
        }
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }

    private String state() throws InterruptedException {
        RestartOracle oracle = RestartOracle.of(bus);
        RMManager manager = bus.getExtension(RMManager.class);
        return "unacknowledged " + (oracle == null ? -1 : oracle.status().unacknowledged()) + ", queue "
                + (manager.getRetransmissionQueue() == null
                                || manager.getRetransmissionQueue().isEmpty()
                        ? "empty"
                        : "not empty")
                + ", heap " + usedMegabytes();
    }
}
