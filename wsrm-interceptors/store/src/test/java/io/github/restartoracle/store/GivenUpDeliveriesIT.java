package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import io.github.restartoracle.wsrm.event.GivenUpDelivery;
import jakarta.jws.WebService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages whose delivery was given up, over restarts of the service and on each database. */
class GivenUpDeliveriesIT {
    private static final Duration LONG = Duration.ofSeconds(40);

    /** A service that refuses orders that begin with "poison" until it is repaired. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private static final class Shop implements Orders {
        private final List<String> delivered = new CopyOnWriteArrayList<>();
        private volatile boolean repaired;

        @Override
        public void put(String order) {
            if (!repaired && order.startsWith("poison")) {
                throw new IllegalStateException("cannot digest " + order);
            }
            delivered.add(order);
        }
    }

    /** One process of the service. */
    private static final class Life implements AutoCloseable {
        private final DataSourceStore store;
        private final Bus bus;
        private final Server server;

        Life(HikariDataSource pool, String address, Shop shop) {
            this.store = new DataSourceStore(pool, StoreOptions.ofDefaults().withNode("only"));
            this.bus = bus();
            RetryPolicyType once = new RetryPolicyType();
            once.setMaxRetries(0);
            bus.getExtension(RMManager.class).getDestinationPolicy().setRetryPolicy(once);
            store.installOn(bus);
            JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
            service.setBus(bus);
            service.setAddress(address);
            service.setServiceBean(shop);
            this.server = service.create();
        }

        RestartOracle oracle() {
            return Objects.requireNonNull(RestartOracle.of(bus));
        }

        @Override
        public void close() {
            server.destroy();
            bus.shutdown(true);
            store.close();
        }
    }

    @TempDir
    Path directory;

    private static Bus bus() {
        Bus bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setInOrder(true);
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of("oracle", "fixed", "initial-timeout", "300ms"));
        feature.initialize(bus);
        return bus;
    }

    @ParameterizedTest
    @EnumSource
    void shouldStayGivenUpUntilAnOperatorActs(TestDatabase database) {
        String address = "http://localhost:" + FreePort.next() + "/orders";
        Shop shop = new Shop();
        Bus sending = bus();
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(sending);
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        Orders orders = (Orders) client.create();
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory))) {
            try (Life first = new Life(pool, address, shop)) {
                List.of("a", "poison 1", "poison 2", "b").forEach(orders::put);
                await().atMost(LONG)
                        .until(() -> first.oracle().givenUpDeliveries().size() == 2);
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(shop.delivered).containsExactly("a", "b"));
            }
            shop.repaired = true;
            try (Life second = new Life(pool, address, shop)) {
                orders.put("c");
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(shop.delivered).containsExactly("a", "b", "c"));
                List<GivenUpDelivery> given = second.oracle().givenUpDeliveries();
                assertThat(given).extracting(each -> each.id().number()).containsExactlyInAnyOrder(2L, 3L);
                assertThat(given)
                        .allSatisfy(each -> assertThat(each.reason()).contains("cannot digest"))
                        .allMatch(GivenUpDelivery::repeatable);
                for (GivenUpDelivery each : given) {
                    assertThat(
                                    each.id().number() == 2
                                            ? second.oracle().retry(each.id())
                                            : second.oracle().discard(each.id()))
                            .isTrue();
                }
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(shop.delivered).containsExactly("a", "b", "c", "poison 1"));
            }
            try (Life third = new Life(pool, address, shop)) {
                orders.put("d");
                await().atMost(LONG)
                        .untilAsserted(
                                () -> assertThat(shop.delivered).containsExactly("a", "b", "c", "poison 1", "d"));
                assertThat(third.oracle().givenUpDeliveries()).isEmpty();
            }
            ClientProxy.getClient(orders).destroy();
            sending.shutdown(true);
        }
    }
}
