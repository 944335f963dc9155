package io.github.restartoracle.wsrm.sequence;

import io.github.restartoracle.wsrm.recovery.GroupStore;
import java.util.List;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;

/** Stores calls in the store of a bus, many at a time if it takes them so. Thread-safe if the store is. */
final class StoreWriter implements CallLine.Writer {
    private static final int MANY = 100;

    private final RMManager manager;

    StoreWriter(RMManager manager) {
        this.manager = manager;
    }

    @Override
    public int most() {
        return manager.getStore() instanceof GroupStore ? MANY : 1;
    }

    @Override
    public void write(SourceSequence sequence, List<RMMessage> rows) {
        RMStore store = manager.getStore();
        if (store instanceof GroupStore group) {
            group.persistOutgoing(sequence, rows);
        } else if (store != null) {
            rows.forEach(row -> store.persistOutgoing(sequence, row));
        }
    }
}
