package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.echo.Acknowledgements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;

/**
 * Has a copy of the acknowledged ranges written. CXF writes the list itself, which other threads change meanwhile: the
 * acknowledgement then fails, or is wrong. The answer to CloseSequence gets the final acknowledgement. Thread-safe.
 */
final class StableAcks extends AbstractSoapInterceptor {
    private final RMManager manager;

    StableAcks(RMManager manager) {
        super(Phase.PRE_PROTOCOL);
        addBefore(RMSoapOutInterceptor.class.getName());
        this.manager = manager;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        SequenceAcknowledgement last = EndIn.finalAcknowledgement(message);
        if (properties != null && last != null) {
            properties.setAcks(List.of(last));
            return;
        }
        Collection<SequenceAcknowledgement> live = properties == null ? null : properties.getAcks();
        if (properties == null || live == null || live.isEmpty()) {
            return;
        }
        List<SequenceAcknowledgement> copies = new ArrayList<>(live.size());
        for (SequenceAcknowledgement acknowledgement : live) {
            copies.add(copy(message, acknowledgement));
        }
        properties.setAcks(copies);
    }

    private SequenceAcknowledgement copy(SoapMessage message, SequenceAcknowledgement live) {
        try {
            DestinationSequence sequence = manager.getDestination(message).getSequence(live.getIdentifier());
            if (sequence == null || !live.equals(sequence.getAcknowledgment())) {
                return live;
            }
            return Acknowledgements.in(message, sequence);
        } catch (RMException e) {
            return live;
        }
    }
}
