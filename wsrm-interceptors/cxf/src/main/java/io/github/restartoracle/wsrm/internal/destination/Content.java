package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.status.MessageId;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.jspecify.annotations.Nullable;

/** The content of a message that waits for its delivery: the message itself, or its number in the store. Thread-safe. */
final class Content {
    final DestinationSequence sequence;
    final long number;
    final DeliveryWorkers workers;
    private volatile @Nullable Message arrived;
    private volatile boolean chainUsed;

    /**
     * Creates the content of one message.
     *
     * @param arrived the message as it arrived; null if only the store has it
     */
    Content(DestinationSequence sequence, long number, DeliveryWorkers workers, @Nullable Message arrived) {
        this.sequence = sequence;
        this.number = number;
        this.workers = workers;
        this.arrived = arrived;
    }

    MessageId id() {
        return new MessageId(sequence.getIdentifier().getValue(), number);
    }

    /** Returns the message as it arrived; null if only the store has it. */
    @Nullable
    Message arrived() {
        return arrived;
    }

    /** Returns whether the content is available, in memory or in the store. */
    boolean isThere() {
        Message here = arrived;
        return here == null || here.get(RMMessageConstants.SAVED_CONTENT) != null;
    }

    /** Returns whether the interceptor chain of the request can deliver the message. */
    boolean hasChain() {
        Message here = arrived;
        return !chainUsed && here != null && here.getInterceptorChain() != null;
    }

    /** Marks the interceptor chain of the request as used by an attempt. */
    void useUpChain() {
        chainUsed = true;
    }

    /** Releases the message in memory; from now on only the store has it. */
    void leaveToStore() {
        release();
        arrived = null;
    }

    /** Releases the message in memory. */
    void release() {
        Message here = arrived;
        if (here != null) {
            DeliveryAttempts.free(here);
        }
    }
}
