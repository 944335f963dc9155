package io.github.restartoracle.wsrm.internal.peer;

import io.github.restartoracle.internal.attempt.Attempt;
import java.util.List;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.apache.cxf.ws.rm.v200702.AckRequestedType;

/**
 * Requests an acknowledgement with each transmission of a message from the second on. A destination may send an
 * acknowledgement once and assume that it arrives: Metro acknowledges no duplicate without such a request. Thread-safe.
 */
public final class AckRequestOut extends AbstractPhaseInterceptor<Message> {
    /** Creates an interceptor for a bus. */
    public AckRequestOut() {
        super(Phase.PRE_PROTOCOL);
        addBefore(RMSoapOutInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        Attempt attempt = Attempt.of(message);
        if (attempt == null || attempt.number() < 2) {
            return;
        }
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        // The last message of a sequence requests one by itself.
        if (properties != null && properties.getSequence() != null && !properties.isLastMessage()) {
            RMContextUtils.storeRMProperties(message, requesting(properties), true);
        }
    }

    /** Returns a copy with the request, because all attempts of a message share its properties. */
    private static RMProperties requesting(RMProperties properties) {
        AckRequestedType request = new AckRequestedType();
        request.setIdentifier(properties.getSequence().getIdentifier());
        RMProperties copy = new RMProperties();
        copy.exposeAs(properties.getNamespaceURI());
        copy.setSequence(properties.getSequence());
        if (properties.getAcks() != null) {
            copy.setAcks(properties.getAcks());
        }
        copy.setAcksRequested(List.of(request));
        return copy;
    }
}
