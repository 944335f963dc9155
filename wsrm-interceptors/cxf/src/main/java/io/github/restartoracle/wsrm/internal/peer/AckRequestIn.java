package io.github.restartoracle.wsrm.internal.peer;

import io.github.restartoracle.wsrm.internal.destination.ReceivingSide;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.util.Collection;
import java.util.List;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMOutInterceptor;
import org.apache.cxf.ws.rm.RMProperties;
import org.jspecify.annotations.Nullable;

/**
 * Answers a message that only requests an acknowledgement. CXF knows its action and ignores it. The acknowledgement goes to
 * the address that the sequence has for acknowledgements: onto the connection of the request if that is the anonymous
 * address, and as a message of its own otherwise. Thread-safe.
 */
public final class AckRequestIn extends AbstractPhaseInterceptor<Message> {
    private final ReceivingSide receiving;

    /** Creates an interceptor for the incoming messages of a bus. */
    public AckRequestIn(ReceivingSide receiving) {
        super(Phase.PRE_LOGICAL);
        addAfter(RMInInterceptor.class.getName());
        addBefore(MAPAggregator.class.getName());
        addBefore(ReceivingSide.DELIVERY);
        this.receiving = receiving;
    }

    @Override
    public void handleMessage(Message message) {
        if (isRequest(message)) {
            receiving.acknowledge(message);
        }
    }

    private static boolean isRequest(@Nullable Message message) {
        String action = message == null || MessageUtils.isRequestor(message) ? "" : RmHeaders.action(message, false);
        return action.equals(RM11Constants.ACK_REQUESTED_ACTION) || action.equals(RM10Constants.ACK_REQUESTED_ACTION);
    }

    /** Writes the acknowledgement onto the connection: CXF does so for the sequence of an application message only. */
    public static ChainStep answer(RMManager manager) {
        return new ChainStep(
                        AckRequestIn.class.getName() + ".Answer",
                        Phase.PRE_STREAM,
                        message -> acknowledge(manager, message))
                .after(RMOutInterceptor.class.getName());
    }

    private static void acknowledge(RMManager manager, Message message) {
        Message request = message.getExchange().getInMessage();
        if (!MessageUtils.isPartialResponse(message) || !isRequest(request)) {
            return;
        }
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        ProtocolVariation protocol = RMContextUtils.getProtocolVariation(message);
        if (properties == null || maps == null || protocol == null) {
            return;
        }
        for (DestinationSequence sequence : requested(manager, request)) {
            if (ContextUtils.isAnonymousAddress(sequence.getAcksTo())) {
                properties.addAck(sequence);
            }
        }
        Collection<?> acknowledgements = properties.getAcks();
        if (acknowledgements != null && !acknowledgements.isEmpty()) {
            AttributedURIType action = new AttributedURIType();
            action.setValue(protocol.getConstants().getSequenceAckAction());
            maps.setAction(action);
            message.remove(Message.EMPTY_PARTIAL_RESPONSE_MESSAGE);
        }
    }

    private static List<DestinationSequence> requested(RMManager manager, Message request) {
        try {
            return RmHeaders.requested(manager, request);
        } catch (RMException e) {
            throw new Fault(e);
        }
    }
}
