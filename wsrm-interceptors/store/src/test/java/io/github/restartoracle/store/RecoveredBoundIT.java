package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bound of sequences holds for those of an earlier process as well. */
class RecoveredBoundIT {
    private static final Duration LONG = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final String address = "http://localhost:" + FreePort.next() + "/orders";

    private static Bus bus(Map<String, String> settings) {
        Bus bus = new CXFBusFactory().createBus();
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        RestartOracleFeature feature = new RestartOracleFeature("fixed");
        feature.setProperties(settings);
        feature.initialize(bus);
        return bus;
    }

    private void serve(Bus bus) {
        JaxWsServerFactoryBean service = new JaxWsServerFactoryBean();
        service.setBus(bus);
        service.setAddress(address);
        service.setServiceBean(new Shop(delivered));
        Server server = service.create();
        assertThat(server.isStarted()).isTrue();
    }

    private Orders client(Bus bus) {
        JaxWsProxyFactoryBean client = new JaxWsProxyFactoryBean();
        client.setBus(bus);
        client.setServiceClass(Orders.class);
        client.setAddress(address);
        return (Orders) client.create();
    }

    @jakarta.jws.WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private record Shop(List<String> delivered) implements Orders {
        @Override
        public void put(String order) {
            delivered.add(order);
        }
    }

    @ParameterizedTest(name = "{0} sequences")
    @ValueSource(ints = {1, 2})
    void shouldCountWhatAnEarlierLifeHasReceived(int most) {
        Map<String, String> waits = Map.of("initial-timeout", "300ms", "first-call-wait", "0s");
        Bus early = bus(waits);
        Bus late = bus(waits);
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory))) {
            Bus first = bus(Map.of());
            Orders known = client(early);
            try (DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
                store.installOn(first);
                serve(first);
                known.put("early");
                await().atMost(LONG)
                        .until(() -> early.getExtension(RMManager.class)
                                .getRetransmissionQueue()
                                .isEmpty());
                first.shutdown(true);
            }
            Bus second = bus(Map.of("max-sequences", String.valueOf(most)));
            try (DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
                store.installOn(second);
                serve(second);
                Orders newcomer = client(late);
                newcomer.put("late");
                if (most == 1) {
                    await().during(Duration.ofSeconds(3)).atMost(LONG).until(() -> !delivered.contains("late"));
                } else {
                    await().atMost(LONG).until(() -> delivered.contains("late"));
                }
                known.put("still known");
                await().atMost(LONG).until(() -> delivered.contains("still known"));
                ClientProxy.getClient(newcomer).destroy();
                second.shutdown(true);
            }
            ClientProxy.getClient(known).destroy();
        } finally {
            early.shutdown(true);
            late.shutdown(true);
        }
    }
}
