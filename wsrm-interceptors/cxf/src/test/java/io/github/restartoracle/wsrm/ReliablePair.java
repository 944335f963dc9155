package io.github.restartoracle.wsrm;

import io.github.restartoracle.house.CuttableLink;
import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.destination.DestinationLimits;
import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.binding.soap.SoapBindingConstants;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.feature.Feature;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.transport.common.gzip.GZIPFeature;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.ManagedRMEndpoint;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A CXF client and a CXF server, each on a bus of its own, that use WS-RM over HTTP on loopback. */
final class ReliablePair implements AutoCloseable {
    /** The parameters of a test. */
    static final class Setup {
        final Map<String, String> settings = new HashMap<>(Map.of("oracle", "fixed", "initial-timeout", "300ms"));
        boolean echoingDestination = true;
        boolean oracleAtSource = true;
        /** Installs the feature on the client instead of the bus. */
        boolean featureOnClient;

        boolean mtom;
        boolean gzip;
        boolean validated;
        boolean jmx;

        @Nullable
        RMStore store;

        DestinationLimits.@Nullable OfEndpoint receiveOptions;

        /** Runs the service; null for the threads of the transport and of deliveries. */
        @Nullable
        Executor executor;

        boolean decoupled;
        /** Adds the features of WS-RM to the buses, after the oracle, and not to the endpoints. */
        boolean busWide;

        boolean soap12;
        boolean rm11;
        DeliveryAssurance assurance = DeliveryAssurance.EXACTLY_ONCE;
        boolean inOrder;
        /** Returns whether a transmission is lost after it was sent, as far as the source can tell. */
        @Nullable
        BiPredicate<Long, Integer> lost;

        TransmissionListener sourceListener = TransmissionListener.NONE;
        TransmissionListener destinationListener = TransmissionListener.NONE;
        Consumer<String> onDelivery = order -> {};

        Setup set(String name, String value) {
            settings.put(name, value);
            return this;
        }
    }

