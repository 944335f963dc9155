package io.github.restartoracle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.outbound.PathStatus;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The state that an oracle has learnt in one process, and begins with in the next. */
class LearntIT {
    private static final int MESSAGES = 8;
    private static final long INITIAL = TimeUnit.SECONDS.toNanos(40);

    @TempDir
    Path directory;

    private final String address = "http://localhost:" + FreePort.next() + "/orders";
    private final Bus destination = new CXFBusFactory().createBus();
    private Server server;

    @BeforeEach
    void serve() {
        new WSAddressingFeature().initialize(destination);
        new RMFeature().initialize(destination);
        RestartOracle.install(destination, Settings.of(Map.of("oracle", "none")), TransmissionListener.NONE);
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(destination);
        factory.setAddress(address);
        factory.setServiceBean(new OrdersService(order -> {}));
        server = factory.create();
    }

    @AfterEach
    void stop() {
        server.destroy();
        destination.shutdown(true);
    }

    /**
     * Runs a process that sends some messages and ends.
     *
     * @return the state of the path when it was opened
     */
    private PathStatus life(String oracle, boolean keepLearnt) {
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory));
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            Bus bus = new CXFBusFactory().createBus();
            store.installOn(bus);
            new WSAddressingFeature().initialize(bus);
            new RMFeature().initialize(bus);
            AtomicReference<PathStatus> opened = new AtomicReference<>();
            TransmissionListener listener = new TransmissionListener() {
                @Override
                public void pathOpened(String endpoint, String to) {
                    if (to.equals(address)) {
                        opened.set(status(bus));
                    }
                }
            };
            Map<String, String> properties = Map.of(
                    "oracle",
                    oracle,
                    "initial-timeout",
                    "40s",
                    "min-timeout",
                    "20s",
                    "keep-learnt",
                    String.valueOf(keepLearnt));
            RestartOracle.install(bus, Settings.of(properties), listener);
            JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
            factory.setBus(bus);
            factory.setServiceClass(Orders.class);
            factory.setAddress(address);
            Orders orders = (Orders) factory.create();
            for (int i = 0; i < MESSAGES; i++) {
                orders.put("order " + i);
            }
            await().until(() -> oracleOf(bus).queue().isEmpty());
            ClientProxy.getClient(orders).destroy();
            bus.shutdown(true);
            return Objects.requireNonNull(opened.get());
        }
    }

    private static RestartOracle oracleOf(Bus bus) {
        return Objects.requireNonNull(RestartOracle.of(bus));
    }

    private PathStatus status(Bus bus) {
        return oracleOf(bus).status().paths().stream()
                .filter(path -> path.address().equals(address))
                .findFirst()
                .orElseThrow();
    }

    private static void assertNew(PathStatus path) {
        assertThat(path.oracleState()).containsEntry("samples", 0.0);
        assertThat(path.timeoutNanos()).isEqualTo(INITIAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jacobson-karn", "qest"})
    void shouldBeginWithWhatTheLastLifeHadLearnt(String oracle) {
        assertNew(life(oracle, true));
        PathStatus second = life(oracle, true);
        assertThat(second.oracleState()).containsEntry("samples", (double) MESSAGES);
        assertThat(second.timeoutNanos()).as("learnt from a quick path").isEqualTo(TimeUnit.SECONDS.toNanos(20));
        assertNew(life(oracle.equals("qest") ? "jacobson-karn" : "qest", true));
    }

    @Test
    void shouldBeginAnewUnlessItIsSwitchedOn() {
        assertNew(life("qest", true));
        assertNew(life("qest", false));
        assertThat(life("qest", true).oracleState())
                .as("what was kept is still there")
                .containsEntry("samples", (double) MESSAGES);
    }

    @Test
    void shouldBeginAnewWhenWhatWasKeptIsDamaged() throws SQLException {
        assertNew(life("qest", true));
        try (HikariDataSource pool = TestDatabase.pool(TestDatabase.H2.url(directory));
                Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE restart_oracle_learnt SET state = X'00112233445566778899'"))
                    .isEqualTo(1);
        }
        assertNew(life("qest", true));
        assertThat(life("qest", true).oracleState()).as("it was replaced").containsEntry("samples", (double) MESSAGES);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource
    void shouldKeepWhatWasSavedLastOfAFewPaths(TestDatabase database) {
        String endless = "http://" + "a".repeat(3000);
        try (HikariDataSource pool = TestDatabase.pool(database.url(directory));
                DataSourceStore store = new DataSourceStore(pool, StoreOptions.ofDefaults())) {
            LearntTable learnt = new LearntTable(store.database, 3);
            byte[] large = new byte[2_400_000];
            large[large.length - 1] = 1;
            learnt.save("endpoint", endless + "/a", "qest", large);
            learnt.save("endpoint", endless + "/b", "qest", bytes("b"));
            learnt.save("endpoint", endless + "/b", "jacobson-karn", bytes("other"));
            learnt.save("endpoint", endless + "/b", "qest", bytes("later"));
            assertThat(store.load("endpoint", endless + "/a", "qest")).hasValue(large);
            assertThat(store.load("endpoint", endless + "/b", "qest")).hasValue(bytes("later"));
            assertThat(store.load("another", endless + "/b", "qest")).isEmpty();

            learnt.save("endpoint", "http://c", "qest", bytes("c"));
            Optional<byte[]> oldest = store.load("endpoint", endless + "/a", "qest");
            assertThat(oldest).as("there are too many").isEmpty();
            assertThat(store.load("endpoint", endless + "/b", "qest")).hasValue(bytes("later"));
            assertThat(store.load("endpoint", "http://c", "qest")).hasValue(bytes("c"));
        }
    }
}
