package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.destination.Refusal;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.Optional;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.v200702.CloseSequenceType;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Refuses a message of a sequence that is in the database but belongs to another process, in a way that lets the source try
 * again. CXF would report an unknown sequence, which ends it at the source, although another process has it or is about to.
 *
 * <p>Over HTTP the refusal is the status 503, and the connection is closed, so that the next attempt reaches another process
 * through a balancer of connections or of requests. While the owner lives, the response has {@code Restart-Oracle: elsewhere};
 * our HTTP transport then tries again at once. Thread-safe.
 */
final class OthersSequences extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(OthersSequences.class);

    private final DataSourceStore store;

    OthersSequences(DataSourceStore store) {
        super(Phase.POST_PROTOCOL);
        this.store = store;
    }

    @Override
    public void handleMessage(Message message) {
        String identifier = identifier(message);
        if (identifier != null) {
            refuseOthers(message, identifier);
        }
    }

    private void refuseOthers(Message message, String identifier) {
        if (!store.destinations.holds(identifier)) {
            refusal(message, identifier).ifPresent(fault -> {
                throw fault;
            });
        }
    }

    /** Replaces CXF's fault too: a sequence may appear or disappear between the check above and CXF's own. */
    @Override
    public void handleFault(Message message) {
        String identifier = identifier(message);
        if (identifier != null && isUnknown(message.getContent(Exception.class))) {
            refusal(message, identifier).ifPresent(fault -> message.setContent(Exception.class, fault));
        }
    }

    private static @Nullable String identifier(Message message) {
        SequenceType sequence = sequence(message);
        return sequence == null ? null : sequence.getIdentifier().getValue();
    }

    /** Returns the sequence header of a request; null if it has none. */
    static @Nullable SequenceType sequence(Message message) {
        return MessageUtils.isRequestor(message) ? null : RmHeaders.sequence(message, false);
    }

    private static boolean isUnknown(@Nullable Exception exception) {
        if (exception == null) {
            return false;
        }
        // SOAP 1.2 has the code in the subcode of the fault, SOAP 1.1 in a header that is made of the cause.
        return (exception.getCause() instanceof SequenceFault fault
                        && RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE.equals(
                                fault.getFaultCode().getLocalPart()))
                || (exception instanceof SoapFault soap
                        && soap.getSubCode() != null
                        && RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE.equals(
                                soap.getSubCode().getLocalPart()));
    }

    /** Returns the refusal of a message; empty if the sequence is not in the database, so that it is unknown indeed. */
    private Optional<Fault> refusal(Message message, String identifier) {
        try {
            Long owner = store.destinationTables.owner(identifier);
            if (owner == null) {
                return Optional.empty();
            }
            String reason = "sequence " + identifier + " belongs to another process at the moment; try again";
            return Optional.of(
                    store.nodes.isAlive(owner) ? Refusal.elsewhere(message, reason) : Refusal.of(message, reason));
        } catch (RuntimeException e) {
            return Optional.of(Refusal.later(
                    message, "the owner of sequence " + identifier + " cannot be looked up at the moment; try again"));
        }
    }

    /**
     * Notes in the database that a sequence of another process was terminated. CXF answers TerminateSequence for any sequence,
     * but ignores it for one that it does not know. CloseSequence is refused, because its answer has the final acknowledgement,
     * which only the other process knows. Thread-safe.
     */
    final class Terminations extends AbstractPhaseInterceptor<Message> {
        Terminations() {
            super(Phase.POST_LOGICAL);
        }

        @Override
        public void handleMessage(Message message) {
            if (RmHeaders.request(message) instanceof CloseSequenceType close) {
                refuseOthers(message, close.getIdentifier().getValue());
                return;
            }
            Identifier terminated = RmHeaders.terminated(message);
            if (terminated != null && !store.destinations.holds(terminated.getValue())) {
                LOG.debug("Sequence {} of another process is terminated", terminated.getValue());
                store.destinationTables.end(terminated.getValue());
            }
        }
    }
}
