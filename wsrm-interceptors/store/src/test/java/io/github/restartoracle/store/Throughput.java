package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.persistence.jdbc.RMTxStore;

/**
 * How many one-way messages of 50 bytes a second are stored by their source, sent over HTTP on loopback, stored by their
 * destination, delivered, acknowledged, and removed from both PostgreSQL databases: CXF with its own queue and {@link
 * RMTxStore} (whose tables are made for PostgreSQL here, which it cannot do), and the restart oracle with {@link
 * DataSourceStore}. Both ends run in this JVM; a delivery window is 4 s, and kinds take turns.
 *
 * <pre>./mvnw -pl wsrm-interceptors/store -am test-compile exec:java -Dexec.classpathScope=test
 *     -Dexec.mainClass=io.github.restartoracle.store.Throughput</pre>
 *
 * <p>The output is delivered messages per second, the median of the windows and their range.
 */
public final class Throughput {
    private static final int WINDOWS = 3;
    private static final long WINDOW_MILLIS = Long.getLong("window", 4_000);
    private static final long WARM_UP_MILLIS = Long.getLong("warm-up", 8_000);
    private static final int OUTSTANDING = 64;
    private static final String ORDER = "x".repeat(50);

    /** The service, which counts. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    static final class Counter implements Orders {
        final AtomicLong delivered = new AtomicLong();

        @Override
        public void put(String order) {
            delivered.incrementAndGet();
        }
    }

    /** CXF's store with tables that PostgreSQL can make. */
    private static final class PostgresTxStore extends RMTxStore {
        @Override
        protected void createTables() throws SQLException {
            String messages = " (SEQ_ID VARCHAR(256) NOT NULL, MSG_NO DECIMAL(19,0) NOT NULL, SEND_TO VARCHAR(256),"
                    + " CREATED_TIME DECIMAL(19,0), CONTENT BYTEA, CONTENT_TYPE VARCHAR(1024),"
                    + " PRIMARY KEY (SEQ_ID, MSG_NO))";
            Connection connection = verifyConnection();
            connection.setAutoCommit(true);
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE CXF_RM_SRC_SEQUENCES (SEQ_ID VARCHAR(256) PRIMARY KEY,"
                        + " CUR_MSG_NO DECIMAL(19,0) DEFAULT 1 NOT NULL, LAST_MSG CHAR(1), EXPIRY DECIMAL(19,0),"
                        + " OFFERING_SEQ_ID VARCHAR(256), ENDPOINT_ID VARCHAR(1024), PROTOCOL_VERSION VARCHAR(256))");
                statement.execute("CREATE TABLE CXF_RM_DEST_SEQUENCES (SEQ_ID VARCHAR(256) PRIMARY KEY,"
                        + " ACKS_TO VARCHAR(1024) NOT NULL, LAST_MSG_NO DECIMAL(19,0), ENDPOINT_ID VARCHAR(1024),"
                        + " ACKNOWLEDGED BYTEA, TERMINATED CHAR(1), PROTOCOL_VERSION VARCHAR(256))");
                statement.execute("CREATE TABLE CXF_RM_OUTBOUND_MESSAGES" + messages);
                statement.execute("CREATE TABLE CXF_RM_INBOUND_MESSAGES" + messages);
            }
            connection.setAutoCommit(false);
        }
    }

    private final boolean ours;
    private final Path directory;
    private final List<AutoCloseable> closeables = new ArrayList<>();

    private Throughput(boolean ours, Path directory) {
        this.ours = ours;
        this.directory = directory;
    }

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("throughput");
        for (int threads : new int[] {1, 8}) {
            List<Long> stock = new ArrayList<>();
            List<Long> own = new ArrayList<>();
            for (int round = 0; round < 2; round++) {
                stock.addAll(new Throughput(false, directory).run(threads));
                own.addAll(new Throughput(true, directory).run(threads));
            }
            System.out.printf(
                    Locale.ROOT,
                    "%d threads: CXF with RMTxStore %s, restart oracle with DataSourceStore %s, ratio %.2f%n",
                    threads,
                    summary(stock),
                    summary(own),
                    (double) median(own) / median(stock));
        }
        System.exit(0);
    }

    private static long median(List<Long> values) {
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static String summary(List<Long> values) {
        long[] sorted = values.stream().mapToLong(Long::longValue).sorted().toArray();
        return median(values) + "/s (" + sorted[0] + "-" + sorted[sorted.length - 1] + ")";
    }

    private Bus bus() throws Exception {
        Bus bus = new CXFBusFactory().createBus();
        RMManager manager = bus.getExtension(RMManager.class);
        manager.getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        String url = TestDatabase.POSTGRESQL.url(directory);
        if (ours) {
            DataSourceStore store = new DataSourceStore(TestDatabase.pool(url), StoreOptions.ofDefaults());
            store.installOn(bus);
            closeables.add(store);
        } else {
            RMTxStore store = new PostgresTxStore();
            store.setDriverClassName("org.postgresql.Driver");
            store.setUrl(url);
            store.init();
            manager.setStore(store);
        }
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        if (ours) {
            RestartOracleFeature feature = new RestartOracleFeature();
            feature.setProperties(Map.of("oracle", "fixed", "initial-timeout", "3s"));
            feature.initialize(bus);
        }
        return bus;
    }

    private List<Long> run(int threads) throws Exception {
        Bus destinationBus = bus();
        Bus sourceBus = bus();
        Counter counter = new Counter();
        String address = "http://localhost:" + FreePort.next() + "/orders";
        JaxWsServerFactoryBean serverFactory = new JaxWsServerFactoryBean();
        serverFactory.setBus(destinationBus);
        serverFactory.setAddress(address);
        serverFactory.setServiceBean(counter);
        Server server = serverFactory.create();
        BusFactory.setThreadDefaultBus(sourceBus);
        JaxWsProxyFactoryBean clientFactory = new JaxWsProxyFactoryBean();
        clientFactory.setBus(sourceBus);
        clientFactory.setServiceClass(Orders.class);
        clientFactory.setAddress(address);
        Orders orders = (Orders) clientFactory.create();
        RMManager manager = sourceBus.getExtension(RMManager.class);
        AtomicBoolean end = new AtomicBoolean();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread caller = new Thread(() -> {
                while (!end.get()) {
                    if (manager.getRetransmissionQueue().countUnacknowledged() < OUTSTANDING) {
                        orders.put(ORDER);
                    } else {
                        LockSupport.parkNanos(200_000);
                    }
                }
            });
            caller.start();
            callers.add(caller);
        }
        TimeUnit.MILLISECONDS.sleep(WARM_UP_MILLIS);
        Long[] rates = new Long[WINDOWS];
        for (int i = 0; i < WINDOWS; i++) {
            long before = counter.delivered.get();
            long start = System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(WINDOW_MILLIS);
            rates[i] = (counter.delivered.get() - before) * 1_000_000_000 / (System.nanoTime() - start);
        }
        end.set(true);
        for (Thread caller : callers) {
            caller.join();
        }
        ClientProxy.getClient(orders).destroy();
        server.destroy();
        sourceBus.shutdown(true);
        destinationBus.shutdown(true);
        for (AutoCloseable closeable : closeables) {
            closeable.close();
        }
        System.out.printf("  %s, %d threads: %s%n", ours ? "ours" : "stock", threads, Arrays.toString(rates));
        return List.of(rates);
    }
}
