package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.MAPAggregator;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMException;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.Source;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.jspecify.annotations.Nullable;

/**
 * The source sequences with unacknowledged messages. A destination chooses the identifier of a sequence, and a hostile one may
 * choose that of another destination; so a sequence is named by its source as well.
 *
 * <p>Thread-safe.
 */
final class OutboundSequences {
    /** The key of a sequence. Sources are compared by identity: there is one for each reliable endpoint. */
    private record Key(Source source, String identifier) {}

    private final Map<Key, Sequence<Template>> sequences = new ConcurrentHashMap<>();
    private final RMManager manager;
    /** All sources whose sequences have had unacknowledged messages, as long as their endpoints live. */
    private final Set<Source> sources = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    OutboundSequences(RMManager manager) {
        this.manager = manager;
    }

    /** {@return the sequences with an identifier, which two destinations may give by mistake} */
    Stream<Sequence<Template>> all(String identifier) {
        return sequences.values().stream()
                .filter(sequence -> sequence.identifier().equals(identifier));
    }

    /** {@return a live view of all} */
    Collection<Sequence<Template>> all() {
        return sequences.values();
    }

    /** Returns the sequence, null if it has no unacknowledged messages. */
    @Nullable
    Sequence<Template> get(SourceSequence sequence) {
        return sequences.get(key(sequence));
    }

    /** Returns the sequence of a source with an identifier, null if it has no unacknowledged messages. */
    @Nullable
    Sequence<Template> get(Source source, String identifier) {
        return sequences.get(new Key(source, identifier));
    }

    /** Returns the sequence with an identifier; null if there is none, or if several sources have one. */
    @Nullable
    SourceSequence only(Identifier identifier) {
        List<SourceSequence> found;
        synchronized (sources) {
            found = sources.stream()
                    .map(source -> source.getSequence(identifier))
                    .filter(Objects::nonNull)
                    .toList();
        }
        return found.size() == 1 ? found.get(0) : null;
    }

    /** Removes and returns the sequence; null if it has no unacknowledged messages. */
    @Nullable
    Sequence<Template> remove(SourceSequence sequence) {
        return sequences.remove(key(sequence));
    }

    private static Key key(SourceSequence sequence) {
        return new Key(sequence.getSource(), sequence.getIdentifier().getValue());
    }

    /**
     * Uses the sequence of a message, which is opened if need be; the use returns null if it was closed meanwhile, and another
     * is tried.
     */
    <T> T use(
            Message message,
            Function<String, Sequence<Template>> opening,
            Function<Sequence<Template>, @Nullable T> use) {
        Source source = source(message);
        String identifier = RMContextUtils.retrieveRMProperties(message, true)
                .getSequence()
                .getIdentifier()
                .getValue();
        Key key = new Key(source, identifier);
        while (true) {
            Sequence<Template> sequence = sequences.get(key);
            if (sequence == null) {
                sources.add(source);
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

    private Source source(Message message) {
        try {
            return manager.getSource(message);
        } catch (RMException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Removes the sequence if it has no messages. A sequence that goes on is opened again with its next message. */
    void removeIfIdle(Source source, Sequence<Template> sequence) {
        Key key = new Key(source, sequence.identifier());
        if (closeIfIdle(key, sequence)) {
            sequences.remove(key, sequence);
        }
    }

    /** Removes the sequence with the destination at an address if it has no messages; for callers without it at hand. */
    void removeIfIdle(String address, String identifier) {
        sequences.forEach((key, sequence) -> {
            if (key.identifier().equals(identifier)
                    && sequence.path().name().address().equals(address)) {
                removeIfIdle(key.source(), sequence);
            }
        });
    }

    /** Closes a sequence without messages. CXF forgets one that its destination has left, which it never does by itself. */
    private static boolean closeIfIdle(Key key, Sequence<Template> sequence) {
        boolean closed = sequence.closeIfIdle();
        if (closed && sequence.isForsaken()) {
            SourceSequence ended = key.source().getSequence(CurrentSequence.identifier(key.identifier()));
            if (ended != null) {
                key.source().removeSequence(ended);
            }
        }
        return closed;
    }

    /** Opens the sequence of a message on its path, as its endpoint is configured; empty if the path is closed. */
    Optional<Sequence<Template>> open(Message message, Path<Template> path, String identifier) {
        boolean inOrder = manager.getEffectiveConfiguration(message).isInOrder();
        return Sequence.open(path, identifier, inOrder, resend(path, message));
    }

    /**
     * Returns the messages of a sequence that move to another one: as configured, otherwise as the delivery assurance permits.
     * The answers of a server have the sequence that their client has offered.
     */
    private Resend resend(Path<Template> path, Message message) {
        Resend configured = path.settings().resend();
        if (!MessageUtils.isRequestor(message)) {
            return Resend.IMPOSSIBLE;
        }
        if (configured != null) {
            return configured;
        }
        return manager.getEffectiveConfiguration(message).getDeliveryAssurance() == DeliveryAssurance.AT_LEAST_ONCE
                ? Resend.ALL
                : Resend.UNSENT;
    }

    /**
     * Records that a sequence is acknowledged in answers if those to a message of it have room for that. Acknowledgements go to
     * the address for replies, which may be the endpoint's decoupled destination (RMManager.getSequence).
     */
    static void noteAcknowledgements(Message message, Sequence<Template> sequence) {
        AddressingProperties maps = RMContextUtils.retrieveMAPs(message, false, true);
        boolean inAnswers = maps != null
                && Paths.address(message).startsWith("http")
                && (maps.getReplyTo() == null || ContextUtils.isGenericAddress(maps.getReplyTo()))
                && message.getExchange()
                                .getEndpoint()
                                .getEndpointInfo()
                                .getProperty(MAPAggregator.DECOUPLED_DESTINATION)
                        == null;
        if (inAnswers) {
            sequence.acknowledgedInAnswers();
        }
    }

    /** Removes a sequence that a message has left, if it has no other. */
    void removeIfIdle(io.github.restartoracle.internal.outbound.Message<Template> left) {
        removeIfIdle(left.path().name().address(), left.id().sequence());
    }

    /** Takes out a message that is not to be sent; returns false if it is out already. */
    boolean withdraw(io.github.restartoracle.internal.outbound.Message<Template> message) {
        boolean withdrawn = leave(message);
        if (withdrawn) {
            removeIfIdle(message);
        }
        return withdrawn;
    }

    /** Takes out a message that the next process sends, as {@link #withdraw}; its sequence stays in the store. */
    static boolean leave(io.github.restartoracle.internal.outbound.Message<Template> message) {
        boolean withdrawn =
                message.path().withdraw(message, message.path().resources().nowNanos());
        if (withdrawn) {
            message.payload().release();
        }
        return withdrawn;
    }
}
