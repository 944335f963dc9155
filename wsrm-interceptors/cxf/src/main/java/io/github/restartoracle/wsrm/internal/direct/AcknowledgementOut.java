package io.github.restartoracle.wsrm.internal.direct;

import io.github.restartoracle.wsrm.internal.echo.Acknowledgements;
import io.github.restartoracle.wsrm.internal.echo.Arrival;
import io.github.restartoracle.wsrm.internal.echo.EchoOut;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.SoapVersion;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.Names;
import org.apache.cxf.ws.addressing.VersionTransformer.Names200408;
import org.apache.cxf.ws.policy.PolicyConstants;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.ProtocolVariation;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.jspecify.annotations.Nullable;

/**
 * Writes the answer to a one-way request that carries only an acknowledgement. CXF sends it through all the interceptors of
 * an application message. Thread-safe.
 */
public final class AcknowledgementOut extends AbstractPhaseInterceptor<Message> {
    private static final int EXPECTED_BYTES = 2048;
    private static final String SOAP = "soap";
    private static final String WSRM = "wsrm";

    private final RMManager manager;
    private final EchoOut echo;
    private final Acknowledgements acknowledgements;

    /** Creates an interceptor for the outgoing messages of a bus. */
    public AcknowledgementOut(RMManager manager, EchoOut echo, Acknowledgements acknowledgements) {
        super(Phase.SETUP);
        addAfter(PolicyConstants.POLICY_OUT_INTERCEPTOR_ID);
        this.manager = manager;
        this.echo = echo;
        this.acknowledgements = acknowledgements;
    }

    @Override
    public void handleMessage(Message message) {
        if (!MessageUtils.isPartialResponse(message) || MessageUtils.isRequestor(message)) {
            return;
        }
        Message request = message.getExchange().getInMessage();
        DestinationSequence sequence = sequence(message, request);
        if (sequence == null || !KnownInterceptors.areAll(message.getInterceptorChain())) {
            return;
        }
        try {
            // Messages that are accepted from here on are acknowledged by another answer.
            new RMProperties().addAck(sequence);
            answer((SoapMessage) message, (SoapMessage) request, acknowledgements.inAnswerTo(request, sequence));
        } catch (IOException | XMLStreamException e) {
            throw new Fault(e);
        }
        message.getInterceptorChain().abort();
    }

    /** Returns the sequence that CXF would acknowledge, if the answer would have no other content; otherwise null. */
    private @Nullable DestinationSequence sequence(Message message, @Nullable Message request) {
        if (!(message instanceof SoapMessage)
                || !(request instanceof SoapMessage)
                || message.getExchange().getConduit(message) == null
                || message.getContent(Exception.class) != null
                || request.getContent(Exception.class) != null
                || KnownInterceptors.isAsserted(message)
                || RMContextUtils.retrieveRMProperties(message, true) != null
                || RMContextUtils.isRMProtocolMessage(RmHeaders.action(request, false))
                || RMContextUtils.getProtocolVariation(request) == null) {
            return null;
        }
        try {
            DestinationSequence sequence = RmHeaders.received(manager, request);
            return sequence != null && isToBeSent(sequence, request) && isPlain(sequence) ? sequence : null;
        } catch (RMException e) {
            return null;
        }
    }

    /**
     * Returns whether the answer has to acknowledge. CXF acknowledges a sequence once after each message, with the next answer,
     * which covers all messages. To a source with a restart oracle each answer acknowledges its own message, because
     * another may have left it out.
     */
    private static boolean isToBeSent(DestinationSequence sequence, Message request) {
        Arrival arrival = Arrival.of(request);
        return sequence.sendAcknowledgement() || (arrival != null && arrival.isNumbered());
    }

    private static boolean isPlain(DestinationSequence sequence) {
        SequenceAcknowledgement acknowledgement = sequence.getAcknowledgment();
        return RMUtils.getAddressingConstants()
                        .getAnonymousURI()
                        .equals(sequence.getAcksTo().getAddress().getValue())
                && acknowledgement.isSetAcknowledgementRange()
                && !acknowledgement.isSetFinal()
                && !acknowledgement.isSetNack()
                && !acknowledgement.isSetAny()
                && acknowledgement.getOtherAttributes().isEmpty();
    }

