package io.github.restartoracle.wsrm.destination;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMConstants;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMInInterceptor;
import org.apache.cxf.ws.rm.RMProperties;
import org.apache.cxf.ws.rm.SequenceFault;
import org.apache.cxf.ws.rm.v200702.SequenceType;
import org.jspecify.annotations.Nullable;

/**
 * CXF's interceptor, entered by one copy of a message at a time. What it does not say to the source of a one-way message,
 * that its sequence is unknown here, is said. Thread-safe.
 */
final class LockedRmIn extends RMInInterceptor {
    private record Key(String sequence, long number) {}

    /** A lock that is kept while somebody holds it or waits for it. */
    private static final class Counted extends ReentrantLock {
        private static final long serialVersionUID = 1L;

        int users;
    }

    private final Map<Key, Counted> locks = new ConcurrentHashMap<>();

    @Override
    protected void handle(Message message) throws SequenceFault, RMException {
        Key key = key(message);
        if (key == null) {
            process(message);
            return;
        }
        Counted lock = locks.compute(key, (k, present) -> {
            Counted counted = present == null ? new Counted() : present;
            counted.users++;
            return counted;
        });
        lock.lock();
        try {
            process(message);
        } finally {
            lock.unlock();
            locks.compute(key, (k, present) -> --lock.users == 0 ? null : lock);
        }
    }

    private void process(Message message) throws SequenceFault, RMException {
        try {
            super.handle(message);
        } catch (SequenceFault fault) {
            if (RMConstants.UNKNOWN_SEQUENCE_FAULT_CODE.equals(
                    fault.getFaultCode().getLocalPart())) {
                // Otherwise CXF answers one-way messages with no fault, and the source goes on for ever.
                message.put(Message.ROBUST_ONEWAY, true);
            }
            throw fault;
        }
    }

    private static @Nullable Key key(Message message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        SequenceType sequence = properties == null ? null : properties.getSequence();
        return sequence == null || sequence.getMessageNumber() == null
                ? null
                : new Key(sequence.getIdentifier().getValue(), sequence.getMessageNumber());
    }
}
