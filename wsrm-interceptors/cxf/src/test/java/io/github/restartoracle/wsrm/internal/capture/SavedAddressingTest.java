package io.github.restartoracle.wsrm.internal.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.wsrm.Orders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SavedAddressingTest {
    private final Bus bus = new CXFBusFactory().createBus();

    @AfterEach
    void shutDown() {
        bus.shutdown(true);
    }

    private Endpoint endpoint() {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(bus);
        factory.setServiceClass(Orders.class);
        factory.setAddress("http://localhost/orders");
        return ClientProxy.getClient(factory.create()).getEndpoint();
    }

    /** Covers one-way messages over HTTP, whose envelopes ask for an answer on the connection as well. */
    @ParameterizedTest
    @CsvSource({"put, false", "price, true", "unknown, false"})
    void shouldKnowWhichMessagesAreAnswered(String operation, boolean answered) throws IOException {
        Message recovered = new MessageImpl();
        Exchange exchange = new ExchangeImpl();
        exchange.put(Bus.class, bus);
        Endpoint endpoint = endpoint();
        exchange.put(Endpoint.class, endpoint);
        exchange.put(Binding.class, endpoint.getBinding());
        exchange.setOutMessage(recovered);
        recovered.put(Message.REQUESTOR_ROLE, true);
        SavedAddressing.restore(recovered, envelope(operation));
        assertThat(RMContextUtils.retrieveMAPs(recovered, false, true).getTo().getValue())
                .isEqualTo("http://localhost/other");
        assertThat(recovered.containsKey(Template.TWO_WAY)).isEqualTo(answered);
    }

    private static CapturedContent envelope(String operation) throws IOException {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        written.write(("<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'>"
                        + "<s:Header xmlns='http://www.w3.org/2005/08/addressing'><To>http://localhost/other</To>"
                        + "<Action>urn:any</Action><MessageID>urn:uuid:1</MessageID>"
                        + "<ReplyTo><Address>http://www.w3.org/2005/08/addressing/anonymous</Address></ReplyTo></s:Header>"
                        + "<s:Body>\n<o:" + operation + " xmlns:o='urn:test:orders'/></s:Body></s:Envelope>")
                .getBytes(StandardCharsets.UTF_8));
        return CapturedContent.of(written);
    }
}
