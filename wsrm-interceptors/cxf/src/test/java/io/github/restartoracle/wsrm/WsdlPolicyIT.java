package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.xml.namespace.QName;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.policy.WSPolicyFeature;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConfiguration;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that policies of WS-RM in a WSDL configure the client that is made from it, as they do with CXF's own queue. */
class WsdlPolicyIT {
    private static final String WSDL = """
            <wsdl:definitions name="OrdersService" targetNamespace="urn:test:orders" xmlns:tns="urn:test:orders"
                xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/"
                xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:xsd="http://www.w3.org/2001/XMLSchema"
                xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">
              <wsp:Policy wsu:Id="reliable">%s</wsp:Policy>
              <wsdl:types>
                <xsd:schema targetNamespace="urn:test:orders" elementFormDefault="unqualified">
                  <xsd:element name="put"><xsd:complexType><xsd:sequence>
                    <xsd:element name="order" type="xsd:string" minOccurs="0"/>
                  </xsd:sequence></xsd:complexType></xsd:element>
                </xsd:schema>
              </wsdl:types>
              <wsdl:message name="put"><wsdl:part name="parameters" element="tns:put"/></wsdl:message>
              <wsdl:portType name="Orders">
                <wsdl:operation name="put"><wsdl:input message="tns:put"/></wsdl:operation>
              </wsdl:portType>
              <wsdl:binding name="OrdersBinding" type="tns:Orders">
                <wsp:PolicyReference URI="#reliable"/>
                <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
                <wsdl:operation name="put">
                  <soap:operation soapAction="" style="document"/>
                  <wsdl:input><soap:body use="literal"/></wsdl:input>
                </wsdl:operation>
              </wsdl:binding>
              <wsdl:service name="OrdersService">
                <wsdl:port name="OrdersPort" binding="tns:OrdersBinding"><soap:address location="%s"/></wsdl:port>
              </wsdl:service>
            </wsdl:definitions>
            """;

    private static final String POLICY_1_0 =
            "<rmp:RMAssertion xmlns:rmp='http://schemas.xmlsoap.org/ws/2005/02/rm/policy'>%s</rmp:RMAssertion>";

    private static final String POLICY_1_1 = """
            <rmp:RMAssertion xmlns:rmp='http://docs.oasis-open.org/ws-rx/wsrmp/200702'><wsp:Policy>
              <rmp:DeliveryAssurance><wsp:Policy><rmp:ExactlyOnce/><rmp:InOrder/></wsp:Policy></rmp:DeliveryAssurance>
            </wsp:Policy></rmp:RMAssertion>
            """;

    @TempDir
    Path directory;

    private final Bus client = new CXFBusFactory().createBus();
    private final Bus server = new CXFBusFactory().createBus();
    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final List<String> namespaces = new CopyOnWriteArrayList<>();
    /** Held, because CXF closes a client without references. */
    private @Nullable Orders orders;

    private final String address = "http://127.0.0.1:" + FreePort.next() + "/orders";

    @AfterEach
    void close() {
        client.shutdown(true);
        server.shutdown(true);
    }

    private String wsdl(String policy) throws IOException {
        Path file = Files.writeString(directory.resolve("orders.wsdl"), WSDL.formatted(policy, address));
        return file.toUri().toString();
    }

