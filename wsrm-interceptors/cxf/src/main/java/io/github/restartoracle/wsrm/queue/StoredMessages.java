package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.recovery.LearntStates;
import io.github.restartoracle.wsrm.recovery.PagedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.PersistenceUtils;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The store of CXF, if there is one. Thread-safe if the store is. */
final class StoredMessages {
    private static final Logger LOG = Logs.of(StoredMessages.class);

    private final RMManager manager;

    StoredMessages(RMManager manager) {
        this.manager = manager;
    }

    /** Where is kept what oracles have learnt; null if the store cannot do so. */
    @Nullable
    LearntStates learntStates() {
        return manager.getStore() instanceof LearntStates states ? states : null;
    }

    /** Recovered messages that the store puts into the queue when there is room. */
    long waiting() {
        return manager.getStore() instanceof PagedStore paged ? paged.waiting() : 0;
    }

    boolean isThere() {
        return manager.getStore() != null;
    }

    /**
     * Stores a call that was captured, if there is a store.
     *
     * @throws RuntimeException if the store cannot
     */
    void add(org.apache.cxf.message.Message message, Message<Template> captured) {
        RMStore store = manager.getStore();
        if (store == null) {
            return;
        }
        RMMessage row = new RMMessage();
        row.setMessageNumber(captured.number());
        row.setCreatedTime(RMContextUtils.retrieveRMProperties(message, true).getCreatedTime());
        try {
            PersistenceUtils.encodeRMContent(row, message, captured.payload().open());
            store.persistOutgoing(sequence(message, captured.sequence().identifier()), row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RMException e) {
            throw new IllegalStateException(e);
        } finally {
            close(row.getContent());
        }
    }

    private static void close(@Nullable CachedOutputStream content) {
        if (content != null) {
            try {
                content.close();
            } catch (IOException e) {
                LOG.debug("Closing the content of a stored message failed", e);
            }
        }
    }

    private SourceSequence sequence(org.apache.cxf.message.Message message, String identifier) throws RMException {
        return manager.getSource(message).getSequence(identifier(identifier));
    }

    private static Identifier identifier(String value) {
        Identifier identifier = new Identifier();
        identifier.setValue(value);
        return identifier;
    }

    /** Messages have left the queue; a store that fails does no harm to the rest. */
    void remove(Identifier sequence, List<Message<Template>> messages) {
        RMStore store = manager.getStore();
        if (store == null) {
            return;
        }
        try {
            store.removeMessages(
                    sequence, messages.stream().map(Message::number).toList(), true);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn(
                    "{} messages of sequence {} could not be removed from the store; a new life would send them again",
                    messages.size(),
                    sequence.getValue(),
                    e);
        }
    }

    /** The same without CXF's own object at hand. */
    void remove(String sequence, List<Message<Template>> messages) {
        remove(identifier(sequence), messages);
    }
}
