package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.wsrm.recovery.CallStore;
import io.github.restartoracle.wsrm.recovery.StoredCall;
import java.util.List;
import java.util.Set;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.apache.cxf.ws.rm.persistence.RMStore;
import org.apache.cxf.ws.rm.v200702.Identifier;

/** Stores calls in the store of a bus, many at a time if the store supports that. Thread-safe if the store is. */
final class StoreWriter implements CallLine.Writer {
    private static final int MANY = 100;

    private final RMManager manager;

    StoreWriter(RMManager manager) {
        this.manager = manager;
    }

    @Override
    public int most() {
        return manager.getStore() instanceof CallStore ? MANY : 1;
    }

    @Override
    public void write(SourceSequence sequence, List<RMMessage> rows) {
        RMStore store = manager.getStore();
        if (store instanceof CallStore calls) {
            calls.number(sequence, rows);
        } else if (store != null) {
            rows.forEach(row -> write(store, sequence, row));
        }
    }

    private static void write(RMStore store, SourceSequence sequence, RMMessage row) {
        store.persistOutgoing(sequence, row);
        if (row instanceof StoredCall moved) {
            Identifier former = new Identifier();
            former.setValue(moved.former().sequence());
            store.removeMessages(former, Set.of(moved.former().number()), true);
        }
    }
}
