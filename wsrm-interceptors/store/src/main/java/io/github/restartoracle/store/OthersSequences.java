package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.internal.destination.Refusal;
import java.util.Optional;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * Refuses a message of a sequence that is in the database but belongs to another process, in a way that lets the source try
 * again. CXF would report an unknown sequence, which ends it at the source, although another process has it or is about to.
 *
 * <p>Over HTTP the refusal is the status 503, and the connection is closed, so that the next attempt reaches another process
 * through a balancer of connections or of requests. While the owner lives, the response has {@code Restart-Oracle: elsewhere};
 * our HTTP transport then tries again at once.
 *
 * <p>Thread-safe.
 */
final class OthersSequences extends AbstractPhaseInterceptor<Message> {
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

    /** Refuses a message of a sequence that belongs to another process. */
    void refuseOthers(Message message, String identifier) {
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
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        SequenceType sequence = properties == null ? null : properties.getSequence();
        return sequence == null || MessageUtils.isRequestor(message)
                ? null
                : sequence.getIdentifier().getValue();
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
}
