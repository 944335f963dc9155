package io.github.restartoracle.store;

import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.feature.RMFeature;

/**
 * A process of the crash tests: a client that sends orders, or the service that receives them. It executes the lines of its
 * standard input, and reports on its standard output.
 */
final class StorePeer {
    /** Shorter than the time for which a test waits for the answer. */
    private static final Duration PATIENCE = Duration.ofMinutes(9);

    private final Bus bus = new CXFBusFactory().createBus();
    private final DataSource pool;
    private final DataSourceStore store;

    private StorePeer(String url, DeliveryAssurance assurance, boolean inOrder, StoreOptions options) {
        this.pool = TestDatabase.pool(url, options.timeout());
        this.store = new DataSourceStore(pool, options);
        store.installOn(bus);
        RMManager manager = bus.getExtension(RMManager.class);
        manager.getConfiguration().setDeliveryAssurance(assurance);
        manager.getConfiguration().setInOrder(inOrder);
        new WSAddressingFeature().initialize(bus);
        new RMFeature().initialize(bus);
        BusFactory.setDefaultBus(bus);
    }

    /**
     * Runs a peer. The arguments are role, database, port, assurance, in order, node, lease in milliseconds, and timeout of the
     * database in seconds. A role of {@code trader:PORT} is a source that has a service of its own, of the same name, at that
     * port.
     */
    public static void main(String[] args) throws Exception {
        StoreOptions options = StoreOptions.ofDefaults()
                .withNode(args[5].isEmpty() ? null : args[5])
                .withLease(Duration.ofMillis(Long.parseLong(args[6])))
                .withTimeout(Duration.ofSeconds(Long.parseLong(args[7])));
        StorePeer peer =
                new StorePeer(args[1], DeliveryAssurance.valueOf(args[3]), Boolean.parseBoolean(args[4]), options);
        String address = "http://localhost:" + args[2] + "/orders";
        if (args[0].startsWith("trader:")) {
            peer.serve("http://localhost:" + args[0].substring(7) + "/orders");
            peer.source(address);
        } else if (args[0].equals("source")) {
            peer.source(address);
        } else {
            peer.destination(address);
        }
    }

    private static synchronized void tell(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private void source(String address) throws IOException, InterruptedException, SQLException {
        AtomicInteger guessed = new AtomicInteger();
        AtomicInteger gaveUp = new AtomicInteger();
        AtomicInteger mostInFlight = new AtomicInteger();
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of("oracle", "fixed", "initial-timeout", "500ms", "max-in-flight", "32"));
        feature.setListener(new TransmissionListener() {
            @Override
            public void dispatched(MessageId message, int attempt, long dueNanos, long dispatchedNanos) {
                RestartOracle oracle = Objects.requireNonNull(RestartOracle.of(bus));
                oracle.paths().forEach(path -> mostInFlight.accumulateAndGet(path.inFlight(), Math::max));
            }

            @Override
            public void gaveUp(MessageId message, int attempts, String reason) {
                gaveUp.incrementAndGet();
            }

            @Override
            public void delivered(Delivery delivery) {
                if (delivery.ettNanos() < 0 && delivery.rttNanos() >= 0 && delivery.arrivedAttempt() < 2) {
                    guessed.incrementAndGet();
                }
            }
        });
        feature.initialize(bus);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        Clients clients = new Clients(factory);
        RestartOracle oracle = Objects.requireNonNull(RestartOracle.of(bus));
        tell("ready");
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.split(" ", -1);
                switch (words[0]) {
                    case "put" ->
                        put(clients.of(words[1]), words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
                    case "report" -> report();
                    case "drain" -> tell("drained " + oracle.drain(PATIENCE));
                    default ->
                        tell(String.format(
                                "state unacknowledged %d, guessed %d, gave up %d, at most %d at once",
                                oracle.status().unacknowledged(), guessed.get(), gaveUp.get(), mostInFlight.get()));
                }
            }
        }
    }

    /**
     * The clients, one for each kind of orders, so that each kind has a sequence. The first client is there from the start, and
     * recovers.
     */
    private static final class Clients {
        private final Map<String, Orders> used = new HashMap<>();
        private final JaxWsProxyFactoryBean factory;
        private final Orders first;

        Clients(JaxWsProxyFactoryBean factory) {
            this.factory = factory;
            this.first = (Orders) factory.create();
        }

        Orders of(String kind) {
            return used.computeIfAbsent(kind, any -> used.isEmpty() ? first : (Orders) factory.create());
        }
    }

    private static void put(Orders orders, String prefix, int from, int to) {
        for (int i = from; i <= to; i++) {
            String order = prefix + String.format("%06d", i);
            try {
                orders.put(order);
                tell("put " + order);
            } catch (RuntimeException e) {
                tell("failed " + order + " " + e);
            }
        }
        tell("done " + prefix + to);
    }

    private void destination(String address) throws IOException, SQLException {
        new RestartOracleFeature("none").initialize(bus);
        serve(address);
        tell("ready");
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                report();
            }
        }
    }

    private void serve(String address) {
        execute("CREATE TABLE delivered (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
                + " sequence_name VARCHAR(200), body VARCHAR(200))");
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress(address);
        factory.setServiceBean(new Shop(store.deliveryDataSource()));
        factory.create();
    }

    private void execute(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException present) {
            tell("the table is there: " + present.getSQLState());
        }
    }

    private void report() throws SQLException {
        int count = 0;
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT sequence_name, body FROM delivered ORDER BY id")) {
            while (rows.next()) {
                tell("delivered " + rows.getString(1) + " " + rows.getString(2));
                count++;
            }
        }
        tell("reported " + count);
    }

    /** A service whose writes join the transaction of the delivery. */
    @WebService(
            endpointInterface = "io.github.restartoracle.store.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    static final class Shop implements Orders {
        private final DataSource deliveries;

        Shop(DataSource deliveries) {
            this.deliveries = deliveries;
        }

        @Override
        public void put(String order) {
            Message message = PhaseInterceptorChain.getCurrentMessage();
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
            try (Connection connection = deliveries.getConnection();
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO delivered (sequence_name, body) VALUES (?, ?)")) {
                insert.setString(1, properties.getSequence().getIdentifier().getValue());
                insert.setString(2, order);
                insert.executeUpdate();
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
