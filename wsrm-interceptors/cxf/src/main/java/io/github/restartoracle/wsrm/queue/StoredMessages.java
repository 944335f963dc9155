package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.recovery.LearntStates;
import java.util.List;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The store of CXF, if there is one. Thread-safe if the store is. */
final class StoredMessages {
    private static final Logger LOG = LoggerFactory.getLogger(StoredMessages.class);

    private final RMManager manager;

    StoredMessages(RMManager manager) {
        this.manager = manager;
    }

    /** Where is kept what oracles have learnt; null if the store cannot do so. */
    @Nullable
    LearntStates learntStates() {
        return manager.getStore() instanceof LearntStates states ? states : null;
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
