package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ThrottledWarning;
import java.util.Collection;
import java.util.List;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.RMUtils;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.v200702.AckRequestedType;
import org.slf4j.Logger;

/**
 * Answers requests for acknowledgements. CXF answers before it accepts the message that asks, in the thread that received
 * it: an acknowledgement that cannot be sent then refuses the message, and one that hangs holds the thread. Here it is sent
 * after the message was accepted, by a thread of its address, and a failure is only logged. Thread-safe.
 */
final class AckRequests {
    private static final Logger LOG = Logs.of(AckRequests.class);

    private final RMManager manager;
    private final DestinationTimer timer;
    private final SequenceAdmission admission;
    private final ThrottledWarning warning;

    AckRequests(RMManager manager, DestinationTimer timer, SequenceAdmission admission, NanoClock clock) {
        this.manager = manager;
        this.timer = timer;
        this.admission = admission;
        this.warning = new ThrottledWarning(LOG, clock);
    }

    /** Answers the requests in a message after it was accepted. CXF does so before. */
    void answeredAfter(Message message, Acceptance.Step acceptance) throws SequenceFault, RMException {
        Collection<AckRequestedType> requests = RmHeaders.ackRequests(message);
        if (requests.isEmpty()) {
            acceptance.run();
            return;
        }
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        properties.setAcksRequested(List.of());
        try {
            acceptance.run();
        } finally {
            properties.setAcksRequested(requests);
        }
        answer(message);
    }

    /** Has the sequences acknowledged that a message asks for. Does not block, and throws no exception. */
    void answer(Message message) {
        try {
            for (DestinationSequence sequence : RmHeaders.requested(manager, message)) {
                admission.used(sequence, message);
                answer(sequence, message);
            }
        } catch (RMException | RuntimeException e) {
            warning.warn("Cannot answer a request for an acknowledgement", e);
        }
    }

    /** Has a sequence acknowledged: on the connection of the message, if that goes to its address, or by another thread. */
    void answer(DestinationSequence sequence, Message message) {
        if (isAnsweredWith(message, sequence)) {
            acknowledge(sequence, message);
        } else {
            timer.acknowledgeNow(sequence, () -> acknowledge(sequence, message));
        }
    }

    /** Returns whether an acknowledgement goes with the answer to a message. */
    static boolean isAnsweredWith(Message message, DestinationSequence sequence) {
        String address = sequence.getAcksTo().getAddress().getValue();
        return address.equals(RMUtils.getAddressingConstants().getAnonymousURI())
                || address.equals(NamedAddresses.ofAnswer(message));
    }

    private void acknowledge(DestinationSequence sequence, Message message) {
        try {
            CxfInternals.acknowledge(sequence, message);
        } catch (RMException | RuntimeException e) {
            warning.warn(
                    "An acknowledgement of sequence " + sequence + " could not be sent; the next request is answered",
                    e);
        }
    }
}
