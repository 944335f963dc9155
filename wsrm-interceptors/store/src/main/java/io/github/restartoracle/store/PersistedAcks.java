package io.github.restartoracle.store;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;
import org.jspecify.annotations.Nullable;

/**
 * Acknowledges nothing that is not in the database. CXF notes a message as acknowledged before it stores it, and whatever
 * leaves in between acknowledges the message as well: it would be lost if the process ended just then. Thread-safe.
 */
final class PersistedAcks extends AbstractSoapInterceptor {
    private final AcceptedMessages accepted;

    PersistedAcks(AcceptedMessages accepted) {
        super(Phase.PRE_PROTOCOL);
        addBefore(RMSoapOutInterceptor.class.getName());
        this.accepted = accepted;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, true);
        Collection<SequenceAcknowledgement> all = properties == null ? null : properties.getAcks();
        if (properties == null || all == null || all.isEmpty()) {
            return;
        }
        List<SequenceAcknowledgement> persisted = new ArrayList<>(all.size());
        for (SequenceAcknowledgement one : all) {
            SequenceAcknowledgement safe = persisted(one);
            if (safe != null) {
                persisted.add(safe);
            }
        }
        properties.setAcks(persisted);
    }

    /** The acknowledgement without what is not stored; null if nothing is left. */
    private @Nullable SequenceAcknowledgement persisted(SequenceAcknowledgement from) {
        List<Numbers.Range> ranges = accepted.ranges(from.getIdentifier().getValue());
        if (ranges == null) {
            return from;
        }
        if (ranges.isEmpty()) {
            return null;
        }
        SequenceAcknowledgement copy = new SequenceAcknowledgement();
        copy.setIdentifier(from.getIdentifier());
        copy.setFinal(from.getFinal());
        for (Map.Entry<javax.xml.namespace.QName, String> attribute :
                from.getOtherAttributes().entrySet()) {
            copy.getOtherAttributes().put(attribute.getKey(), attribute.getValue());
        }
        for (Numbers.Range each : ranges) {
            AcknowledgementRange range = new AcknowledgementRange();
            range.setLower(each.lower());
            range.setUpper(each.upper());
            copy.getAcknowledgementRange().add(range);
        }
        return copy;
    }
}
