package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.xml.namespace.QName;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.BindingOperationInfo;
import org.apache.cxf.service.model.ServiceModelUtil;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.soap.MAPCodec;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.slf4j.Logger;

/**
 * The addressing of messages that CXF recovers from its store, and whether their destination answers them: that is in their saved
 * envelopes only. Without it they would be sent to the configured address of the endpoint, even if their callers had chosen
 * another one. Stateless.
 */
final class SavedAddressing {
    private static final Logger LOG = Logs.of(SavedAddressing.class);

    private SavedAddressing() {}

    /**
     * Gives a recovered message the addressing of its envelope, and its transport the address. A message that has a
     * destination, and one whose envelope cannot be read, stays as it is.
     */
    static void restore(Message message, CapturedContent saved) {
        AddressingProperties known = RMContextUtils.retrieveMAPs(message, false, true);
        if (known != null && known.getTo() != null) {
            return;
        }
        try {
            AddressingProperties maps = read(message, saved);
            if (maps == null || maps.getTo() == null) {
                return;
            }
            boolean requestor = MessageUtils.isRequestor(message);
            RMContextUtils.storeMAPs(maps, message, true, requestor);
            String to = String.valueOf(maps.getTo().getValue());
            if (requestor && to.toLowerCase(Locale.ROOT).startsWith("http")) {
                message.put(Message.ENDPOINT_ADDRESS, to);
            }
        } catch (IOException | XMLStreamException | RuntimeException unreadable) {
            LOG.warn("The addressing of a recovered message cannot be read", unreadable);
        }
    }

    private static AddressingProperties read(Message message, CapturedContent saved)
            throws IOException, XMLStreamException {
        SoapMessage envelope = (SoapMessage) message.getExchange().getBinding().createMessage(new MessageImpl());
        envelope.setExchange(message.getExchange());
        try (InputStream content = saved.open()) {
            XMLStreamReader reader = StaxUtils.createXMLStreamReader(content, StandardCharsets.UTF_8.name());
            try {
                CapturedEnvelope.readHeaders(reader, envelope);
                if (isOfTwoWayOperation(reader, message)) {
                    message.put(Template.TWO_WAY, true);
                }
            } finally {
                StaxUtils.close(reader);
            }
        }
        return MAPCodec.getInstance(message.getExchange().getBus()).unmarshalMAPs(envelope);
    }

    /** Looks at the body, since one-way and two-way messages ask for an answer alike ({@code AnonymousReplyToOut}). */
    private static boolean isOfTwoWayOperation(XMLStreamReader reader, Message message) throws XMLStreamException {
        reader.next();
        if (!MessageUtils.isRequestor(message) || !StaxUtils.toNextTag(reader) || !reader.isStartElement()) {
            return false;
        }
        QName request = reader.getName();
        BindingOperationInfo operation =
                ServiceModelUtil.getOperationForWrapperElement(message.getExchange(), request, false);
        if (operation == null) {
            operation = ServiceModelUtil.getOperation(message.getExchange(), request);
        }
        return operation != null && !operation.getOperationInfo().isOneWay();
    }
}
