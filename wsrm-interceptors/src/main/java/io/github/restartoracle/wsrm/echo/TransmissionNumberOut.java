package io.github.restartoracle.wsrm.echo;

import io.github.restartoracle.wsrm.attempt.Attempt;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;

/** Writes the transmission number into every transmission of a reliable message. Thread-safe. */
public final class TransmissionNumberOut extends AbstractSoapInterceptor {
    /** An interceptor for a bus. */
    public TransmissionNumberOut() {
        super(Phase.PRE_PROTOCOL_FRONTEND);
    }

    @Override
    public void handleMessage(SoapMessage message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        if (properties == null || properties.getSequence() == null) {
            return;
        }
        Attempt attempt = Attempt.of(message);
        TransmissionHeaders.writeTransmission(message, attempt == null ? 1 : attempt.number());
    }
}
