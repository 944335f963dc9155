package io.github.restartoracle.wsrm.destination;

import io.github.restartoracle.wsrm.event.MessageId;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.jspecify.annotations.Nullable;

/** What is kept of a message that has arrived, until it is delivered: the message itself, or its place in the store. Thread-safe. */
final class Content {
    final DestinationSequence sequence;
    final long number;
    final Workers workers;
    private final long cost;
    private final AtomicBoolean hasRoom = new AtomicBoolean(true);
    private volatile @Nullable Message arrived;
    private volatile boolean chainUsed;

    /**
     * The content of one message.
     *
     * @param cost the room that was taken for it
     * @param arrived the message as it arrived; null if only the store has it
     */
    Content(DestinationSequence sequence, long number, Workers workers, long cost, @Nullable Message arrived) {
        this.sequence = sequence;
        this.number = number;
        this.workers = workers;
        this.cost = cost;
        this.arrived = arrived;
    }

    MessageId id() {
        return new MessageId(sequence.getIdentifier().getValue(), number);
    }

    /** The message as it arrived; null if only the store has it. */
    @Nullable
    Message arrived() {
        return arrived;
    }

    /** Whether it is still there, here or in the store. */
    boolean isThere() {
        Message here = arrived;
        return here == null || here.get(RMMessageConstants.SAVED_CONTENT) != null;
    }

    /** Whether the chain that brought the message can still deliver it. */
    boolean hasChain() {
        Message here = arrived;
        return !chainUsed && here != null && here.getInterceptorChain() != null;
    }

    /** An attempt has used the chain that brought the message. */
    void useUpChain() {
        chainUsed = true;
    }

    /** From now on only the store has the message. */
    void leaveToStore() {
        release();
        arrived = null;
    }

    /** Gives the room back that was taken; nothing the second time. */
    void giveBackRoom() {
        if (cost > 0 && hasRoom.compareAndSet(true, false)) {
            workers.budget.giveBack(cost);
        }
    }

    /** Frees what is kept for a further attempt, and gives the room back that was taken. */
    void release() {
        giveBackRoom();
        Message here = arrived;
        if (here != null) {
            DeliveryAttempts.free(here);
        }
    }
}
