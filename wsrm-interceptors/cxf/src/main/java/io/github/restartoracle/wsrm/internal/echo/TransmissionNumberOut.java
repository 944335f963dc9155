package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.internal.attempt.Attempt;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMMessageConstants;

/** Writes the transmission number into every transmission of a reliable message. Thread-safe. */
public final class TransmissionNumberOut extends AbstractSoapInterceptor {
    /** The key of a flag in an outgoing message: the header is {@linkplain #write written} when it is known what it says. */
    public static final String LATER = TransmissionNumberOut.class.getName();

    /** Creates an interceptor for a bus. */
    public TransmissionNumberOut() {
        super(Phase.PRE_PROTOCOL_FRONTEND);
    }

    @Override
    public void handleMessage(SoapMessage message) {
        Attempt attempt = Attempt.of(message);
        if (attempt != null) {
            TransmissionHeaders.writeTransmission(message, attempt.number(), attempt.after());
        } else if (Boolean.TRUE.equals(message.get(RMMessageConstants.MESSAGE_CAPTURE)) && message.get(LATER) == null) {
            // The first transmission, made by the chain that captures the message.
            TransmissionHeaders.writeTransmission(message, 1, 0);
        }
    }

    /** Writes the header of an attempt among those of a message that no chain writes. */
    public static void write(Attempt attempt, XMLStreamWriter writer) throws XMLStreamException {
        TransmissionHeaders.writeTransmission(writer, attempt.number(), attempt.after());
    }
}
