package io.github.restartoracle.wsrm.internal.rm;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.rm.Destination;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.WrappedEndpoint;
import org.apache.cxf.ws.rm.v200702.AckRequestedType;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the headers of a message say, those of WS-RM and the action of WS-Addressing, and the body of a request of WS-RM
 * itself. Stateless.
 */
public final class RmHeaders {
    private RmHeaders() {}

    /** Returns the Sequence header; null if there is none. */
    public static @Nullable SequenceType sequence(Message message, boolean outgoing) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, outgoing);
        return properties == null ? null : properties.getSequence();
    }

    /** Returns the acknowledgements, a live list; empty if there are none. */
    public static Collection<SequenceAcknowledgement> acknowledgements(Message message, boolean outgoing) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, outgoing);
        return properties == null || properties.getAcks() == null ? List.of() : properties.getAcks();
    }

    /** Returns the requests for acknowledgements in an incoming message; empty if there are none. */
    public static Collection<AckRequestedType> ackRequests(Message message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        return properties == null || properties.getAcksRequested() == null ? List.of() : properties.getAcksRequested();
    }

    /** Gives an outgoing message headers of WS-RM in a version, and returns them. */
    public static RMProperties add(Message message, String namespace) {
        RMProperties properties = new RMProperties();
        properties.exposeAs(namespace);
        RMContextUtils.storeRMProperties(message, properties, true);
        return properties;
    }

    /** Returns the action of a message; empty if it has none. */
    public static String action(Message message, boolean outgoing) {
        AddressingProperties maps = ContextUtils.retrieveMAPs(message, false, outgoing, false);
        return maps == null || maps.getAction() == null
                ? ""
                : Objects.requireNonNullElse(maps.getAction().getValue(), "");
    }

    /** Returns the content that CXF has read from the body of a request with WS-RM; null if there is none. */
    public static @Nullable Object request(Message message) {
        List<?> parameters = message.getContent(List.class);
        return parameters == null
                        || parameters.isEmpty()
                        || MessageUtils.isRequestor(message)
                        || RMContextUtils.getProtocolVariation(message) == null
                ? null
                : parameters.get(0);
    }

    /** Returns the sequence that a received request terminates; null if the message is no such request. */
    public static @Nullable Identifier terminated(Message message) {
        Object request = request(message);
        ProtocolVariation protocol = RMContextUtils.getProtocolVariation(message);
        return request != null
                        && protocol.getConstants().getTerminateSequenceAction().equals(action(message, false))
                ? protocol.getCodec().convertReceivedTerminateSequence(request).getIdentifier()
                : null;
    }

    /** Returns the endpoint of the application for which a message is exchanged, which may be one of WS-RM itself. */
    public static Endpoint application(Message message) {
        Endpoint endpoint = message.getExchange().getEndpoint();
        return endpoint instanceof WrappedEndpoint wrapped ? wrapped.getWrappedEndpoint() : endpoint;
    }

    /** Returns the destination of an incoming message with a number; null if there is none. */
    public static @Nullable Destination destination(RMManager manager, Message message) throws RMException {
        // Asking for the destination would create the reliable endpoint, which is missing for a first message.
        return sequence(message, false) == null
                        || ContextUtils.retrieveMAPs(message, false, false, false) == null
                        || manager.findReliableEndpoint(
                                        application(message).getService().getName())
                                == null
                ? null
                : manager.getDestination(message);
    }

    /** Returns the sequence of an incoming message with a number; null if it has none, or one that is unknown here. */
    public static @Nullable DestinationSequence received(RMManager manager, Message message) throws RMException {
        SequenceType header = sequence(message, false);
        Destination destination = destination(manager, message);
        return header == null || destination == null ? null : destination.getSequence(header.getIdentifier());
    }

    /** Returns the sequences whose acknowledgement an incoming message requests, those that are known here. */
    public static List<DestinationSequence> requested(RMManager manager, Message message) throws RMException {
        Collection<AckRequestedType> requests = ackRequests(message);
        if (requests.isEmpty()) {
            return List.of();
        }
        Destination destination = manager.getDestination(message);
        return requests.stream()
                .map(request -> destination.getSequence(request.getIdentifier()))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }
}