    /** Serves an endpoint that gets WS-RM from the policy alone. */
    private void serve(String wsdl) {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(server);
        factory.setServiceBean(new ReliablePair.OrdersBean(delivered::add));
        factory.setWsdlLocation(wsdl);
        factory.setServiceName(new QName("urn:test:orders", "OrdersService"));
        factory.setEndpointName(new QName("urn:test:orders", "OrdersPort"));
        factory.setAddress(address);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new WSPolicyFeature());
        factory.create();
    }

    /** Returns the state of the path after the first call. */
    private PathStatus path(String wsdl, Map<String, String> properties) {
        RestartOracle.install(client, Settings.of(properties), TransmissionListener.NONE);
        client.getOutInterceptors().add(new AbstractPhaseInterceptor<Message>(Phase.USER_PROTOCOL) {
            @Override
            public void handleMessage(Message message) {
                RMProperties rm = RMContextUtils.retrieveRMProperties(message, true);
                if (rm != null && rm.getSequence() != null) {
                    namespaces.add(rm.getNamespaceURI());
                }
            }
        });
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(client);
        factory.setServiceClass(Orders.class);
        factory.setWsdlURL(wsdl);
        factory.setServiceName(new QName("urn:test:orders", "OrdersService"));
        factory.setEndpointName(new QName("urn:test:orders", "OrdersPort"));
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new WSPolicyFeature());
        Bus before = BusFactory.getAndSetThreadDefaultBus(client);
        try {
            orders = factory.create(Orders.class);
            orders.put("first");
        } finally {
            BusFactory.setThreadDefaultBus(before);
        }
        RestartOracle oracle = Objects.requireNonNull(RestartOracle.of(client));
        await().until(() -> !oracle.paths().isEmpty());
        return oracle.paths().get(0);
    }

    private static String policy10(String... assertions) {
        return POLICY_1_0.formatted(String.join("", assertions).replace("<", "<rmp:"));
    }

    @Test
    void shouldTakeTheIntervalOfAPolicyOfWsRm10() throws IOException {
        PathStatus path = path(
                wsdl(policy10("<BaseRetransmissionInterval Milliseconds='1600'/>", "<ExponentialBackoff/>")), Map.of());
        assertThat(path.oracle()).isEqualTo("exponential-backoff");
        assertThat(path.timeoutNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1600));
    }

    /** Covers a policy with CXF's default, which can be told from an absent value, unlike in a bean. */
    @Test
    void shouldTakeAnIntervalThatIsTheDefaultOfCxfFromAPolicy() throws IOException {
        PathStatus path = path(wsdl(policy10("<BaseRetransmissionInterval Milliseconds='3000'/>")), Map.of());
        assertThat(path.oracle()).isEqualTo("exponential-backoff");
        assertThat(path.timeoutNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(3));
    }

    @Test
    void shouldLetPropertiesSayOtherwise() throws IOException {
        PathStatus path = path(
                wsdl(policy10("<BaseRetransmissionInterval Milliseconds='1600'/>")),
                Map.of("oracle", "fixed", "initial-timeout", "5s"));
        assertThat(path.oracle()).isEqualTo("fixed");
        assertThat(path.timeoutNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(5));
    }

    @Test
    void shouldNotRestartWhileAcknowledgementsMayBeHeldBack() throws IOException {
        PathStatus path = path(
                wsdl(policy10("<AcknowledgementInterval Milliseconds='7000'/>")), Map.of("oracle", "jacobson-karn"));
        assertThat(path.timeoutNanos()).isEqualTo(TimeUnit.SECONDS.toNanos(7));
    }

    @Test
    void shouldDeliverWithAPolicyOfWsRm10() throws IOException {
        String wsdl = wsdl(policy10("<BaseRetransmissionInterval Milliseconds='1600'/>"));
        serve(wsdl);
        path(wsdl, Map.of());
        await().until(() -> delivered.equals(List.of("first")));
    }

    /** Covers WS-RM 1.1, which has no intervals in its policy, but the version and the delivery assurance. */
    @Test
    void shouldDeliverWithAPolicyOfWsRm11() throws IOException {
        String wsdl = wsdl(POLICY_1_1);
        serve(wsdl);
        PathStatus path = path(wsdl, Map.of());
        await().until(() -> delivered.equals(List.of("first")));
        assertThat(path.oracle()).isEqualTo(RestartOracle.DEFAULT_ORACLE);
        assertThat(namespaces).isNotEmpty().containsOnly(RM11Constants.NAMESPACE_URI);
        RMConfiguration common = client.getExtension(RMManager.class).getConfiguration();
        assertThat(common.isInOrder()).as("of the bus").isFalse();
    }

    /**
     * Covers an assurance beside elements of other vendors, which CXF does not see, and one with alternatives, of which CXF
     * takes the weakest.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<wsp:Policy>%s</wsp:Policy>",
                "<wsp:Policy>%s</wsp:Policy><n:InactivityTimeout xmlns:n='urn:vendor' Milliseconds='600000'/>",
                "<wsp:Policy><wsp:ExactlyOne><wsp:All>%s</wsp:All><wsp:All><rmp:DeliveryAssurance><wsp:Policy>"
                        + "<rmp:AtMostOnce/></wsp:Policy></rmp:DeliveryAssurance></wsp:All></wsp:ExactlyOne></wsp:Policy>"
            })
    void shouldReceiveAsTheStrongestAssuranceSays(String nested) throws IOException {
        String wsdl = wsdl("<rmp:RMAssertion xmlns:rmp='http://docs.oasis-open.org/ws-rx/wsrmp/200702'>"
                + nested.formatted("<rmp:DeliveryAssurance><wsp:Policy><wsp:ExactlyOne><wsp:All><rmp:ExactlyOnce/>"
                        + "<rmp:InOrder/></wsp:All><wsp:All><rmp:AtLeastOnce/></wsp:All></wsp:ExactlyOne></wsp:Policy>"
                        + "</rmp:DeliveryAssurance>")
                + "</rmp:RMAssertion>");
        RestartOracle.install(server, Settings.of(Map.of()), TransmissionListener.NONE);
        serve(wsdl);
        path(wsdl, Map.of());
        await().until(() -> delivered.equals(List.of("first")));
        RMConfiguration receiving = server.getExtension(RMManager.class)
                .findReliableEndpoint(new QName("urn:test:orders", "OrdersService"))
                .getConfiguration();
        assertThat(receiving.getDeliveryAssurance()).isEqualTo(DeliveryAssurance.EXACTLY_ONCE);
        assertThat(receiving.isInOrder()).isTrue();
        assertThat(namespaces).containsOnly(RM11Constants.NAMESPACE_URI);
    }
}
