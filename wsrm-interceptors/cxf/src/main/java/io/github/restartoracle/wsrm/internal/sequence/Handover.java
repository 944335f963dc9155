package io.github.restartoracle.wsrm.internal.sequence;

import io.github.restartoracle.internal.outbound.Message;
import java.util.function.Consumer;
import org.apache.cxf.ws.rm.RMException;

/**
 * The owner of the messages that wait for a sequence. Thread-safe.
 *
 * @param <P> the content of a message
 */
public interface Handover<P> {
    /**
     * Returns a message for the numbering of a call.
     *
     * @param message the message of the call
     * @return a message with the exchange, the addressing and the RM properties of the call; the latter get the number
     */
    org.apache.cxf.message.Message standIn(Message<P> message);

    /**
     * Stores a message, if there is a store for messages without a number; may be called again.
     *
     * @param message a message without a number
     * @return true if it is stored, so that the next process sends it if this one does not
     * @throws RuntimeException if the store fails; the message must not wait then
     */
    boolean store(Message<P> message);

    /**
     * Stores a message in the transaction of the calling thread.
     *
     * @param message a message without a number
     * @param ended told once: true if the message is to get a number, false if its transaction had no effect
     * @throws RuntimeException if the store fails; the message must not wait then
     */
    void join(Message<P> message, Consumer<Boolean> ended);

    /**
     * Takes a message that has got its number: it is transmitted from now on.
     *
     * @param standIn the message that was numbered
     * @param message the message
     * @throws org.apache.cxf.ws.rm.persistence.RMStoreException if that cannot be stored: it has no number any more, and goes on
     *     waiting
     */
    void numbered(org.apache.cxf.message.Message standIn, Message<P> message);

    /**
     * Takes a message out: its call was not made, after all.
     *
     * @param message the message
     * @return false if it is out already
     */
    boolean undo(Message<P> message);

    /**
     * Tells that a message is lost, because its endpoint is closed.
     *
     * @param message the message
     * @param reason the reason, for a person to read
     */
    void lost(Message<P> message, String reason);

    /**
     * Closes a sequence that has ended.
     *
     * @param gap the message without which it has ended
     * @param faults the number of times in turn that the destination has failed to do so, 0 or more
     * @throws RMException if that is to be repeated
     */
    void close(Message<P> gap, int faults) throws RMException;
}
