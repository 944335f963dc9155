package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.status.MessageId;
import java.util.List;
import java.util.Map;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.DestinationSequence;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.jspecify.annotations.Nullable;

/** The content of a message that waits for its delivery: the message itself, or its number in the store. Thread-safe. */
final class Content {
    private static final long UNKNOWN_SIZE = 16_384;

    final DestinationSequence sequence;
    final long number;
    final DeliveryWorkers workers;
    /** The message as it arrived; null if only the store has it. */
    private volatile @Nullable Message arrived;

    private volatile boolean chainUsed;

    Content(DestinationSequence sequence, long number, DeliveryWorkers workers, @Nullable Message arrived) {
        this.sequence = sequence;
        this.number = number;
        this.workers = workers;
        this.arrived = arrived;
    }

    MessageId id() {
        return new MessageId(sequence.getIdentifier().getValue(), number);
    }

    @Nullable
    Message arrived() {
        return arrived;
    }

    /** Returns whether the content is available, in memory or in the store. */
    boolean isThere() {
        Message here = arrived;
        return here == null || here.get(RMMessageConstants.SAVED_CONTENT) != null;
    }

    /** Returns the size of the message as it arrived, bytes, as far as it is known. */
    long size() {
        Message here = arrived;
        if (here != null && here.get(RMMessageConstants.SAVED_CONTENT) instanceof CachedOutputStream saved) {
            return saved.size();
        }
        if (here != null
                && here.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers
                && headers.get("Content-Length") instanceof List<?> values
                && !values.isEmpty()) {
            try {
                return Math.max(0, Long.parseLong(String.valueOf(values.get(0))));
            } catch (NumberFormatException e) {
                return UNKNOWN_SIZE;
            }
        }
        return UNKNOWN_SIZE;
    }

    boolean hasChain() {
        Message here = arrived;
        return !chainUsed && here != null && here.getInterceptorChain() != null;
    }

    void useUpChain() {
        chainUsed = true;
    }

    /** Releases the message in memory; from now on only the store has it. */
    void leaveToStore() {
        release();
        arrived = null;
    }

    void release() {
        Message here = arrived;
        if (here != null) {
            Input.free(here);
        }
    }
}
