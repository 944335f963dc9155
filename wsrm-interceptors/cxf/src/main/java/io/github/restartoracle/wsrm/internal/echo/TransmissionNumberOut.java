package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.internal.attempt.Attempt;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMMessageConstants;

/** Writes the transmission number into every transmission of a reliable message. Thread-safe. */
public final class TransmissionNumberOut extends AbstractSoapInterceptor {
    /** Creates an interceptor for a bus. */
    public TransmissionNumberOut() {
        super(Phase.PRE_PROTOCOL_FRONTEND);
    }

    @Override
    public void handleMessage(SoapMessage message) {
        Attempt attempt = Attempt.of(message);
        if (attempt != null) {
            TransmissionHeaders.writeTransmission(message, attempt.number());
        } else if (Boolean.TRUE.equals(message.get(RMMessageConstants.MESSAGE_CAPTURE))) {
            // The first transmission, made by the chain that captures the message.
            TransmissionHeaders.writeTransmission(message, 1);
        }
    }
}
