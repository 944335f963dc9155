package io.github.restartoracle.store;

import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.soap.RedeliveryQueueImpl;
import org.jspecify.annotations.Nullable;

/**
 * CXF's queue of messages that are to be delivered again, without those that the store refused: CXF puts every message into
 * it whose processing fails, and so would deliver a message that counts as not received.
 */
final class Redeliveries extends RedeliveryQueueImpl {
    private static final String REFUSED = Redeliveries.class.getName();

    Redeliveries(RMManager manager) {
        super(manager);
    }

    /** The store has refused a message, or what was done with it. */
    static void refuse(@Nullable Message message) {
        if (message != null) {
            message.put(REFUSED, true);
        }
    }

    @Override
    public void addUndelivered(Message message) {
        if (message.get(REFUSED) == null) {
            super.addUndelivered(message);
        }
    }
}
