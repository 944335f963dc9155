package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.wsrm.internal.capture.ProtocolRequest;
import io.github.restartoracle.wsrm.internal.echo.Arrival;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import java.util.Collection;
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
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Receives the answers to two-way calls and to requests of WS-RM itself, faults included, once their acknowledgements are
 * applied. Thread-safe.
 */
public final class AnswerIn extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(AnswerIn.class);

    private final RMManager manager;
    private final OracleRetransmissionQueue queue;

    /** Creates an interceptor for a bus, which tells the queue of the answers. */
    public AnswerIn(RMManager manager, OracleRetransmissionQueue queue) {
        super(Phase.POST_LOGICAL);
        this.manager = manager;
        this.queue = queue;
    }

    @Override
    public void handleMessage(Message message) {
        acknowledge(message);
        ProtocolRequest answered = message.getExchange().get(ProtocolRequest.class);
        if (answered != null && MessageUtils.isRequestor(message) && !MessageUtils.isPartialResponse(message)) {
            answered.answered();
        }
        Arrival arrival = Arrival.of(message);
        Message request = message.getExchange().getOutMessage();
        if (arrival == null
                || request == null
                || message.getExchange().isOneWay()
                || !MessageUtils.isRequestor(message)
                || MessageUtils.isPartialResponse(message)) {
            return;
        }
        SequenceType header = RmHeaders.sequence(request, true);
        Source source = header == null ? null : source(request);
        if (header != null && header.getMessageNumber() != null && source != null) {
            queue.answered(source, header.getIdentifier(), header.getMessageNumber(), message, arrival);
        }
    }

    /** Applies the acknowledgements in the answer to a request of WS-RM itself, such as CloseSequence; CXF does not. */
    private void acknowledge(Message message) {
        Collection<SequenceAcknowledgement> acknowledgements = RmHeaders.acknowledgements(message, false);
        String action = RmHeaders.action(message, false);
        if (acknowledgements.isEmpty()
                || !MessageUtils.isRequestor(message)
                || !action.endsWith("Response")
                || !RMContextUtils.isRMProtocolMessage(action)) {
            return;
        }
        try {
            Source source = manager.getSource(message);
            for (SequenceAcknowledgement acknowledgement : acknowledgements) {
                SourceSequence sequence = source.getSequence(acknowledgement.getIdentifier());
                // CXF would end a sequence again that it is ending.
                if (sequence != null && !sequence.allAcknowledged()) {
                    sequence.setAcknowledged(acknowledgement);
                }
            }
        } catch (RMException e) {
            LOG.warn("An acknowledgement could not be applied", e);
        }
    }

    private @Nullable Source source(Message request) {
        try {
            return manager.getSource(request);
        } catch (RMException notReliable) {
            return null;
        }
    }
}
