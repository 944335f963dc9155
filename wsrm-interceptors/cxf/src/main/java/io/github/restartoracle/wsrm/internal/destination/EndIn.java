package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.internal.inbound.Inbound;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.Drain;
import java.time.Duration;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.CloseSequenceType;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.apache.cxf.ws.rm.v200702.SequenceAcknowledgement;
import org.jspecify.annotations.Nullable;

/**
 * Ends a sequence whose source closes or terminates it, before CXF does, which goes on accepting messages of a closed
 * sequence. From here on no message of it is accepted, those behind a missing one are delivered, and the answer has the final
 * acknowledgement (WS-RM 1.2, section 3.5). Thread-safe.
 */
final class EndIn extends AbstractSoapInterceptor {
    private static final String KEY = EndIn.class.getName();
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

    private final RMManager manager;
    private final DeliveryQueue queue;
    private final AckRequests acks;
    private final InvalidMessages invalid;

    EndIn(RMManager manager, DeliveryQueue queue, AckRequests acks, InvalidMessages invalid) {
        super(Phase.PRE_INVOKE);
        this.manager = manager;
        this.queue = queue;
        this.acks = acks;
        this.invalid = invalid;
    }

    /** Returns the acknowledgement for the answer to a request that has ended a sequence; null for any other answer. */
    static @Nullable SequenceAcknowledgement finalAcknowledgement(Message answer) {
        return (SequenceAcknowledgement) answer.getExchange().get(KEY);
    }

    @Override
    public void handleMessage(SoapMessage message) {
        try {
            if (RmHeaders.request(message) instanceof CloseSequenceType close) {
                if (close.getLastMsgNumber() == null) {
                    // The number is optional, and CXF fails without one.
                    close.setLastMsgNumber(0L);
                }
                close(message, close.getIdentifier());
                return;
            }
            Identifier terminated = RmHeaders.terminated(message);
            if (terminated != null) {
                terminate(message, terminated);
            }
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    private void close(SoapMessage message, Identifier identifier) throws RMException {
        DestinationSequence sequence = sequence(message, identifier);
        if (sequence == null) {
            throw invalid.unknown(message, identifier);
        }
        if (!end(sequence)) {
            throw Refusal.later(message, "a message of sequence " + sequence + " is being accepted");
        }
        awaitDeliveries(sequence);
        if (AckRequests.isAnsweredWith(message, sequence)) {
            message.getExchange().put(KEY, queue.acknowledgements.of(sequence));
        } else {
            acks.answer(sequence, message);
        }
    }

    /** Ends a sequence with messages that wait for a missing one. CXF does the rest. */
    private void terminate(SoapMessage message, Identifier identifier) throws RMException {
        DestinationSequence sequence = sequence(message, identifier);
        if (sequence != null && !queue.all(sequence).isEmpty()) {
            end(sequence);
        }
    }

    /**
     * Notes that no further message of a sequence is accepted, and delivers those behind a missing one.
     *
     * @return false if a message is being accepted, so that the accepted ones cannot be told yet
     * @throws RuntimeException of a store that fails; the sequence then goes on
     */
    private boolean end(DestinationSequence sequence) {
        if (!queue.on(sequence, Inbound::end)) {
            return false;
        }
        try {
            RMStore store = manager.getStore();
            if (store instanceof ReceivingStore own) {
                own.closed(sequence);
            }
            CxfSequence.close(sequence);
            if (store != null && !(store instanceof ReceivingStore)) {
                store.persistIncoming(sequence, null);
            }
        } finally {
            queue.update(sequence, Inbound::endNoted);
        }
        queue.look(sequence);
        return true;
    }

    /**
     * Waits for a moment until the messages are delivered that the sequence has held back: its source goes on in another
     * sequence when it has the answer, and would overtake them.
     */
    private void awaitDeliveries(DestinationSequence sequence) {
        if (!CxfSequence.configuration(sequence).isInOrder()) {
            return;
        }
        try {
            Drain.await(() -> !queue.isBusy(sequence), LONGEST_WAIT, NanoClock.system());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable DestinationSequence sequence(SoapMessage message, Identifier identifier) throws RMException {
        return manager.getDestination(message).getSequence(identifier);
    }
}
