package io.github.restartoracle.wsrm.queue;

import java.util.List;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The messages in the store of CXF, if there is one. Thread-safe if the store is. */
final class StoredMessages {
    private static final Logger LOG = LoggerFactory.getLogger(StoredMessages.class);

    private final RMManager manager;

    StoredMessages(RMManager manager) {
        this.manager = manager;
    }

    /** Messages have left the queue; a store that fails does no harm to the rest. */
    void remove(String sequence, List<Outgoing> messages) {
        RMStore store = manager.getStore();
        if (store == null) {
            return;
        }
        Identifier identifier = new Identifier();
        identifier.setValue(sequence);
        try {
            store.removeMessages(
                    identifier, messages.stream().map(message -> message.number).toList(), true);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn(
                    "{} messages of sequence {} could not be removed from the store; a new life would send them again",
                    messages.size(),
                    sequence,
                    e);
        }
    }
}
