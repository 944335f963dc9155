package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The orderly end of one of two processes that serve one address, on PostgreSQL. */
class DestinationShutdownIT {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final StoreOptions OPTIONS = StoreOptions.ofDefaults().withLease(Duration.ofSeconds(5));

    /** Records the orders that it begins, and blocks in the first. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private static final class Shop implements Orders {
        private final List<String> begun = new CopyOnWriteArrayList<>();
        private final CountDownLatch release;

        Shop(CountDownLatch release) {
            this.release = release;
        }

        @Override
        public void put(String order) {
            begun.add(order);
            try {
                assertThat(release.await(5, TimeUnit.MINUTES)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @TempDir
    Path directory;

    private static Bus bus(String... settings) {
        Bus bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setInOrder(true);
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(
                settings.length == 0
                        ? Map.of("oracle", "fixed", "initial-timeout", "300ms")
                        : Map.of("oracle", "fixed", settings[0], settings[1]));
        feature.initialize(bus);
        return bus;
    }

    private static String serve(Bus bus, DataSourceStore store, Orders shop) {
        String address = "http://localhost:" + FreePort.next() + "/orders";
        store.installOn(bus);
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress(address);
        service.setServiceBean(shop);
        service.create();
        return address;
    }

    private static Orders client(Bus bus, String address) {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(bus);
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        return (Orders) client.create();
    }

    @Test
    void shouldLetADeliveryEndBeforeAnotherProcessTakesOver() throws Exception {
        ExecutorService ending = Executors.newSingleThreadExecutor();
        CountDownLatch release = new CountDownLatch(1);
        Shop first = new Shop(release);
        Shop second = new Shop(new CountDownLatch(0));
        Bus sending = bus();
        Bus one = bus("shutdown-wait", "60s");
        Bus other = bus();
        String url = TestDatabase.POSTGRESQL.url(directory);
        try (HikariDataSource pool = TestDatabase.pool(url);
                DataSourceStore otherStore = new DataSourceStore(pool, OPTIONS)) {
            DataSourceStore store = new DataSourceStore(pool, OPTIONS);
            String address = serve(one, store, first);
            serve(other, otherStore, second);
            Orders orders = client(sending, address);
            List.of("a", "b").forEach(orders::put);
            await().atMost(LONG)
                    .until(() -> sending.getExtension(RMManager.class)
                            .getRetransmissionQueue()
                            .isEmpty());
            await().atMost(LONG).until(() -> first.begun.equals(List.of("a")));
            Future<?> ended = ending.submit(() -> {
                one.shutdown(true);
                store.close();
            });
            await().during(Duration.ofSeconds(8)).atMost(LONG).until(second.begun::isEmpty);
            assertThat(ended.isDone()).isFalse();
            release.countDown();
            ended.get(60, TimeUnit.SECONDS);
            await().atMost(LONG).until(() -> second.begun.equals(List.of("b")));
            assertThat(first.begun).containsExactly("a");
            ClientProxy.getClient(orders).destroy();
            sending.shutdown(true);
            other.shutdown(true);
        } finally {
            release.countDown();
            ending.shutdown();
        }
    }

    @Test
    void shouldWaitNoLongerThanItIsTold() throws Exception {
        ExecutorService ending = Executors.newSingleThreadExecutor();
        CountDownLatch release = new CountDownLatch(1);
        Shop shop = new Shop(release);
        Bus sending = bus();
        Bus serving = bus("shutdown-wait", "100ms");
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            DataSourceStore store = new DataSourceStore(pool, OPTIONS);
            Orders orders = client(sending, serve(serving, store, shop));
            orders.put("a");
            await().atMost(LONG).until(() -> shop.begun.size() == 1);
            Future<?> ended = ending.submit(() -> serving.shutdown(true));
            ended.get(60, TimeUnit.SECONDS);
            release.countDown();
            await().atMost(LONG).until(() -> store.underWay.get() == 0);
            ClientProxy.getClient(orders).destroy();
            sending.shutdown(true);
            store.close();
        } finally {
            release.countDown();
            ending.shutdown();
        }
    }
}
