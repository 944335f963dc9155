package io.github.restartoracle.wsrm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.AttemptConduit;
import io.github.restartoracle.wsrm.attempt.Phase;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.binding.soap.SoapBinding;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.model.SoapBindingInfo;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.transport.AbstractConduit;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResendTest {
    private static class BlockingConduit extends AbstractConduit {
        BlockingConduit() {
            super(new EndpointReferenceType());
        }

        @Override
        public void prepare(Message message) {
            throw new AssertionError("the message must not get here");
        }

        @Override
        protected java.util.logging.Logger getLogger() {
            return java.util.logging.Logger.getLogger(ResendTest.class.getName());
        }
    }

    private static final class KnowingConduit extends BlockingConduit implements AttemptConduit {
        @Override
        public boolean takesAttempts(Message message) {
            return true;
        }
    }

    /** CXF finds no endpoint for the message, and keeps the exception to itself. */
    private static Template unsendable(Conduit conduit) {
        SoapMessage message = new SoapMessage(new MessageImpl());
        Exchange exchange = new ExchangeImpl();
        exchange.put(
                Binding.class,
                new SoapBinding(new SoapBindingInfo(new ServiceInfo(), "http://schemas.xmlsoap.org/wsdl/soap/")));
        exchange.setConduit(conduit);
        exchange.setOutMessage(message);
        RMContextUtils.storeRMProperties(message, new RMProperties(), true);
        return new Template(message, false);
    }

    @ParameterizedTest(name = "the transport knows attempts {0}")
    @ValueSource(booleans = {true, false})
    void shouldFailTheAttemptWhenTheMessageNeverReachedATransport(boolean knowsAttempts) {
        Template template = unsendable(knowsAttempts ? new KnowingConduit() : new BlockingConduit());
        assertThat(template.hasAttemptConduit()).isEqualTo(knowsAttempts);
        Attempt attempt = new Attempt(1, ended -> {});
        new Resend(new RMManager()).send(template, null, attempt);
        assertThat(attempt.phase()).isEqualTo(Phase.FAILED);
        assertThat(attempt.cause()).hasMessageContaining("did not get through its interceptors");
    }
}
