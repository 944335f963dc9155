package io.github.restartoracle.wsrm.internal.rm;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.logging.Level;
import javax.xml.datatype.Duration;
import javax.xml.namespace.QName;
import org.apache.cxf.common.i18n.BundleUtils;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.service.model.OperationInfo;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.Proxy;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.apache.cxf.ws.rm.v200702.CloseSequenceType;
import org.apache.cxf.ws.rm.v200702.CreateSequenceResponseType;
import org.apache.cxf.ws.rm.v200702.CreateSequenceType;
import org.apache.cxf.ws.rm.v200702.Expires;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.OfferType;
import org.apache.cxf.ws.rm.v200702.TerminateSequenceType;
import org.jspecify.annotations.Nullable;

/** The requests of WS-RM for source sequences, made by CXF's proxy. A failed one leaves no stack trace in the log. Stateless. */
public final class SequenceRequests {
    /** Leaves a failure to the caller, who logs it in one line. */
    private static final FaultListener QUIET = (failure, description, message) -> false;

    private SequenceRequests() {}

    /**
     * Requests a sequence for a call, and adds it and the one that was offered to the endpoint. Unlike {@link
     * RMManager#getSequence}, this holds up no other call of the client until the answer is there.
     *
     * @param first taken as soon as the sequence is there, before any call uses it
     */
    public static SourceSequence create(Source source, Message call, Exchange exchange, Consumer<SourceSequence> first)
            throws RMException {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(call, false, true);
        EndpointReferenceType to = RMUtils.createReference(maps.getTo().getValue());
        if (ContextUtils.isGenericAddress(to)) {
            throw new RMException(new org.apache.cxf.common.i18n.Message(
                    "CREATE_SEQ_ANON_TARGET",
                    BundleUtils.getBundle(RMManager.class),
                    maps.getTo().getValue()));
        }
        RMEndpoint endpoint = source.getReliableEndpoint();
        Proxy proxy = endpoint.getProxy();
        ProtocolVariation protocol = RMContextUtils.getProtocolVariation(call);
        CreateSequenceType request = creation(source, acksTo(call, maps.getReplyTo()));
        Map<String, Object> security = security(call);
        CxfInternals.set(CxfInternals.SECURITY_CONTEXT, proxy, security);
        CreateSequenceResponseType response = protocol.getCodec()
                .convertReceivedCreateSequenceResponse(send(
                        endpoint,
                        protocol,
                        protocol.getConstants().getCreateSequenceOperationName(),
                        new Object[] {protocol.getCodec().convertToSend(request)},
                        new HashMap<>(security),
                        exchange));
        Identifier identifier = response == null ? null : response.getIdentifier();
        if (identifier == null
                || identifier.getValue() == null
                || identifier.getValue().isBlank()) {
            throw new RMException(new IOException("the answer to CreateSequence names no sequence"));
        }
        synchronized (source) {
            CxfInternals.set(
                    CxfInternals.OFFER,
                    proxy,
                    request.getOffer() == null ? null : request.getOffer().getIdentifier());
            endpoint.getServant().createSequenceResponse(response, protocol);
            SourceSequence sequence = source.getSequence(identifier);
            sequence.setTarget(to);
            first.accept(sequence);
            return sequence;
        }
    }

    /** Closes a sequence, or sends its last message in WS-RM 1.0, which has no other way to close one. */
    public static void close(SourceSequence sequence) throws RMException {
        ProtocolVariation protocol = sequence.getProtocol();
        CloseSequenceType request = new CloseSequenceType();
        request.setIdentifier(sequence.getIdentifier());
        request.setLastMsgNumber(sequence.getCurrentMessageNr());
        boolean rm11 = protocol.getConstants() instanceof RM11Constants;
        if (!rm11 && sequence.isLastMessage()) {
            // It was sent before, and has the same number again.
            CxfInternals.set(CxfInternals.SENT, sequence, sequence.getCurrentMessageNr() - 1);
            CxfInternals.set(CxfInternals.ENDED, sequence, false);
        }
        send(
                sequence,
                protocol.getConstants().getCloseSequenceOperationName(),
                rm11 ? new Object[] {request} : new Object[0]);
    }

