package io.github.restartoracle.wsrm.internal.peer;

import java.util.Locale;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.soap.MAPCodec;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMMessageConstants;

/**
 * Asks for an answer to reliable one-way messages over HTTP. CXF declares that it wants none, and a destination such as
 * Metro then drops the acknowledgement that it would have put into the answer. The source has to be able to read an answer
 * on the connection of the request anyway, even if other acknowledgements go elsewhere. Thread-safe.
 */
public final class AnonymousReplyToOut extends AbstractPhaseInterceptor<Message> {
    /** Creates an interceptor for a bus. */
    public AnonymousReplyToOut() {
        super(Phase.PRE_PROTOCOL);
        addBefore(MAPCodec.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        if (!Boolean.TRUE.equals(message.get(RMMessageConstants.MESSAGE_CAPTURE))
                || !MessageUtils.isRequestor(message)
                || !message.getExchange().isOneWay()) {
            return;
        }
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        if (maps != null && isHttp(maps.getTo()) && ContextUtils.isNoneAddress(maps.getReplyTo())) {
            EndpointReferenceType anonymous = new EndpointReferenceType();
            // CXF writes the anonymous address of the version of WS-Addressing in which the message is exposed.
            anonymous.setAddress(ContextUtils.getAttributedURI(Names.WSA_ANONYMOUS_ADDRESS));
            maps.setReplyTo(anonymous);
        }
    }

    private static boolean isHttp(AttributedURIType to) {
        return to != null
                && to.getValue() != null
                && to.getValue().toLowerCase(Locale.ROOT).startsWith("http");
    }
}
