package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.CxfInternals;
import io.github.restartoracle.wsrm.internal.runtime.ThrottledWarning;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.rm.Destination;
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
    private final BiConsumer<DestinationSequence, Message> used;
    private final ThrottledWarning warning;

    /**
     * Creates the answering of requests for a bus.
     *
     * @param used told of each sequence whose source asks
     */
    AckRequests(
            RMManager manager, DestinationTimer timer, NanoClock clock, BiConsumer<DestinationSequence, Message> used) {
        this.manager = manager;
        this.timer = timer;
        this.used = used;
        this.warning = new ThrottledWarning(LOG, clock);
    }

    /** The acceptance of a message. */
    @FunctionalInterface
    interface Step {
        void run() throws SequenceFault, RMException;
    }

    /** Answers the requests in a message after it was accepted. CXF does so before. */
    void answeredAfter(Message message, Step acceptance) throws SequenceFault, RMException {
        List<AckRequestedType> requests = take(message);
        try {
            acceptance.run();
        } finally {
            giveBack(message, requests);
        }
        answer(message, requests);
    }

    private static List<AckRequestedType> take(Message message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        Collection<AckRequestedType> requests = properties == null ? null : properties.getAcksRequested();
        if (properties == null || requests == null || requests.isEmpty()) {
            return List.of();
        }
        properties.setAcksRequested(List.of());
        return List.copyOf(requests);
    }

    private static void giveBack(Message message, List<AckRequestedType> requests) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        if (properties != null && !requests.isEmpty()) {
            properties.setAcksRequested(requests);
        }
    }

    /** Has the sequences acknowledged that a message asks for. Does not block, and throws no exception. */
    void answer(Message message, Collection<AckRequestedType> requests) {
        if (requests.isEmpty()) {
            return;
        }
        try {
            Destination destination = manager.getDestination(message);
            requests.stream()
                    .map(request -> destination.getSequence(request.getIdentifier()))
                    .filter(Objects::nonNull)
                    .distinct()
                    .forEach(sequence -> {
                        used.accept(sequence, message);
                        answer(sequence, message);
                    });
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
        return address.equals(RMUtils.getAddressingConstants().getAnonymousURI()) || address.equals(replyTo(message));
    }

    private static String replyTo(Message message) {
        AddressingProperties addressing = RMContextUtils.retrieveMAPs(message, false, false);
        return addressing == null || addressing.getReplyTo() == null
                ? ""
                : addressing.getReplyTo().getAddress().getValue();
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
