package io.github.restartoracle.store;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
import org.jspecify.annotations.Nullable;

/**
 * A source and a destination in this process, over HTTP on loopback: of CXF alone, with its own queue and {@link RMTxStore},
 * or with the restart oracle on both sides and {@link DataSourceStore}.
 */
final class LoopbackPair implements AutoCloseable {
    /** A service that counts its orders. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    private static final class Counter implements Orders {
        private final AtomicLong delivered = new AtomicLong();

        @Override
        public void put(String order) {
            delivered.incrementAndGet();
        }
    }

    /** CXF's store, with tables that PostgreSQL can create; CXF's own statements fail there. */
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

    final Orders orders;
    private final Bus sourceBus;
    private final Bus destinationBus;
    private final Server server;
    private final Counter counter = new Counter();
    private final List<AutoCloseable> stores = new ArrayList<>();

    /**
     * Creates a pair.
     *
     * @param ours true for the restart oracle, false for CXF alone
     * @param database the kind of database of the stores; null for none
     * @param intervalMillis the interval of restarts
     */
    LoopbackPair(boolean ours, @Nullable TestDatabase database, Path directory, long intervalMillis) {
        destinationBus = bus(ours, database, directory.resolve("destination"), intervalMillis);
        sourceBus = bus(ours, database, directory.resolve("source"), intervalMillis);
        String address = "http://localhost:" + FreePort.next() + "/orders";
        JaxWsServerFactoryBean serverFactory = new JaxWsServerFactoryBean();
        serverFactory.setBus(destinationBus);
        serverFactory.setAddress(address);
        serverFactory.setServiceBean(counter);
        server = serverFactory.create();
        BusFactory.setThreadDefaultBus(sourceBus);
        JaxWsProxyFactoryBean clientFactory = new JaxWsProxyFactoryBean();
        clientFactory.setBus(sourceBus);
        clientFactory.setServiceClass(Orders.class);
        clientFactory.setAddress(address);
        orders = (Orders) clientFactory.create();
    }

    private Bus bus(boolean ours, @Nullable TestDatabase database, Path directory, long intervalMillis) {
        Bus bus = new CXFBusFactory().createBus();
        RMManager manager = bus.getExtension(RMManager.class);
        manager.getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        manager.getConfiguration().setBaseRetransmissionInterval(intervalMillis);
        if (database != null && ours) {
            DataSourceStore store =
                    new DataSourceStore(TestDatabase.pool(database.url(directory)), StoreOptions.ofDefaults());
            store.installOn(bus);
            stores.add(store);
        } else if (database != null) {
            boolean postgres = database == TestDatabase.POSTGRESQL;
            RMTxStore store = postgres ? new PostgresTxStore() : new RMTxStore();
            store.setDriverClassName(postgres ? "org.postgresql.Driver" : "org.h2.Driver");
            // Otherwise H2 writes committed data half a second later, which is a weaker guarantee than that of our
            // store.
            store.setUrl(database.url(directory) + (database == TestDatabase.H2 ? ";WRITE_DELAY=0" : ""));
            store.init();
            manager.setStore(store);
        }
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        if (ours) {
            RestartOracleFeature feature = new RestartOracleFeature();
            feature.setProperties(Map.of(
                    "oracle", "fixed",
                    "initial-timeout", intervalMillis + "ms",
                    "max-timeout", intervalMillis + "ms"));
            feature.initialize(bus);
        }
        return bus;
    }

    long delivered() {
        return counter.delivered.get();
    }

    int unacknowledged() {
        return sourceBus.getExtension(RMManager.class).getRetransmissionQueue().countUnacknowledged();
    }

    /** Stops the service, whose memory is lost. */
    void stopService() {
        server.destroy();
        destinationBus.shutdown(true);
    }

    /** Waits until no attempt is in flight: its memory is not part of the heap that an unacknowledged message takes. */
    void awaitEndOfAttempts() throws InterruptedException {
        RestartOracle oracle = RestartOracle.of(sourceBus);
        while (oracle != null && oracle.paths().stream().anyMatch(path -> path.inFlight() > 0)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Override
    public void close() {
        ClientProxy.getClient(orders).destroy();
        server.destroy();
        sourceBus.shutdown(true);
        destinationBus.shutdown(true);
        stores.forEach(LoopbackPair::close);
    }

    private static void close(AutoCloseable store) {
        try {
            store.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until all sent messages are acknowledged, for 20 s at most. */
    void settle() throws InterruptedException {
        long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while ((delivered() == 0 || unacknowledged() > 0) && System.nanoTime() < endNanos) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }
}
