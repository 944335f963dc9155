package io.github.restartoracle.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.logging.FaultListener;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses a message of a sequence that is in the database but not this process's, in a way that lets the source try again.
 * CXF would say that the sequence is unknown, which is the end of it, though another process has it or is about to.
 *
 * <p>Over HTTP that is the status 503 on a connection that is closed then, so that the next try reaches another process
 * through whatever balances connections or requests; with {@code Retry-After: 0} while the owner's lease lasts.
 *
 * <p>Thread-safe.
 */
final class OthersSequences extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = LoggerFactory.getLogger(OthersSequences.class);
    private static final int UNAVAILABLE = 503;

    /** Of an exchange: what was said to its message. */
    private static final String REFUSAL = OthersSequences.class.getName();

    /** It happens all the time, and is no failure of the service. */
    private static final FaultListener QUIET = (exception, description, message) -> {
        LOG.debug("{}", exception.getMessage());
        return false;
    };

    private final DataSourceStore store;

    OthersSequences(DataSourceStore store) {
        super(Phase.POST_PROTOCOL);
        this.store = store;
    }

    /** Whose a sequence is. */
    enum Owner {
        /** A process whose lease lasts. */
        ALIVE,
        /** A process that is not heard of, or none. */
        DEAD
    }

    @Override
    public void handleMessage(Message message) {
        String identifier = identifier(message);
        if (identifier != null && !store.destinations.holds(identifier)) {
            refusal(message, identifier).ifPresent(fault -> {
                throw fault;
            });
        }
    }

    /** A sequence may come and go between that and CXF's own look at it. */
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
        // SOAP 1.2 has it in the subcode of the fault, SOAP 1.1 in a header that is made of the cause.
        return (exception.getCause() instanceof SequenceFault fault
                        && RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE.equals(
                                fault.getFaultCode().getLocalPart()))
                || (exception instanceof SoapFault soap
                        && soap.getSubCode() != null
                        && RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE.equals(
                                soap.getSubCode().getLocalPart()));
    }

    /** Empty if the sequence is not in the database: it is unknown indeed. */
    private Optional<Fault> refusal(Message message, String identifier) {
        return store.destinationTables.owner(identifier).map(owner -> {
            Fault fault = new Fault(new IllegalStateException(
                    "sequence " + identifier + " belongs to another process for now; try again"));
            fault.setStatusCode(UNAVAILABLE);
            message.getExchange().put(REFUSAL, owner);
            message.put(FaultListener.class.getName(), QUIET);
            // Otherwise CXF answers one-way messages as if all were well.
            message.put(Message.ROBUST_ONEWAY, true);
            return fault;
        });
    }

    /** Tells a source, or what is between, that another connection may help. Thread-safe. */
    static final class Answer extends AbstractPhaseInterceptor<Message> {
        Answer() {
            super(Phase.PRE_STREAM);
        }

        @Override
        public void handleMessage(Message message) {
            Object refused = message.getExchange().get(REFUSAL);
            if (refused != null) {
                Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                headers.put("Connection", List.of("close"));
                if (refused == Owner.ALIVE) {
                    headers.put("Retry-After", List.of("0"));
                }
                message.put(Message.PROTOCOL_HEADERS, headers);
            }
        }
    }
}
