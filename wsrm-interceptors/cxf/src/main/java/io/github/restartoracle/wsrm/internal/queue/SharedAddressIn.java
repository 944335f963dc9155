package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.slf4j.Logger;

/**
 * Applies acknowledgements that come on a connection of their own to their sequences. Clients of a bus may have one address
 * for them: a decoupled endpoint, or the mail account from which they all send. CXF hands an acknowledgement that comes
 * there to the first client, which refuses it if the sequence belongs to another client. Acknowledgements of its own
 * sequences are left to CXF, because its answer may end the sequence.
 *
 * <p>CXF stops at the first acknowledgement of an unknown sequence, and answers with a fault. Such acknowledgements come last
 * here, so that the others count. A client cannot answer with a fault, so they have no effect there. Thread-safe.
 */
public final class SharedAddressIn extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(SharedAddressIn.class);

    private final RMManager manager;
    private final OracleRetransmissionQueue queue;

    /** Creates an interceptor for the incoming messages of a bus, whose queue knows the sequences. */
    public SharedAddressIn(RMManager manager, OracleRetransmissionQueue queue) {
        // Not in the phase of CXF's interceptor, which would come first if it is added to the chain later.
        super(Phase.USER_PROTOCOL);
        this.manager = manager;
        this.queue = queue;
    }

    @Override
    public void handleMessage(Message message) {
        Collection<SequenceAcknowledgement> acknowledgements = RmHeaders.acknowledgements(message, false);
        if (acknowledgements.isEmpty()) {
            return;
        }
        // The answer on the connection of a request has the endpoint of that request.
        boolean isShared = message.getExchange().getOutMessage() == null;
        boolean isRequestor = MessageUtils.isRequestor(message);
        Source addressed = source(message);
        Predicate<SequenceAcknowledgement> isUnknown =
                acknowledgement -> addressed.getSequence(acknowledgement.getIdentifier()) == null;
        List<SequenceAcknowledgement> known = new ArrayList<>(acknowledgements);
        known.removeIf(isUnknown.and(acknowledgement -> (isShared && apply(acknowledgement)) || isRequestor));
        known.sort(Comparator.comparing(isUnknown::test));
        RMContextUtils.retrieveRMProperties(message, false).setAcks(known);
    }

    private Source source(Message message) {
        try {
            return manager.getSource(message);
        } catch (RMException e) {
            throw new Fault(e);
        }
    }

    private boolean apply(SequenceAcknowledgement acknowledgement) {
        SourceSequence sequence = queue.sequence(acknowledgement.getIdentifier());
        if (sequence == null) {
            return false;
        }
        try {
            sequence.setAcknowledged(acknowledgement);
        } catch (RMException e) {
            LOG.warn(
                    "TerminateSequence could not be sent for sequence {}",
                    acknowledgement.getIdentifier().getValue(),
                    e);
        }
        return true;
    }
}