    private void answer(SoapMessage message, SoapMessage request, SequenceAcknowledgement acknowledgement)
            throws IOException, XMLStreamException {
        SoapVersion version = request.getVersion();
        ByteArrayOutputStream envelope = new ByteArrayOutputStream(EXPECTED_BYTES);
        XMLStreamWriter writer = StaxUtils.createXMLStreamWriter(envelope);
        writer.writeStartElement(SOAP, version.getEnvelope().getLocalPart(), version.getNamespace());
        writer.writeNamespace(SOAP, version.getNamespace());
        writer.writeStartElement(SOAP, version.getHeader().getLocalPart(), version.getNamespace());
        ProtocolVariation protocol = RMContextUtils.getProtocolVariation(request);
        writeAddressing(writer, protocol);
        writeAcknowledgement(writer, protocol.getWSRMNamespace(), acknowledgement);
        echo.write(message, acknowledgement, writer);
        writer.writeEndElement();
        writer.writeEmptyElement(SOAP, version.getBody().getLocalPart(), version.getNamespace());
        writer.writeEndElement();
        writer.close();
        message.remove(Message.EMPTY_PARTIAL_RESPONSE_MESSAGE);
        message.put(Message.RESPONSE_CODE, HttpURLConnection.HTTP_OK);
        message.put(Message.CONTENT_TYPE, version.getContentType());
        message.put(Message.ENCODING, StandardCharsets.UTF_8.name());
        Conduit conduit = message.getExchange().getConduit(message);
        conduit.prepare(message);
        envelope.writeTo(message.getContent(OutputStream.class));
        conduit.close(message);
    }

    private static void writeAddressing(XMLStreamWriter writer, ProtocolVariation protocol) throws XMLStreamException {
        String namespace = protocol.getWSANamespace();
        boolean earlier = Names200408.WSA_NAMESPACE_NAME.equals(namespace);
        write(writer, namespace, Names.WSA_ACTION_NAME, protocol.getConstants().getSequenceAckAction());
        write(writer, namespace, Names.WSA_MESSAGEID_NAME, ContextUtils.generateUUID());
        write(
                writer,
                namespace,
                Names.WSA_TO_NAME,
                earlier ? Names200408.WSA_ANONYMOUS_ADDRESS : Names.WSA_ANONYMOUS_ADDRESS);
        if (!earlier) {
            writer.writeStartElement("", Names.WSA_REPLYTO_NAME, namespace);
            writer.writeDefaultNamespace(namespace);
            writer.writeStartElement("", Names.WSA_ADDRESS_NAME, namespace);
            writer.writeCharacters(Names.WSA_NONE_ADDRESS);
            writer.writeEndElement();
            writer.writeEndElement();
        }
        write(writer, namespace, Names.WSA_RELATESTO_NAME, Names.WSA_UNSPECIFIED_RELATIONSHIP);
    }

    private static void write(XMLStreamWriter writer, String namespace, String name, String value)
            throws XMLStreamException {
        writer.writeStartElement("", name, namespace);
        writer.writeDefaultNamespace(namespace);
        writer.writeCharacters(value);
        writer.writeEndElement();
    }

    private static void writeAcknowledgement(
            XMLStreamWriter writer, String namespace, SequenceAcknowledgement acknowledgement)
            throws XMLStreamException {
        writer.writeStartElement(WSRM, RMConstants.SEQUENCE_ACK_NAME, namespace);
        writer.writeNamespace(WSRM, namespace);
        writer.writeStartElement(WSRM, AcknowledgementReader.IDENTIFIER, namespace);
        writer.writeCharacters(acknowledgement.getIdentifier().getValue());
        writer.writeEndElement();
        for (AcknowledgementRange range : acknowledgement.getAcknowledgementRange()) {
            writer.writeEmptyElement(WSRM, AcknowledgementReader.RANGE, namespace);
            writer.writeAttribute(AcknowledgementReader.UPPER, Long.toString(range.getUpper()));
            writer.writeAttribute(AcknowledgementReader.LOWER, Long.toString(range.getLower()));
        }
        writer.writeEndElement();
    }
}
