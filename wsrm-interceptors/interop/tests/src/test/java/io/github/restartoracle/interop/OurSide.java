package io.github.restartoracle.interop;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.interop.metro.Orders;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.binding.soap.SoapBindingConstants;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.WSAContextUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.jspecify.annotations.Nullable;

/** A CXF service or a CXF client, on a bus with a restart oracle. Exactly once, as every peer is told to be. */
final class OurSide implements AutoCloseable {
    private static final long CALL_TIMEOUT_MILLIS = 30_000;

    private final Bus bus;
    private final Map<Long, Long> acknowledged = new ConcurrentHashMap<>();
    private final Map<String, List<Long>> deliveries = new ConcurrentHashMap<>();
    private @Nullable Orders client;

    private OurSide(PeerExchange exchange) {
        bus = new CXFBusFactory().createBus();
        RMManager manager = bus.getExtension(RMManager.class);
        manager.getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        manager.getConfiguration()
                .setRMNamespace(exchange.rm10() ? RM10Constants.NAMESPACE_URI : RM11Constants.NAMESPACE_URI);
        // CXF's default for WS-RM 1.0 is the WS-Addressing of 2004, which other stacks refuse.
        manager.getConfiguration().setRM10AddressingNamespace(Names.WSA_NAMESPACE_NAME);
        RestartOracleFeature feature = new RestartOracleFeature();
        feature.setProperties(Map.of("oracle", "fixed", "initial-timeout", "1s"));
        feature.setListener(new TransmissionListener() {
            @Override
            public void acknowledged(MessageId message, int attempts, SampleUse use, long arrivedNanos) {
                acknowledged.putIfAbsent(message.number(), System.nanoTime());
            }
        });
        feature.initialize(bus);
    }

    /** Creates a client of the service of a peer. */
    static OurSide client(PeerExchange exchange, String address) {
        OurSide side = new OurSide(exchange);
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(side.bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress(address);
        if (exchange.soap12()) {
            factory.setBindingId(SoapBindingConstants.SOAP12_BINDING_ID);
        }
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        Bus former = BusFactory.getAndSetThreadDefaultBus(side.bus);
        try {
            side.client = (Orders) factory.create();
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
        Client client = ClientProxy.getClient(side.client);
        client.getRequestContext().put(ClientImpl.SYNC_TIMEOUT, CALL_TIMEOUT_MILLIS);
        HTTPClientPolicy policy = new HTTPClientPolicy();
        policy.setReceiveTimeout(CALL_TIMEOUT_MILLIS);
        if (exchange.style() == PeerExchange.Style.DECOUPLED) {
            // Not the policy's decoupled endpoint: with it, CXF takes the 202 of other stacks for the end of a two-way
            // call.
            client.getEndpoint()
                    .getEndpointInfo()
                    .setProperty(WSAContextUtils.REPLYTO_PROPERTY, "http://localhost:" + FreePort.next() + "/answers");
        }
        ((HTTPConduit) client.getConduit()).setClient(policy);
        return side;
    }

    /** Creates a service for the client of a peer. */
    static OurSide service(PeerExchange exchange, String address) {
        OurSide side = new OurSide(exchange);
        side.bus.getOutInterceptors().add(side.new Acknowledgements());
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(side.bus);
        factory.setAddress(address);
        factory.setServiceBean(new OrdersBean(side.deliveries));
        if (exchange.soap12()) {
            factory.setBindingId(SoapBindingConstants.SOAP12_BINDING_ID);
        }
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        factory.create();
        return side;
    }

    Orders orders() {
        return Objects.requireNonNull(client, "not a client");
    }

    /** Waits until all messages are acknowledged. */
    boolean drain(Duration timeout) throws InterruptedException {
        return Objects.requireNonNull(RestartOracle.of(bus)).drain(timeout);
    }

    /** {@return times at which each order was delivered to the service} */
    Map<String, List<Long>> deliveries() {
        return deliveries;
    }

    /** {@return the time at which the acknowledgement of each message came to the client, or was sent by the service} */
    Map<Long, Long> acknowledged() {
        return acknowledged;
    }

    @Override
    public void close() {
        if (client != null) {
            ClientProxy.getClient(client).destroy();
        }
        bus.shutdown(true);
    }

    /** The implementation, which records its deliveries. */
    @WebService(
            endpointInterface = "io.github.restartoracle.interop.metro.Orders",
            serviceName = "OrdersService",
            portName = "OrdersPort",
            targetNamespace = Orders.NAMESPACE)
    static final class OrdersBean implements Orders {
        private final Map<String, List<Long>> deliveries;

        OrdersBean(Map<String, List<Long>> deliveries) {
            this.deliveries = deliveries;
        }

        @Override
        public void put(String order) {
            deliveries
                    .computeIfAbsent(order, first -> new CopyOnWriteArrayList<>())
                    .add(System.nanoTime());
        }

        @Override
        public String price(String order) {
            put(order);
            return "price of " + order;
        }
    }

    /** Records the acknowledgements that are sent. */
    private final class Acknowledgements extends AbstractPhaseInterceptor<Message> {
        Acknowledgements() {
            super(Phase.PREPARE_SEND_ENDING);
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            if (properties == null || properties.getAcks() == null) {
                return;
            }
            for (SequenceAcknowledgement acknowledgement : properties.getAcks()) {
                for (AcknowledgementRange range :
                        acknowledgement.getAcknowledgementRange().toArray(new AcknowledgementRange[0])) {
                    for (long number = range.getLower(); number <= range.getUpper(); number++) {
                        acknowledged.putIfAbsent(number, System.nanoTime());
                    }
                }
            }
        }
    }
}