    /** The implementation, which notes the delivered messages. */
    @WebService(
            endpointInterface = "io.github.restartoracle.wsrm.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = "urn:test:orders")
    static final class OrdersBean implements Orders {
        private final Consumer<String> onDelivery;
        final List<byte[]> uploaded = new CopyOnWriteArrayList<>();
        final List<String> delivered = new CopyOnWriteArrayList<>();
        private volatile CountDownLatch held = new CountDownLatch(0);
        /** Thrown instead of answering a two-way call, unless it is null. */
        volatile @Nullable RuntimeException failure;

        OrdersBean(Consumer<String> onDelivery) {
            this.onDelivery = onDelivery;
        }

        @Override
        public void put(String order) {
            onDelivery.accept(order);
            delivered.add(order);
        }

        @Override
        public void upload(byte[] document) {
            onDelivery.accept("document");
            uploaded.add(document);
        }

        @Override
        public void archive(DataHandler document) {
            try (InputStream in = document.getInputStream()) {
                byte[] content = in.readAllBytes();
                onDelivery.accept("document");
                uploaded.add(content);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Holds two-way calls until they are released. */
        void hold() {
            held = new CountDownLatch(1);
        }

        void release() {
            held.countDown();
        }

        @Override
        public String price(String order) {
            delivered.add(order);
            if (failure != null) {
                throw failure;
            }
            try {
                held.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return "price of " + order;
        }
    }

    final Setup setup;
    final Bus sourceBus;
    final Bus destinationBus;
    final Orders orders;
    final OrdersBean bean;
    final CuttableLink link;
    final String address;
    final String serverAddress;
    private @Nullable Server server;

    ReliablePair(Setup setup) {
        this(setup, true);
    }

    ReliablePair(Setup setup, boolean startServer) {
        this.setup = setup;
        int port = FreePort.next();
        link = new CuttableLink(port);
        serverAddress = "http://localhost:" + port + "/orders";
        address = "http://localhost:" + link.port + "/orders";
        bean = new OrdersBean(setup.onDelivery);
        destinationBus = destinationBus();
        sourceBus = sourceBus(setup.store);
        if (startServer) {
            startServer();
        }
        orders = client(sourceBus);
    }

    Bus destinationBus() {
        Bus bus = bus();
        if (setup.receiveOptions != null) {
            ReceivingSide.installOn(bus, setup.receiveOptions);
        }
        if (setup.echoingDestination) {
            RestartOracleFeature feature = new RestartOracleFeature("none");
            feature.setListener(setup.destinationListener);
            feature.initialize(bus);
        }
        reliable(bus);
        return bus;
    }

    private void reliable(Bus bus) {
        if (setup.busWide) {
            features().forEach(feature -> feature.initialize(bus));
        }
    }

    private static List<Feature> features() {
        return List.of(new WSAddressingFeature(), new RMFeature());
    }

    Bus sourceBus(@Nullable RMStore store) {
        Bus bus = bus();
        bus.getExtension(RMManager.class).setStore(store);
        if (setup.oracleAtSource && !setup.featureOnClient) {
            sourceFeature().initialize(bus);
        }
        if (setup.lost != null) {
            bus.getOutInterceptors().add(new Loss(setup.lost));
        }
        reliable(bus);
        return bus;
    }

    private Bus bus() {
        Bus bus = new CXFBusFactory().createBus(Map.of(), Map.of("bus.jmx.enabled", String.valueOf(setup.jmx)));
        RMManager manager = bus.getExtension(RMManager.class);
        manager.getConfiguration().setDeliveryAssurance(setup.assurance);
        manager.getConfiguration().setInOrder(setup.inOrder);
        manager.getConfiguration()
                .setRMNamespace(setup.rm11 ? RM11Constants.NAMESPACE_URI : RM10Constants.NAMESPACE_URI);
        return bus;
    }

    void startServer() {
        startServer(destinationBus);
    }

    void startServer(Bus bus) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(bus);
        factory.setAddress(serverAddress);
        factory.setServiceBean(bean);
        if (setup.soap12) {
            factory.setBindingId(SoapBindingConstants.SOAP12_BINDING_ID);
        }
        if (!setup.busWide) {
            factory.getFeatures().addAll(features());
        }
        if (setup.gzip) {
            factory.getFeatures().add(new GZIPFeature());
        }
        factory.setProperties(Map.of("mtom-enabled", setup.mtom, "schema-validation-enabled", setup.validated));
        server = factory.create();
        if (setup.executor != null) {
            server.getEndpoint().getService().setExecutor(setup.executor);
        }
    }

    void stopServer() {
        if (server != null) {
            server.destroy();
            server = null;
        }
    }

    private RestartOracleFeature sourceFeature() {
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(setup.settings);
        feature.setListener(setup.sourceListener);
        return feature;
    }

    Orders client(Bus bus) {
        return client(bus, address);
    }

    Orders client(Bus bus, String configuredAddress) {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(configuredAddress);
        if (setup.soap12) {
            factory.setBindingId(SoapBindingConstants.SOAP12_BINDING_ID);
        }
        if (!setup.busWide) {
            factory.getFeatures().addAll(features());
        }
        if (setup.gzip) {
            GZIPFeature gzip = new GZIPFeature();
            gzip.setForce(true);
            factory.getFeatures().add(gzip);
        }
        if (setup.featureOnClient) {
            factory.getFeatures().add(sourceFeature());
        }
        factory.setProperties(Map.of("mtom-enabled", setup.mtom, "schema-validation-enabled", setup.validated));
        Bus former = BusFactory.getAndSetThreadDefaultBus(bus);
        try {
            Orders proxy = (Orders) factory.create();
            HTTPClientPolicy policy = new HTTPClientPolicy();
            if (setup.decoupled) {
                policy.setDecoupledEndpoint("http://localhost:" + FreePort.next() + "/acks");
            }
            ((HTTPConduit) ClientProxy.getClient(proxy).getConduit()).setClient(policy);
            return proxy;
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
    }

    RMManager manager() {
        return sourceBus.getExtension(RMManager.class);
    }

    RestartOracle oracle() {
        RestartOracle oracle = RestartOracle.of(sourceBus);
        if (oracle == null) {
            throw new IllegalStateException("not installed");
        }
        return oracle;
    }

    /** Returns CXF's management view of the source. */
    ManagedRMEndpoint management() {
        return new ManagedRMEndpoint(manager().findReliableEndpoint(serviceName()));
    }

    QName serviceName() {
        return new QName("urn:test:orders", "OrdersService");
    }

    boolean hasNoSequenceAtTheDestination() {
        return destinationBus
                .getExtension(RMManager.class)
                .findReliableEndpoint(serviceName())
                .getDestination()
                .getAllSequences()
                .isEmpty();
    }

    /** Returns the state of the only path, as soon as the first message is captured. */
    PathStatus path() {
        Awaitility.await().until(() -> !oracle().paths().isEmpty());
        return oracle().paths().get(0);
    }

    List<String> deliveredSorted() {
        List<String> sorted = new ArrayList<>(bean.delivered);
        Collections.sort(sorted);
        return sorted;
    }

    @Override
    public void close() {
        ClientProxy.getClient(orders).destroy();
        sourceBus.shutdown(true);
        stopServer();
        destinationBus.shutdown(true);
        link.close();
    }
}
