package io.github.restartoracle.wsrm.internal.recovery;

import java.io.IOException;
import org.apache.cxf.Bus;
import org.apache.cxf.binding.Binding;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.BindingInfo;
import org.apache.cxf.service.model.InterfaceInfo;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.PersistenceUtils;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.v200702.CloseSequenceType;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/** Creates messages of an earlier process, or of another one, that are to be sent on, as CXF does when it recovers. */
public final class RecoveredMessage {
    /** The key of the reason for which an earlier process has given a message up, in the message; absent if it has not. */
    public static final String GIVEN_UP = RecoveredMessage.class.getName() + ".givenUp";

    /** The key of a message whose destination takes no part in its sequence any more; absent if it does. */
    public static final String FORSAKEN = RecoveredMessage.class.getName() + ".forsaken";

    private RecoveredMessage() {}

    /**
     * Creates the message in the form that a queue takes.
     *
     * @return a message without an interceptor chain, by which a queue knows that it was sent before
     */
    public static Message of(Bus bus, RMEndpoint reliable, SourceSequence sequence, RMMessage kept) throws IOException {
        Message message = empty(bus, reliable.getApplicationEndpoint(), reliable.getConduit());
        message.getExchange().setOutMessage(message);
        if (reliable.getConduit() == null) {
            AddressingProperties addressing = new AddressingProperties();
            addressing.setTo(RMUtils.createReference(kept.getTo()));
            RMContextUtils.storeMAPs(addressing, message, true, false);
        }
        RMContextUtils.storeRMProperties(message, properties(sequence, kept), true);
        PersistenceUtils.decodeRMContent(kept, message);
        RMContextUtils.setProtocolVariation(message, sequence.getProtocol());
        return message;
    }

    /** Creates a message of an endpoint, which is a requestor's if it has the conduit of a client, in an exchange of its own. */
    private static Message empty(Bus bus, Endpoint endpoint, @Nullable Conduit conduit) {
        Message message = new MessageImpl();
        Exchange exchange = new ExchangeImpl();
        message.setExchange(exchange);
        exchange.put(Endpoint.class, endpoint);
        exchange.put(Service.class, endpoint.getService());
        exchange.put(Binding.class, endpoint.getBinding());
        exchange.put(Bus.class, bus);
        if (conduit != null) {
            exchange.setConduit(conduit);
            message.put(Message.REQUESTOR_ROLE, true);
        }
        return message;
    }

    /** Creates a message as {@link #empty}, with the descriptions of the endpoint and its service as in a message of CXF. */
    public static Message described(Bus bus, Endpoint endpoint, @Nullable Conduit conduit) {
        Message message = empty(bus, endpoint, conduit);
        Exchange exchange = message.getExchange();
        exchange.put(BindingInfo.class, endpoint.getEndpointInfo().getBinding());
        ServiceInfo service = endpoint.getEndpointInfo().getService();
        if (service != null) {
            exchange.put(ServiceInfo.class, service);
            exchange.put(InterfaceInfo.class, service.getInterface());
        }
        return message;
    }

    private static RMProperties properties(SourceSequence sequence, RMMessage kept) {
        SequenceType header = new SequenceType();
        header.setIdentifier(sequence.getIdentifier());
        header.setMessageNumber(kept.getMessageNumber());
        RMProperties properties = new RMProperties();
        properties.setSequence(header);
        properties.setCreatedTime(kept.getCreatedTime());
        properties.exposeAs(sequence.getProtocol().getWSRMNamespace());
        if (sequence.isLastMessage() && sequence.getCurrentMessageNr() == kept.getMessageNumber()) {
            CloseSequenceType close = new CloseSequenceType();
            close.setIdentifier(sequence.getIdentifier());
            properties.setCloseSequence(close);
        }
        return properties;
    }
}
