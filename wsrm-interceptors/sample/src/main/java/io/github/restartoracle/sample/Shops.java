package io.github.restartoracle.sample;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Two shops that place the same orders at the same times. They differ only in the bus of their client. */
@Component
final class Shops implements AutoCloseable {
    /** The shop with CXF's own retransmission queue. */
    static final String STOCK = "stock";

    /** The shop with a restart oracle. */
    static final String ORACLE = "oracle";

    private static final Logger LOG = LoggerFactory.getLogger(Shops.class);
    private static final Duration INTERVAL = Duration.ofMillis(200);

    private final Bus bus;
    private final BadLink link;
    private final Map<String, OrderBook> books;
    private @Nullable Closeable door;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

    /** A thread for every order, as a web shop has one for every request: a waiting order delays no other. */
    private final ExecutorService requests = Executors.newCachedThreadPool();

    Shops(Bus bus, BadLink link, Map<String, OrderBook> books) {
        this.bus = bus;
        this.link = link;
        this.books = books;
    }

    @EventListener
    void open(WebServerInitializedEvent server) throws IOException {
        int port = server.getWebServer().getPort();
        Orders viaStock = supplier(busOfCxf(), link.open(port));
        Orders viaOracle = supplier(bus, link.open(port));
        Runnable orders = () -> {
            place(STOCK, viaStock);
            place(ORACLE, viaOracle);
        };
        door = OwnNetwork.open(port);
        LOG.info("Look at {}", OwnNetwork.page(port));
        Future<?> unused = clock.scheduleAtFixedRate(orders, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Returns a bus without a restart oracle. The starter has set up the other one, the bus of the application context. */
    private static Bus busOfCxf() {
        Bus bus = BusFactory.newInstance().createBus();
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        return bus;
    }

    private static Orders supplier(Bus bus, InetSocketAddress link) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress("http://" + link.getAddress().getHostAddress() + ":" + link.getPort() + "/services/orders");
        return (Orders) factory.create();
    }

    private void place(String shop, Orders supplier) {
        long number = Objects.requireNonNull(books.get(shop)).place();
        requests.execute(() -> {
            try {
                supplier.place(shop, number);
            } catch (RuntimeException e) {
                LOG.warn("Order {} of shop {} was not accepted", number, shop, e);
            }
        });
    }

    @Override
    public void close() throws IOException {
        clock.shutdownNow();
        requests.shutdownNow();
        if (door != null) {
            door.close();
        }
    }
}
