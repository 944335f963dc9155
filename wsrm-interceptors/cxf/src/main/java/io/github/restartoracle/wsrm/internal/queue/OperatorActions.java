package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.event.GivenUpMessage;
import io.github.restartoracle.wsrm.internal.capture.Template;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Retries and discards messages that were given up. Thread-safe. */
public final class OperatorActions {
    private final Paths paths;
    private final SequenceQueues numbers;
    private final OutboundSequences sequences;
    private final StoredMessages stored;
    private final Settlement resolved;

    OperatorActions(
            Paths paths,
            SequenceQueues numbers,
            OutboundSequences sequences,
            StoredMessages stored,
            Settlement resolved) {
        this.paths = paths;
        this.numbers = numbers;
        this.sequences = sequences;
        this.stored = stored;
        this.resolved = resolved;
    }

    /** Returns the messages that were given up and not acknowledged since, a snapshot. */
    public List<GivenUpMessage> givenUp() {
        return allGivenUp().map(OperatorActions::describe).toList();
    }

    private static GivenUpMessage describe(Message<Template> message) {
        Path<Template> path = message.path();
        return path.locked(() -> new GivenUpMessage(
                message.id(),
                path.name().endpoint(),
                path.name().address(),
                Duration.ofNanos(path.resources().nowNanos() - message.sinceNanos()),
                message.attemptsMade(),
                String.valueOf(message.reason())));
    }

    private Stream<Message<Template>> allGivenUp() {
        return paths.all().stream().flatMap(path -> path.givenUp().stream());
    }

    /**
     * Returns the reason for which a message is not acknowledged yet.
     *
     * @return a sentence: what it waits for, since when, and until when at the latest if that is known; empty if there is no
     *     such message
     */
    public Optional<String> whyWaiting(MessageId id) {
        Stream<Message<Template>> numbered =
                sequences.all(id.sequence()).flatMap(sequence -> sequence.get(id.number()).stream());
        Stream<Message<Template>> waiting =
                numbers.waiting().stream().filter(message -> message.id().equals(id));
        return Stream.of(numbered, waiting, givenUp(id))
                .flatMap(found -> found)
                .findFirst()
                .map(found -> found.path().whyWaiting(found, paths.nowNanos()));
    }

    private Stream<Message<Template>> givenUp(MessageId id) {
        return allGivenUp().filter(message -> message.id().equals(id));
    }

    /** Retries a message; returns false if there is no such message among those {@linkplain #givenUp given up}. */
    public boolean retry(MessageId id) {
        return givenUp(id).anyMatch(this::retry);
    }

    /** Discards a message; returns false if there is no such message among those {@linkplain #givenUp given up}. */
    public boolean discard(MessageId id) {
        return givenUp(id).anyMatch(this::discard);
    }

    private boolean retry(Message<Template> message) {
        boolean retried = message.path().retry(message, paths.nowNanos());
        if (retried && message.reason() == null) {
            stored.noteGivenUp(message);
        } else if (retried) {
            // Another message has replaced it.
            sequences.removeIfIdle(message);
        }
        return retried;
    }

    /** Discards a message; returns false if it is out already. */
    boolean discard(Message<Template> message) {
        boolean withdrawn = message.path().withdraw(message, paths.nowNanos());
        if (withdrawn) {
            resolved.discarded(message);
            sequences.removeIfIdle(message);
        }
        return withdrawn;
    }
}
