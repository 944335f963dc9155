package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.path.Sequence;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.jspecify.annotations.Nullable;

/**
 * The source sequences with unacknowledged messages. A destination chooses the identifier of a sequence, and a hostile one may
 * choose that of another destination; so a sequence is named by its source as well.
 *
 * <p>Thread-safe.
 */
final class OutboundSequences {
    /** Sources have identity: there is one for each reliable endpoint. */
    private record Key(Source source, String identifier) {}

    private final Map<Key, Sequence<Template>> sequences = new ConcurrentHashMap<>();

    /** The sequence, null if it has no unacknowledged messages. */
    @Nullable
    Sequence<Template> get(SourceSequence sequence) {
        return sequences.get(key(sequence));
    }

    /** The same by the source and the identifier. */
    @Nullable
    Sequence<Template> get(Source source, String identifier) {
        return sequences.get(new Key(source, identifier));
    }

    /** Takes the sequence out; null if it has no unacknowledged messages. */
    @Nullable
    Sequence<Template> remove(SourceSequence sequence) {
        return sequences.remove(key(sequence));
    }

    private static Key key(SourceSequence sequence) {
        return new Key(sequence.getSource(), sequence.getIdentifier().getValue());
    }

    /** Uses the sequence, opened if need be; the use returns null if it was closed meanwhile, and another is tried. */
    <T> T use(
            Source source,
            String identifier,
            Function<String, Sequence<Template>> opening,
            Function<Sequence<Template>, @Nullable T> use) {
        Key key = new Key(source, identifier);
        while (true) {
            Sequence<Template> sequence = sequences.get(key);
            if (sequence == null) {
                Sequence<Template> opened = opening.apply(identifier);
                Sequence<Template> present = sequences.putIfAbsent(key, opened);
                if (present != null) {
                    opened.closeIfIdle();
                }
                sequence = present == null ? opened : present;
            }
            T result = use.apply(sequence);
            if (result != null) {
                return result;
            }
            sequences.remove(key, sequence);
        }
    }

    /** Sequences that have ended are not kept; one that goes on comes back with its next message. */
    void removeIfIdle(Source source, Sequence<Template> sequence) {
        if (sequence.closeIfIdle()) {
            sequences.remove(new Key(source, sequence.identifier()), sequence);
        }
    }

    /** The same for the sequence of a message, whose source is not at hand. */
    void removeIfIdle(Message<Template> message) {
        if (message.isNumbered() && message.sequence().closeIfIdle()) {
            sequences.values().remove(message.sequence());
        }
    }
}
