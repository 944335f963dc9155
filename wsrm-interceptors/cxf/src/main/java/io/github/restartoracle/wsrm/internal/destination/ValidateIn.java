package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import jakarta.xml.bind.annotation.adapters.CollapsedStringAdapter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.util.StreamReaderDelegate;
import org.apache.cxf.annotations.SchemaValidation.SchemaValidationType;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.AttributedURIType;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.VersionTransformer.Names200408;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RM10Constants;
import org.apache.cxf.ws.rm.RM11Constants;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.AckRequestedType;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Checks the headers of WS-RM as soon as they are decoded, so that no later class has to: a message that passes has at most
 * one Sequence header, with an identifier and a number from 1 to 2^63-1, and every other header of WS-RM has an identifier.
 * An identifier may be empty; no sequence has such a one.
 *
 * <p>White space around identifiers, addresses and numbers is removed, in the messages of WS-RM itself too. XML Schema
 * collapses it, and CXF compares them as they are written. This comes after WS-Security, whose signatures cover the white
 * space.
 *
 * <p>The addresses that a request names are checked too, see {@link NamedAddresses}.
 *
 * <p>A message that does not pass is answered with a fault. Thread-safe.
 */
final class ValidateIn extends AbstractSoapInterceptor {
    private static final List<String> NAMESPACES = List.of(RM10Constants.NAMESPACE_URI, RM11Constants.NAMESPACE_URI);
    private static final CollapsedStringAdapter COLLAPSED = new CollapsedStringAdapter();
    /** The addresses that CXF replaces when it reads an earlier version of WS-Addressing, unless there is white space. */
    private static final Map<String, String> EARLIER = Map.of(
            Names200408.WSA_ANONYMOUS_ADDRESS, Names.WSA_ANONYMOUS_ADDRESS,
            Names200408.WSA_NONE_ADDRESS, Names.WSA_NONE_ADDRESS);
    /** Stands for a number that is missing or cannot be read. */
    private static final Long NO_NUMBER = -1L;
    /** The number of digits of the highest message number. */
    private static final int DIGITS = String.valueOf(Long.MAX_VALUE).length();

    private final RMManager manager;
    private final InvalidMessages invalid;
    private final NamedAddresses addresses;

