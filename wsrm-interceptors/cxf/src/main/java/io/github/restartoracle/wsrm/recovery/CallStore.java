package io.github.restartoracle.wsrm.recovery;

import io.github.restartoracle.status.MessageId;
import java.util.List;
import java.util.function.Consumer;
import org.apache.cxf.endpoint.Endpoint;
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
     * next process gives it to its queue.
     *
     * @param endpoint that sends it
     * @param call its number is set; its content is closed
     * @return its name until it is numbered, which no sequence has
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if it could not be stored, or it is not known whether it
     *     was: it is not recovered then, unless the process ends before the store can be asked
     */
    MessageId call(RMEndpoint endpoint, RMMessage call);

    /**
     * Returns whether the calling thread has a transaction in this store, such as that of a service to which a message is being
     * delivered: its calls take effect with it.
     *
     * @return false if calls take effect on their own
     */
    boolean joins();

    /**
     * Stores a call that has no sequence yet in the transaction of the calling thread.
     *
     * @param endpoint that sends it
     * @param call its number is set; its content is closed
     * @param ended told once, by the thread that ends the transaction or a later one: true if the call is to be
     *     {@linkplain #number numbered}, which fails with {@link SequenceTakenException} if it turns out not to be stored; false
     *     if it is not stored
     * @return its name until it is numbered, which no sequence has
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if it cannot be stored
     */
    MessageId join(RMEndpoint endpoint, RMMessage call, Consumer<Boolean> ended);

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

    /**
     * Takes note that a client has no messages any more, which it had when it was destroyed.
     *
     * @param client the endpoint of the client
     */
    void ended(Endpoint client);
}
