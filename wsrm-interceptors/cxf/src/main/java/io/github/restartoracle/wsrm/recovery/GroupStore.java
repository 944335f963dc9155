package io.github.restartoracle.wsrm.recovery;

import java.util.List;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;

/**
 * A store that takes several messages at once, at the cost of one. Implemented by the {@link
 * org.apache.cxf.ws.rm.persistence.RMStore} of a bus.
 *
 * <p>Thread-safe.
 */
public interface GroupStore {
    /**
     * Stores messages that are about to be sent for the first time: all of them or none.
     *
     * @param sequence their sequence
     * @param messages at least one, in the order of their numbers; their contents are closed
     * @throws SequenceTakenException if another process has taken the sequence over; none may be sent
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if they could not be stored, or it is not known whether they
     *     were; their numbers may be given to others
     */
    void persistOutgoing(SourceSequence sequence, List<RMMessage> messages);
}
