package io.github.restartoracle.http;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.RestartOracle;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.binding.soap.SoapBindingConstants;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.apache.cxf.ws.rm.manager.DestinationPolicyType;
import org.apache.cxf.ws.rm.manager.RetryPolicyType;
import org.jspecify.annotations.Nullable;

/** A source and a destination of {@link Documents} on this transport, with a restart oracle each. */
final class ReliableDocuments implements AutoCloseable {
    /** The choices of a test. */
    static final class Setup {
        final Map<String, String> settings = new HashMap<>(Map.of("oracle", "fixed", "initial-timeout", "500ms"));
        boolean rm11;
        boolean soap12;
        boolean mtom;
        boolean decoupled;
        /** Has both sides keep what they receive until it is delivered. */
        boolean keeping;

        /** Has CXF's own conduit make the attempts, which blocks. */
        boolean blocking;

        boolean relayed;
        String host = "127.0.0.1";
        String name = "documents";
        boolean reliableDestination = true;
        boolean oracleAtDestination = true;
        /** The answers of a gateway between both to requests; null to have none. */
        @Nullable
        Function<String, Gateway.@Nullable Page> pages;

        /** Selects the transmissions, by message and transmission number, that end just before they would be sent. */
        BiPredicate<Long, Integer> lost = (message, attempt) -> false;
    }

    /** Records deliveries. */
    @WebService(endpointInterface = "io.github.restartoracle.http.Documents", targetNamespace = "urn:documents")
    static final class Archive implements Documents {
        final List<String> texts = new CopyOnWriteArrayList<>();
        final List<byte[]> documents = new CopyOnWriteArrayList<>();
        volatile Consumer<String> finding = text -> {};

        @Override
        public void put(String text) {
            texts.add(text);
        }

        @Override
        public void upload(byte[] document) {
            documents.add(document);
        }

        @Override
        public String find(String text) {
            texts.add(text);
            finding.accept(text);
            return text + ", found";
        }
    }

    private final class Transmissions extends AbstractPhaseInterceptor<Message> {
        private final BiPredicate<Long, Integer> lost;

        Transmissions(BiPredicate<Long, Integer> lost) {
            super(Phase.PRE_STREAM_ENDING);
            this.lost = lost;
        }

        @Override
        public void handleMessage(Message message) {
            Attempt attempt = Attempt.of(message);
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
            if (attempt == null || properties == null || properties.getSequence() == null) {
                return;
            }
            long number = properties.getSequence().getMessageNumber();
            boolean captures = Boolean.TRUE.equals(message.get(RMMessageConstants.MESSAGE_CAPTURE));
            made.add(number + "#" + attempt.number() + (captures ? " by its chain" : " from what was captured"));
            if (lost.test(number, attempt.number())) {
                attempt.fail(new IOException("lost on purpose"));
                message.getInterceptorChain().abort();
            }
        }
    }

    /** Every transmission, and the part that made it. */
    final List<String> made = new CopyOnWriteArrayList<>();

    /** Every arrival, by message and transmission number. */
    final List<String> arrived = new CopyOnWriteArrayList<>();

    final Archive archive = new Archive();
    final Bus source = new CXFBusFactory().createBus();
    final Bus destination = new CXFBusFactory().createBus();
    final Documents documents;
    final Relay relay;
    private final @Nullable Gateway gateway;

    /** The port of the service, in front of which the relay runs. */
    final int port;

    ReliableDocuments(Setup setup) throws IOException {
        port = FreePort.next();
        relay = new Relay(port);
        String binding = setup.soap12 ? SoapBindingConstants.SOAP12_BINDING_ID : SoapBindingConstants.SOAP11_BINDING_ID;
        for (Bus bus : List.of(source, destination)) {
            RMConfiguration configuration = bus.getExtension(RMManager.class).getConfiguration();
            configuration.setRMNamespace(setup.rm11 ? RM11Constants.NAMESPACE_URI : RM10Constants.NAMESPACE_URI);
            configuration.setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
            if (setup.keeping) {
                DestinationPolicyType keeping = new DestinationPolicyType();
                keeping.setRetryPolicy(new RetryPolicyType());
                bus.getExtension(RMManager.class).setDestinationPolicy(keeping);
            }
            if (bus == source || setup.reliableDestination) {
                new WSAddressingFeature().initialize(bus);
                new RMFeature().initialize(bus);
            }
        }
        if (setup.oracleAtDestination && setup.reliableDestination) {
            RestartOracle.install(destination, Settings.of(Map.of("oracle", "none")), new TransmissionListener() {
                @Override
                public void arrived(MessageId message, int transmission, long nanos) {
                    arrived.add(message.number() + "#" + transmission);
                }
            });
        }
        RestartOracle.install(source, Settings.of(setup.settings), TransmissionListener.NONE);
        source.getOutInterceptors().add(new Transmissions(setup.lost));
        JaxWsServerFactoryBean server = new JaxWsServerFactoryBean();
        server.setBus(destination);
        server.setServiceBean(archive);
        server.setAddress("http://127.0.0.1:" + port + "/documents");
        server.setBindingId(binding);
        server.setProperties(Map.of(Message.MTOM_ENABLED, setup.mtom));
        server.create();
        JaxWsProxyFactoryBean proxy = new JaxWsProxyFactoryBean();
        proxy.setBus(source);
        gateway = setup.pages == null
                ? null
                : new Gateway(URI.create("http://127.0.0.1:" + port + "/documents"), setup.pages);
        proxy.setAddress(
                gateway == null
                        ? "http://" + setup.host + ":" + (setup.relayed ? relay.port() : port) + "/" + setup.name
                        : gateway.url());
        proxy.setBindingId(binding);
        proxy.setServiceClass(Documents.class);
        proxy.setProperties(Map.of(Message.MTOM_ENABLED, setup.mtom));
        Bus former = BusFactory.getAndSetThreadDefaultBus(source);
        try {
            documents = proxy.create(Documents.class);
            ((BindingProvider) documents).getRequestContext().put("force.urlconnection.http.conduit", setup.blocking);
            if (setup.decoupled) {
                HTTPClientPolicy policy = new HTTPClientPolicy();
                policy.setDecoupledEndpoint("http://127.0.0.1:" + FreePort.next() + "/answers");
                ((HTTPConduit) ClientProxy.getClient(documents).getConduit()).setClient(policy);
            }
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
    }

    /** Returns whether every message is acknowledged. */
    boolean isAcknowledged() {
        return Objects.requireNonNull(RestartOracle.of(source)).backlog().isEmpty();
    }

    /** Returns whether every message is acknowledged and no attempt is in flight any more. */
    boolean isDone() {
        RestartOracle oracle = Objects.requireNonNull(RestartOracle.of(source));
        return oracle.backlog().isEmpty() && oracle.paths().stream().allMatch(path -> path.inFlight() == 0);
    }

    @Override
    public void close() throws IOException {
        ClientProxy.getClient(documents).destroy();
        source.shutdown(true);
        destination.shutdown(true);
        relay.close();
        if (gateway != null) {
            gateway.close();
        }
    }
}
