package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javax.xml.datatype.Duration;
import org.apache.cxf.common.i18n.BundleUtils;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Destination;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.manager.SourcePolicyType;
import org.apache.cxf.ws.rm.v200702.CreateSequenceType;
import org.apache.cxf.ws.rm.v200702.Expires;
import org.apache.cxf.ws.rm.v200702.OfferType;
import org.jspecify.annotations.Nullable;

/**
 * The request for the sequence of a call, as {@link RMManager#getSequence} makes it. CXF's holds up all calls of the client, those
 * to other addresses too, until it is answered. Stateless.
 */
final class CreateSequence {
    private CreateSequence() {}

    /**
     * Makes the request for a call, and returns the sequence.
     *
     * @param first taken as soon as the sequence is there, before any call uses it
     */
    static SourceSequence send(
            RMManager manager,
            Source source,
            ProtocolVariation protocol,
            Message message,
            AddressingProperties maps,
            Consumer<SourceSequence> first)
            throws RMException {
        EndpointReferenceType to = RMUtils.createReference(maps.getTo().getValue());
        if (ContextUtils.isGenericAddress(to)) {
            throw new RMException(new org.apache.cxf.common.i18n.Message(
                    "CREATE_SEQ_ANON_TARGET",
                    BundleUtils.getBundle(RMManager.class),
                    maps.getTo().getValue()));
        }
        Exchange exchange = new ExchangeImpl();
        SourceSequence sequence = CxfInternals.create(
                source,
                protocol,
                request(manager.getSourcePolicy(), source, acksTo(message, maps)),
                to,
                security(message),
                exchange,
                first);
        CallContext.shareToken(exchange, message.getExchange());
        return sequence;
    }

    private static CreateSequenceType request(SourcePolicyType policy, Source source, EndpointReferenceType acksTo) {
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
    private static EndpointReferenceType acksTo(Message message, AddressingProperties maps) {
        EndpointReferenceType replyTo = maps.getReplyTo();
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