    ValidateIn(RMManager manager, InvalidMessages invalid, NamedAddresses addresses) {
        super(Phase.PRE_PROTOCOL_FRONTEND);
        this.manager = manager;
        this.invalid = invalid;
        this.addresses = addresses;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        if (properties == null) {
            return;
        }
        AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, false, false);
        boolean served = RMContextUtils.isServerSide(message);
        if (addressing != null) {
            collapse(addressing);
            if (served) {
                checkAddresses(message, addressing);
            }
            if (RMContextUtils.isRMProtocolMessage(RmHeaders.action(message, false))) {
                collapseBody(message);
                leaveUnvalidated(message);
            }
        }
        checkSequence(message, properties);
        collapse(properties);
        if (served && addressing != null) {
            checkAcknowledgements(message, properties);
        }
    }

    private static void collapse(AddressingProperties addressing) {
        Stream.of(addressing.getTo(), addressing.getAction(), addressing.getMessageID())
                .forEach(ValidateIn::collapse);
        Stream.of(addressing.getFrom(), addressing.getReplyTo(), addressing.getFaultTo())
                .forEach(reference -> collapse(reference == null ? null : reference.getAddress()));
    }

    private static void collapse(@Nullable AttributedURIType uri) {
        if (uri != null && uri.getValue() != null) {
            String text = COLLAPSED.unmarshal(uri.getValue());
            uri.setValue(EARLIER.getOrDefault(text, text));
        }
    }

    private static void collapse(RMProperties properties) {
        SequenceType sequence = properties.getSequence();
        if (sequence != null) {
            sequence.setIdentifier(collapsed(sequence.getIdentifier()));
        }
        for (SequenceAcknowledgement acknowledgement : all(properties.getAcks())) {
            acknowledgement.setIdentifier(collapsed(acknowledgement.getIdentifier()));
            for (AcknowledgementRange range : acknowledgement.getAcknowledgementRange()) {
                range.setLower(Objects.requireNonNullElse(range.getLower(), NO_NUMBER));
                range.setUpper(Objects.requireNonNullElse(range.getUpper(), NO_NUMBER));
            }
        }
        for (AckRequestedType request : all(properties.getAcksRequested())) {
            request.setIdentifier(collapsed(request.getIdentifier()));
        }
    }

    private static <T> Collection<T> all(@Nullable Collection<T> some) {
        return some == null ? List.of() : some;
    }

    private static Identifier collapsed(@Nullable Identifier identifier) {
        Identifier named = identifier == null ? new Identifier() : identifier;
        named.setValue(named.getValue() == null ? "" : COLLAPSED.unmarshal(named.getValue()));
        return named;
    }

    /** Has the text of the body read without white space around it: such a body has identifiers, addresses and numbers. */
    private static void collapseBody(SoapMessage message) {
        XMLStreamReader body = message.getContent(XMLStreamReader.class);
        if (body != null) {
            message.setContent(XMLStreamReader.class, new CollapsedText(body));
        }
    }

    private static final class CollapsedText extends StreamReaderDelegate {
        CollapsedText(XMLStreamReader reader) {
            super(reader);
        }

        @Override
        public String getText() {
            return COLLAPSED.unmarshal(super.getText());
        }

        @Override
        public char[] getTextCharacters() {
            return getText().toCharArray();
        }

        @Override
        public int getTextStart() {
            return 0;
        }

        @Override
        public int getTextLength() {
            return getText().length();
        }
    }

    /**
     * Refuses a request with an address for its answer that must not be called. A fault goes back on the connection if its
     * own address must not be called.
     */
    private void checkAddresses(SoapMessage message, AddressingProperties addressing) {
        if (!addresses.permits(message, addressing.getFaultTo())) {
            invalid.ignoredFaultTo(String.valueOf(NamedAddresses.text(addressing.getFaultTo())));
            addressing.setFaultTo(null);
        }
        EndpointReferenceType replyTo = addressing.getReplyTo();
        if (!addresses.permits(message, replyTo)) {
            addressing.setReplyTo(null);
            try {
                CxfInternals.forget(manager.getReliableEndpoint(message), replyTo);
            } catch (RMException unsupported) {
                throw new Fault(unsupported);
            }
            throw invalid.replyTo(message, String.valueOf(NamedAddresses.text(replyTo)));
        }
    }

    private void checkSequence(SoapMessage message, RMProperties properties) {
        List<Element> headers = message.getHeaders().stream()
                .map(Header::getObject)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .filter(header -> RMConstants.SEQUENCE_NAME.equals(header.getLocalName())
                        && NAMESPACES.contains(header.getNamespaceURI()))
                .toList();
        SequenceType sequence = properties.getSequence();
        if (headers.size() > 1 || (sequence == null && !headers.isEmpty())) {
            throw invalid.header(
                    message,
                    headers.size() > 1
                            ? "there is more than one Sequence header"
                            : unreadable(message, headers.get(0)));
        }
        if (sequence != null && (sequence.getMessageNumber() == null || sequence.getMessageNumber() < 1)) {
            String number = number(headers.get(0));
            throw isTooHigh(number)
                    ? invalid.numberTooHigh(message, collapsed(sequence.getIdentifier()))
                    : invalid.header(message, "the message number must be from 1 to 2^63-1, was \"" + number + '"');
        }
    }

    private static String unreadable(SoapMessage message, Element header) {
        AddressingProperties addressing = ContextUtils.retrieveMAPs(message, false, false, false);
        return addressing == null
                        || ProtocolVariation.findVariant(header.getNamespaceURI(), addressing.getNamespaceURI()) != null
                ? "it cannot be read"
                : "WS-ReliableMessaging is required in a version that goes with WS-Addressing of "
                        + addressing.getNamespaceURI();
    }

    private static String number(Element sequence) {
        for (Node child = sequence.getFirstChild(); child != null; child = child.getNextSibling()) {
            if ("MessageNumber".equals(child.getLocalName())) {
                return COLLAPSED.unmarshal(child.getTextContent());
            }
        }
        return "";
    }

    private static boolean isTooHigh(String number) {
        return number.matches("\\+?0*[1-9][0-9]{" + (DIGITS - 1) + ",}");
    }

    /** Checks the ranges of acknowledgements of this source. A destination that has received nothing may acknowledge 0 to 0. */
    private void checkAcknowledgements(SoapMessage message, RMProperties properties) {
        for (SequenceAcknowledgement acknowledgement : all(properties.getAcks())) {
            List<AcknowledgementRange> ranges = acknowledgement.getAcknowledgementRange();
            ranges.removeIf(range -> range.getLower() == 0 && range.getUpper() == 0);
            long highest = highestSent(message, acknowledgement.getIdentifier());
            if (ranges.stream()
                    .anyMatch(range -> range.getLower() < 1
                            || range.getLower() > range.getUpper()
                            || range.getUpper() > highest)) {
                throw invalid.acknowledgement(message, acknowledgement);
            }
        }
    }

    private long highestSent(SoapMessage message, Identifier identifier) {
        try {
            SourceSequence sequence = manager.getSource(message).getSequence(identifier);
            return sequence == null ? Long.MAX_VALUE : sequence.getCurrentMessageNr();
        } catch (RMException unsupported) {
            return Long.MAX_VALUE;
        }
    }

    private static void leaveUnvalidated(Message message) {
        message.put(Message.SCHEMA_VALIDATION_ENABLED, SchemaValidationType.NONE);
    }

    /**
     * Keeps outgoing messages of WS-RM itself from being validated against the schema of the service, which does not know
     * them, as the incoming ones are above.
     */
    static ChainStep unvalidatedOut() {
        return new ChainStep(ValidateIn.class.getName() + ".Out", Phase.SETUP, message -> {
            BindingOperationInfo operation = message.getExchange().getBindingOperationInfo();
            if (operation != null && NAMESPACES.contains(operation.getName().getNamespaceURI())) {
                leaveUnvalidated(message);
            }
        });
    }
}
