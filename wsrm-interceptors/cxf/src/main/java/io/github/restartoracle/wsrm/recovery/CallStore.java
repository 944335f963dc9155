package io.github.restartoracle.wsrm.recovery;

import io.github.restartoracle.wsrm.event.MessageId;
import java.util.List;
import org.apache.cxf.ws.rm.RMEndpoint;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMMessage;

/**
 * A store that takes calls before they have a number, and gives several their numbers at the cost of one. Implemented by the
 * {@link org.apache.cxf.ws.rm.persistence.RMStore} of a bus.
 *
 * <p>Thread-safe.
 */
public interface CallStore {
    /**
     * Stores a call that has no sequence yet. If the process ends before the call is {@linkplain #number numbered}, the
     * next process gives it to its {@link CallQueue}.
     *
     * @param endpoint that sends it
     * @param call its number is set; its content is closed
     * @return its name until it is numbered, which no sequence has
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if it could not be stored, or it is not known whether it
     *     was: it is not recovered then, unless the process ends before the store can be asked
     */
    MessageId call(RMEndpoint endpoint, RMMessage call);

    /**
     * Stores messages that are about to be sent for the first time: all of them or none. A {@link StoredCall} is moved in
     * the same transaction.
     *
     * @param sequence their sequence
     * @param messages at least one, in the order of their numbers; their contents are closed
     * @throws SequenceTakenException if another process has taken over the sequence, or that of a {@link StoredCall}; none
     *     may be sent
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if they could not be stored, or it is not known whether
     *     they were; their numbers may be given to others
     */
    void number(SourceSequence sequence, List<RMMessage> messages);
}
