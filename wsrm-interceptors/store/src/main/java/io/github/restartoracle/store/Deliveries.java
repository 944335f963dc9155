package io.github.restartoracle.store;

import io.github.restartoracle.store.DestinationTables.Delivered;
import io.github.restartoracle.wsrm.internal.destination.DeliveryOutcome;
import io.github.restartoracle.wsrm.internal.destination.DeliveryScope;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMDeliveryInterceptor;
import org.apache.cxf.ws.rm.v200702.SequenceType;

/**
 * Notes that a message was delivered. If the service has joined the transaction, the note is part of it, so that both take
 * effect or neither; otherwise the note is a transaction of its own, right after the invocation. Thread-safe.
 */
final class Deliveries {
    private final DataSourceStore store;

    Deliveries(DataSourceStore store) {
        this.store = store;
    }

    /** Begins a delivery before the invocation. The receiving side ends it in every case. */
    final class Begin extends AbstractPhaseInterceptor<Message> {
        Begin() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            SequenceType sequence = OthersSequences.sequence(message);
            if (sequence == null || DeliveryScope.of(message) != null) {
                return;
            }
            String identifier = sequence.getIdentifier().getValue();
            OptionalLong token = store.destinations.tokenOf(identifier);
            if (token.isEmpty()) {
                // This process lost the sequence after it had accepted the message; the new owner delivers the message.
                DeliveryOutcome.refused(message);
                throw new Fault(new SequenceTakenException(identifier));
            }
            if (!store.nodes.isOwnAndAlive(token.getAsLong())) {
                // The message is delivered soon: here if the lease can be renewed, otherwise by another process.
                DeliveryOutcome.untried(message);
                throw new Fault(new SequenceTakenException(identifier));
            }
            boolean robust = MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY);
            DeliveryScope.attach(
                    new DeliveryTransaction(
                            store,
                            identifier,
                            sequence.getMessageNumber(),
                            token.getAsLong(),
                            robust,
                            () -> DeliveryOutcome.untried(message)),
                    message);
        }
    }

    /** Notes a delivery after the invocation, before CXF counts the message as processed and admits the next one. */
    final class End extends AbstractPhaseInterceptor<Message> {
        End() {
            super(Phase.POST_INVOKE);
            addBefore(RMDeliveryInterceptor.class.getName());
            addBefore(DeliveryOutcome.PROCESSED);
            addBefore(OutgoingChainInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            DeliveryTransaction delivery = DeliveryTransaction.of(message);
            if (delivery != null) {
                try {
                    note(delivery, message);
                } catch (SQLException | IOException e) {
                    throw new Fault(e);
                }
            }
        }
    }

    private void note(DeliveryTransaction delivery, Message message) throws SQLException, IOException {
        if (delivery.isRolledBack()) {
            throw new SQLException("the service has rolled back the transaction of message " + delivery.number
                    + " of sequence " + delivery.sequence);
        }
        if (!delivery.isJoined() && !delivery.accepts) {
            // The work of the service cannot be undone, so only the note is tried again.
            DeliveryOutcome.invoked(message);
        }
        Delivered result = delivery.note(store.destinationTables);
        delivery.end();
        if (result == Delivered.NOT_OWNED) {
            store.lease.check();
            DeliveryOutcome.refused(message);
            throw new SequenceTakenException(delivery.sequence);
        }
        if (!result.isSo()) {
            throw new SQLException("message " + delivery.number + " of sequence " + delivery.sequence
                    + " was not accepted, so it is not delivered");
        }
        store.delivered(delivery.sequence, delivery.number);
    }
}
