package io.github.restartoracle.mail.internal.receive;

import io.github.restartoracle.internal.attempt.Causes;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.message.OutgoingMessages;
import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.impl.MAPAggregatorImpl;
import org.apache.cxf.ws.rm.EncoderDecoder;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.v200702.CreateSequenceResponseType;
import org.apache.cxf.ws.rm.v200702.CreateSequenceType;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a mail with an address that the policy forbids to send to, before CXF keeps the address or answers to it. It checks
 * the addresses as CXF has read them, so also those from encrypted parts.
 */
public final class NamedAddressGuard extends AbstractPhaseInterceptor<Message> {
    /** Creates an interceptor for the incoming messages of a bus. */
    public NamedAddressGuard() {
        super(Phase.PRE_LOGICAL);
        addBefore(MAPAggregatorImpl.class.getName());
        addBefore(RMInInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        MailPolicy policy = message.get(MailPolicy.class);
        if (policy == null) {
            return;
        }
        for (EndpointReferenceType named : named(message)) {
            String address = OutgoingMessages.uriOf(named);
            String refusal = address == null ? null : policy.refusal(address.trim());
            if (refusal != null) {
                throw new Fault(new UnfitMailException("it names an address that is not permitted: " + refusal));
            }
        }
    }

    private static List<EndpointReferenceType> named(Message message) {
        List<EndpointReferenceType> named = new ArrayList<>();
        AddressingProperties header = ContextUtils.retrieveMAPs(message, false, false, false);
        if (header != null) {
            add(named, header.getReplyTo());
            add(named, header.getFaultTo());
        }
        List<?> parameters = message.getContent(List.class);
        if (parameters != null) {
            for (Object parameter : parameters) {
                addProtocol(named, message, parameter);
            }
        }
        return named;
    }

    private static void addProtocol(List<EndpointReferenceType> named, Message message, @Nullable Object parameter) {
        String type = parameter == null ? "" : parameter.getClass().getSimpleName();
        boolean request = type.equals(CreateSequenceType.class.getSimpleName());
        boolean response = type.equals(CreateSequenceResponseType.class.getSimpleName());
        ProtocolVariation version = request || response ? version(message) : null;
        if (version == null) {
            return;
        }
        EncoderDecoder codec = version.getCodec();
        if (request) {
            CreateSequenceType create = codec.convertReceivedCreateSequence(parameter);
            add(named, create.getAcksTo());
            if (create.getOffer() != null) {
                add(named, create.getOffer().getEndpoint());
            }
        } else {
            CreateSequenceResponseType created = codec.convertReceivedCreateSequenceResponse(parameter);
            if (created.getAccept() != null) {
                add(named, created.getAccept().getAcksTo());
            }
        }
    }

    /** Finds the version; CXF's own interceptor, which does that later, would also keep the address. */
    private static @Nullable ProtocolVariation version(Message message) {
        RMProperties reliable = RMContextUtils.retrieveRMProperties(message, false);
        AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, false, false);
        return reliable == null || addressing == null
                ? null
                : ProtocolVariation.findVariant(reliable.getNamespaceURI(), addressing.getNamespaceURI());
    }

    private static void add(List<EndpointReferenceType> named, @Nullable EndpointReferenceType reference) {
        if (reference != null) {
            named.add(reference);
        }
    }

    /** Returns the refusal of a message by this interceptor, null if it was not refused. */
    static @Nullable UnfitMailException refusalIn(Throwable failure) {
        return Causes.find(UnfitMailException.class, failure).orElse(null);
    }
}
