package io.github.restartoracle.store;

import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.OptionalLong;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.interceptor.OutgoingChainInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMDeliveryInterceptor;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.persistence.RMStoreException;
import org.apache.cxf.ws.rm.v200702.SequenceType;

/**
 * Notes that a message was delivered: in the transaction of the service, if it has joined one, so that its effect and the
 * note come about together or not at all; otherwise in one of its own, right after the invocation.
 *
 * <p>Thread-safe.
 */
final class Deliveries {
    private final DataSourceStore store;

    Deliveries(DataSourceStore store) {
        this.store = store;
    }

    /** Before the invocation; hears of its failure too. */
    final class Begin extends AbstractPhaseInterceptor<Message> {
        Begin() {
            super(Phase.PRE_INVOKE);
        }

        @Override
        public void handleMessage(Message message) {
            RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
            SequenceType sequence = properties == null ? null : properties.getSequence();
            if (sequence == null || MessageUtils.isRequestor(message)) {
                return;
            }
            String identifier = sequence.getIdentifier().getValue();
            OptionalLong token = store.destinations.tokenOf(identifier);
            if (token.isEmpty()) {
                // It was given up since the message was accepted; whoever has taken it over delivers the message.
                Redeliveries.refuse(message);
                throw new Fault(new SequenceTakenException(identifier));
            }
            if (!store.ownership.isAlive(token.getAsLong())) {
                // It is delivered in a moment, here if the lease can be renewed, and elsewhere if not.
                throw new Fault(new SequenceTakenException(identifier));
            }
            boolean robust = MessageUtils.getContextualBoolean(message, Message.ROBUST_ONEWAY);
            new Delivery(store.database.dataSource, identifier, sequence.getMessageNumber(), token.getAsLong(), robust)
                    .attach(message);
        }

        @Override
        public void handleFault(Message message) {
            Delivery delivery = Delivery.of(message);
            if (delivery != null && !delivery.isDone()) {
                rollback(delivery);
            }
        }
    }

    /** After the invocation, before CXF counts the message as processed and lets the next one in. */
    final class End extends AbstractPhaseInterceptor<Message> {
        End() {
            super(Phase.POST_INVOKE);
            addBefore(RMDeliveryInterceptor.class.getName());
            addBefore(OutgoingChainInterceptor.class.getName());
        }

        @Override
        public void handleMessage(Message message) {
            Delivery delivery = Delivery.of(message);
            if (delivery == null) {
                return;
            }
            try {
                note(delivery, message);
            } catch (SQLException | IOException e) {
                throw new Fault(e);
            }
        }
    }

    private void note(Delivery delivery, Message message) throws SQLException, IOException {
        if (delivery.isRolledBack()) {
            throw new SQLException("the service has rolled back what it did with message " + delivery.number
                    + " of sequence " + delivery.sequence);
        }
        Connection joined = delivery.connection();
        DestinationTables.Delivered result;
        if (joined == null) {
            result = store.database.statement(connection -> note(connection, delivery));
        } else {
            result = store.database.besideMaintenance(joined, own -> commit(own, delivery));
        }
        delivery.end(result.isSo());
        if (result == DestinationTables.Delivered.NOT_OWNED) {
            Redeliveries.refuse(message);
            throw new SequenceTakenException(delivery.sequence);
        }
        if (!result.isSo()) {
            throw new SQLException("message " + delivery.number + " of sequence " + delivery.sequence
                    + " was not accepted, so it is not delivered");
        }
        store.delivered(delivery.sequence, delivery.number);
    }

    private DestinationTables.Delivered commit(Connection joined, Delivery delivery) throws SQLException {
        DestinationTables.Delivered result = note(joined, delivery);
        if (result == DestinationTables.Delivered.NOW) {
            joined.commit();
        } else {
            // A copy, or the message is not this process's: what the service did with it must not count twice.
            joined.rollback();
        }
        return result;
    }

    private DestinationTables.Delivered note(Connection connection, Delivery delivery) throws SQLException {
        return store.destinationTables.deliver(
                connection, delivery.sequence, delivery.number, delivery.token, delivery.accepts);
    }

    private static void rollback(Delivery delivery) {
        try {
            Connection joined = delivery.connection();
            if (joined != null) {
                joined.rollback();
            }
            delivery.end(false);
        } catch (SQLException e) {
            throw new RMStoreException(e);
        }
    }
}
