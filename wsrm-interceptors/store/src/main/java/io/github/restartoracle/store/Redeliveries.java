package io.github.restartoracle.store;

import java.util.List;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.soap.RedeliveryQueueImpl;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * CXF's queue of messages that are to be delivered again, of those that were accepted: CXF puts every message into it whose
 * processing fails, and so would deliver a message that counts as not received, or is another process's. And what is
 * stopped is forgotten: CXF keeps it, and would leave out the same message when its sequence is recovered or taken over
 * again.
 */
final class Redeliveries extends RedeliveryQueueImpl {
    private static final String REFUSED = Redeliveries.class.getName();

    private final Held<DestinationSequence> held;
    private final AcceptedMessages accepted;

    Redeliveries(RMManager manager, Held<DestinationSequence> held, AcceptedMessages accepted) {
        super(manager);
        this.held = held;
        this.accepted = accepted;
    }

    /** The store has refused a message, or what was done with it. */
    static void refuse(@Nullable Message message) {
        if (message != null) {
            message.put(REFUSED, true);
        }
    }

    @Override
    public void addUndelivered(Message message) {
        SequenceType header =
                RMContextUtils.retrieveRMProperties(message, false).getSequence();
        String identifier = header.getIdentifier().getValue();
        if (message.get(REFUSED) != null) {
            return;
        }
        DestinationSequence sequence = held.get(identifier);
        if (accepted.contains(identifier, header.getMessageNumber())) {
            super.addUndelivered(message);
        } else if (sequence != null) {
            // Its processing may have failed between CXF's note of it and the store.
            Position.takeBack(sequence, header.getMessageNumber());
        }
    }

    @Override
    public void stop(DestinationSequence sequence) {
        super.stop(sequence);
        synchronized (this) {
            List<RedeliverCandidate> left = getSequenceCandidates(sequence);
            if (left != null) {
                List.copyOf(left).forEach(this::purgeDelivered);
            }
        }
    }

    /** One that is just being delivered when its sequence is stopped comes here when it is no longer in the queue. */
    @Override
    protected void purgeDelivered(RedeliverCandidate candidate) {
        synchronized (this) {
            if (getUndelivered().values().stream().anyMatch(queued -> queued.contains(candidate))) {
                super.purgeDelivered(candidate);
            }
        }
    }
}