    /** Has the destination terminate a sequence; CXF keeps it. */
    public static void terminate(SourceSequence sequence) throws RMException {
        ProtocolVariation protocol = sequence.getProtocol();
        TerminateSequenceType request = new TerminateSequenceType();
        request.setIdentifier(sequence.getIdentifier());
        request.setLastMsgNumber(sequence.getCurrentMessageNr());
        send(sequence, protocol.getConstants().getTerminateSequenceOperationName(), new Object[] {
            protocol.getCodec().convertToSend(request)
        });
    }

    private static void send(SourceSequence sequence, QName operation, Object[] parameters) throws RMException {
        send(
                sequence.getSource().getReliableEndpoint(),
                sequence.getProtocol(),
                operation,
                parameters,
                new HashMap<>(Map.of(SourceSequence.class.getName(), sequence)),
                new ExchangeImpl());
    }

    /** Sends a request of WS-RM, as CXF does, but logs no stack trace if it fails. */
    private static @Nullable Object send(
            RMEndpoint endpoint,
            ProtocolVariation protocol,
            QName operation,
            Object[] parameters,
            Map<String, Object> context,
            Exchange exchange)
            throws RMException {
        context.put(FaultListener.class.getName(), QUIET);
        OperationInfo info = endpoint.getEndpoint(protocol)
                .getEndpointInfo()
                .getService()
                .getInterface()
                .getOperation(operation);
        return CxfInternals.invoke(
                CxfInternals.SEND, endpoint.getProxy(), info, protocol, parameters, context, exchange, Level.FINE);
    }

    /** Asks for an acknowledgement of a sequence. */
    public static void requestAcknowledgement(SourceSequence sequence) throws RMException {
        send(sequence, sequence.getProtocol().getConstants().getAckRequestedOperationName(), new Object[0]);
    }

    private static CreateSequenceType creation(Source source, EndpointReferenceType acksTo) {
        SourcePolicyType policy = source.getReliableEndpoint().getManager().getSourcePolicy();
        CreateSequenceType request = new CreateSequenceType();
        request.setAcksTo(policy.getAcksTo() == null ? acksTo : RMUtils.createReference(policy.getAcksTo()));
        request.setExpires(expires(policy.getSequenceExpiration()));
        if (policy.isIncludeOffer()) {
            OfferType offer = new OfferType();
            offer.setExpires(expires(policy.getOfferedSequenceExpiration()));
            offer.setIdentifier(source.generateSequenceIdentifier());
            offer.setEndpoint(request.getAcksTo());
            request.setOffer(offer);
        }
        return request;
    }

    private static @Nullable Expires expires(@Nullable Duration duration) {
        if (duration == null) {
            return null;
        }
        Expires expires = new Expires();
        expires.setValue(duration);
        return expires;
    }

    /**
     * Returns the address for acknowledgements. Those of a one-way call go to the decoupled endpoint of its client, unless the
     * call asks for an answer at an address of its own.
     */
    private static EndpointReferenceType acksTo(Message message, EndpointReferenceType replyTo) {
        if (!ContextUtils.isNoneAddress(replyTo)
                && !(message.getExchange().isOneWay() && ContextUtils.isGenericAddress(replyTo))) {
            return replyTo;
        }
        Destination decoupled = message.getExchange()
                .getEndpoint()
                .getEndpointInfo()
                .getProperty(MAPAggregator.DECOUPLED_DESTINATION, Destination.class);
        return decoupled == null ? RMUtils.createAnonymousReference() : decoupled.getAddress();
    }

    private static Map<String, Object> security(Message message) {
        Map<String, Object> properties = new HashMap<>();
        for (String key : message.getContextualPropertyKeys()) {
            if (key.startsWith("ws-security") || key.startsWith("security.")) {
                properties.put(key, message.getContextualProperty(key));
            }
        }
        return properties;
    }
}
