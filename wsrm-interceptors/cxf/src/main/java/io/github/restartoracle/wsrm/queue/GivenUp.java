package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.event.MessageId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The messages of a queue that were given up, for an operator. Thread-safe. */
final class GivenUp {
    private final Map<String, OutboundSequence> sequences;

    /** The sequences of the queue by their identifiers: a live view. */
    GivenUp(Map<String, OutboundSequence> sequences) {
        this.sequences = sequences;
    }

    /** A snapshot, with the reason of each. */
    Map<MessageId, String> reasons() {
        Map<MessageId, String> result = new HashMap<>();
        for (OutboundSequence sequence : sequences.values()) {
            sequence.path.locked(() -> {
                for (Outgoing message : sequence.ascending()) {
                    if (message.givenUp != null) {
                        result.put(message.id(), message.givenUp);
                    }
                }
                return result;
            });
        }
        return result;
    }

    boolean retry(MessageId id, long nowNanos) {
        OutboundSequence sequence = sequences.get(id.sequence());
        Outgoing message = sequence == null ? null : sequence.path.locked(() -> sequence.get(id.number()));
        return message != null && message.sequence.path.retry(message, nowNanos);
    }

    /** Takes a message out; null if it was not given up. */
    @Nullable
    Outgoing discard(MessageId id) {
        OutboundSequence sequence = sequences.get(id.sequence());
        return sequence == null ? null : sequence.path.discard(sequence, id.number());
    }
}
