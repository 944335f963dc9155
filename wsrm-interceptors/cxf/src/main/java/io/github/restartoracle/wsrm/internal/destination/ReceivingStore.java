package io.github.restartoracle.wsrm.internal.destination;

import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps accepted messages until they are delivered. Implemented by the
 * {@link org.apache.cxf.ws.rm.persistence.RMStore} of a bus. Any other store is used as CXF uses it.
 *
 * <p>Thread-safe. Every method may throw any {@link RuntimeException}: the message is then refused, or tried again.
 */
public interface ReceivingStore {
    /**
     * Stores a message that has arrived. When this returns, the message is acknowledged and will be delivered. Called before
     * the sequence counts the message as acknowledged, once for a message, and never at the same time for two copies of one.
     */
    void accept(DestinationSequence sequence, AcceptedMessage message);

    /** Notes that no further message of a sequence is accepted. Called before the sequence tells so, at least once. */
    void closed(DestinationSequence sequence);

    /**
     * Reads a message that was accepted.
     *
     * @return null if there is no message to deliver: the message was delivered, or is not in the store
     */
    @Nullable
    AcceptedMessage undelivered(Identifier sequence, long number);

    /**
     * Notes that a message was given up, or that it is to be delivered again. It stays accepted.
     *
     * @param reason the last failure; null if the message is to be delivered again
     */
    void giveUp(Identifier sequence, long number, @Nullable String reason);
}
