package io.github.restartoracle.interop.versions;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.jws.WebService;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.version.Version;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.feature.RMFeature;

/**
 * Sends five one-way messages, each lost on its first transmission, and makes a two-way call. Prints the
 * versions and ends with status 0 if each message was delivered once and acknowledged.
 */
public final class VersionSmoke {
    private static final int MESSAGES = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private VersionSmoke() {}

    /**
     * Runs the smoke test.
     *
     * @param arguments none
     * @throws IOException if there is no free port
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        String versions = "CXF " + Version.getCurrentVersion() + ", Java " + Runtime.version();
        String address = "http://localhost:" + freePort() + "/orders";
        Bus destination = bus();
        Bus source = bus();
        source.getOutInterceptors().add(new FirstLost());
        OrdersBean service = new OrdersBean();
        serve(destination, service, address);
        Orders orders = client(source, address);
        for (int i = 1; i <= MESSAGES; i++) {
            orders.put("order " + i);
        }
        String price = orders.price("order 6");
        RestartOracle oracle = Objects.requireNonNull(RestartOracle.of(source));
        boolean acknowledged = oracle.drain(PATIENCE);
        long restarts =
                oracle.status().paths().stream().mapToLong(PathStatus::restarts).sum();
        List<String> delivered = service.awaitDelivery();
        ClientProxy.getClient(orders).destroy();
        source.shutdown(true);
        destination.shutdown(true);
        boolean success = acknowledged
                && price.equals("price of order 6")
                && restarts >= MESSAGES
                && delivered.equals(List.of("order 1", "order 2", "order 3", "order 4", "order 5", "order 6"));
        System.out.println(versions + (success ? ": passed" : ": FAILED") + ", delivered " + delivered
                + ", acknowledged " + acknowledged + ", restarts " + restarts);
        System.exit(success ? 0 : 1);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Bus bus() {
        Bus bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of("oracle", "fixed", "initial-timeout", "1s"));
        feature.initialize(bus);
        return bus;
    }

    private static void serve(Bus bus, OrdersBean service, String address) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress(address);
        factory.setServiceBean(service);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        factory.create();
    }

    private static Orders client(Bus bus, String address) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        Bus former = BusFactory.getAndSetThreadDefaultBus(bus);
        try {
            return (Orders) factory.create();
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
    }

    /** The implementation, which records its deliveries. */
    @WebService(
            endpointInterface = "io.github.restartoracle.interop.versions.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:smoke:orders")
    static final class OrdersBean implements Orders {
        private final List<String> delivered = Collections.synchronizedList(new ArrayList<>());

        @Override
        public void put(String order) {
            delivered.add(order);
        }

        @Override
        public String price(String order) {
            delivered.add(order);
            return "price of " + order;
        }

        /** Waits for the deliveries, which come after the acknowledgements; returns those that have come after a minute. */
        List<String> awaitDelivery() throws InterruptedException {
            long endNanos = System.nanoTime() + PATIENCE.toNanos();
            while (delivered.size() <= MESSAGES && System.nanoTime() < endNanos) {
                Thread.sleep(20);
            }
            synchronized (delivered) {
                return delivered.stream().sorted().toList();
            }
        }
    }

    /** Loses the first transmission of each one-way message. */
    private static final class FirstLost extends AbstractPhaseInterceptor<Message> {
        FirstLost() {
            super(Phase.PRE_STREAM_ENDING);
        }

        @Override
        public void handleMessage(Message message) {
            Attempt attempt = Attempt.of(message);
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            if (attempt != null
                    && attempt.number() == 1
                    && message.getExchange().isOneWay()
                    && properties != null
                    && properties.getSequence() != null) {
                message.getInterceptorChain().abort();
            }
        }
    }
}
