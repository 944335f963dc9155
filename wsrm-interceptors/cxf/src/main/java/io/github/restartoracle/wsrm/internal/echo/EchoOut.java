package io.github.restartoracle.wsrm.internal.echo;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.continuations.ContinuationProvider;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.soap.RMSoapOutInterceptor;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement.AcknowledgementRange;

/**
 * Adds an echo to an acknowledgement: which transmissions arrived, how long they waited for it, and if messages are
 * delivered in order here. Adds none for a source that sends no transmission numbers. Thread-safe.
 */
public final class EchoOut extends AbstractSoapInterceptor {
    private final RMManager manager;
    private final NanoClock clock;
    private final ArrivalLog log;

    /** Creates an interceptor for a bus. */
    public EchoOut(RMManager manager, NanoClock clock, ArrivalLog log) {
        super(Phase.PRE_PROTOCOL);
        // The acknowledgement is written from live state: all messages that it covers by then have been logged by now.
        addAfter(RMSoapOutInterceptor.class.getName());
        this.manager = manager;
        this.clock = clock;
        this.log = log;
    }

    @Override
    public void handleMessage(SoapMessage message) {
        Collection<SequenceAcknowledgement> acknowledgements = RmHeaders.acknowledgements(message, true);
        if (!acknowledgements.isEmpty()) {
            TransmissionHeaders.Said said = take(message, acknowledgements);
            if (!said.arrivals().isEmpty()) {
                TransmissionHeaders.writeEcho(message, said);
            }
        }
    }

    /** Writes the header among those of a message that no chain writes. Has no effect if there is no arrival to echo. */
    public void write(Message message, SequenceAcknowledgement acknowledgement, XMLStreamWriter writer)
            throws XMLStreamException {
        TransmissionHeaders.Said said = take(message, List.of(acknowledgement));
        if (!said.arrivals().isEmpty()) {
            TransmissionHeaders.writeEcho(writer, said);
        }
    }

    private TransmissionHeaders.Said take(Message message, Collection<SequenceAcknowledgement> acknowledgements) {
        List<TransmissionHeaders.Arrived> arrivals = new ArrayList<>();
        for (SequenceAcknowledgement acknowledgement : acknowledgements) {
            log.take(acknowledgement.getIdentifier().getValue(), number -> covers(acknowledgement, number), arrivals);
        }
        boolean inOrder = manager.getEffectiveConfiguration(message).isInOrder();
        return new TransmissionHeaders.Said(arrivals, inOrder, !inOrder && keepsCallerOrder(message), clock.nanoTime());
    }

    /**
     * Returns whether another message of the same caller would wait: without a thread, and for a delivery that is soon over. Where
     * that takes long, or messages are stored, they are answered before.
     */
    private static boolean keepsCallerOrder(Message answer) {
        Message request = answer.getExchange().getInMessage();
        Arrival arrival = request == null ? null : Arrival.of(request);
        return arrival != null
                && arrival.isDeliveredSoon()
                && request.containsKey(ContinuationProvider.class.getName());
    }

    /**
     * Returns whether an acknowledgement covers a message. An in-order destination withholds acknowledgements: a message that
     * is not covered yet is echoed later.
     */
    private static boolean covers(SequenceAcknowledgement acknowledgement, long number) {
        // An array, because another message may be changing the list.
        for (AcknowledgementRange range :
                acknowledgement.getAcknowledgementRange().toArray(new AcknowledgementRange[0])) {
            if (range != null && range.getLower() <= number && number <= range.getUpper()) {
                return true;
            }
        }
        return false;
    }
}
