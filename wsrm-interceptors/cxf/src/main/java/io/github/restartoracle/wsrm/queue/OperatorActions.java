package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.outbound.Message;
import io.github.restartoracle.outbound.MessageId;
import io.github.restartoracle.outbound.Path;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.sequence.Sequences;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/** Retries and discards messages that were given up. Thread-safe. */
final class OperatorActions {
    private record Found(Path<Template> path, Message<Template> message) {
        long now() {
            return path.resources().nowNanos();
        }
    }

    private final Paths paths;
    private final Sequences<Template> numbers;
    private final OutboundSequences sequences;
    private final StoredMessages stored;
    private final Resolved resolved;

    OperatorActions(
            Paths paths,
            Sequences<Template> numbers,
            OutboundSequences sequences,
            StoredMessages stored,
            Resolved resolved) {
        this.paths = paths;
        this.numbers = numbers;
        this.sequences = sequences;
        this.stored = stored;
        this.resolved = resolved;
    }

    List<GivenUpMessage> givenUp() {
        return paths.all().stream()
                .flatMap(path -> path.givenUp().stream().map(message -> GivenUpMessage.of(path, message)))
                .toList();
    }

    /** {@return why a message waits, a sentence for people; empty if there is no such message} */
    Optional<String> whyWaiting(MessageId id) {
        return Stream.of(numbered(id), waiting(id), givenUp(id))
                .flatMap(found -> found)
                .findFirst()
                .map(found -> found.path().whyWaiting(found.message(), found.now()));
    }

    private Stream<Found> numbered(MessageId id) {
        return sequences.all(id.sequence()).stream()
                .flatMap(sequence ->
                        sequence.get(id.number()).map(message -> new Found(sequence.path(), message)).stream());
    }

    private Stream<Found> waiting(MessageId id) {
        return numbers.waiting().stream()
                .map(parked -> new Found(parked.path(), parked.message()))
                .filter(found -> found.message().id().equals(id));
    }

    private Stream<Found> givenUp(MessageId id) {
        return paths.all().stream()
                .flatMap(path -> path.givenUp().stream().map(message -> new Found(path, message)))
                .filter(found -> found.message().id().equals(id));
    }

    /** Retries a message; returns false if there is no such message. */
    boolean retry(MessageId id) {
        return act(id, this::retry);
    }

    /** Discards a message; returns false if there is no such message. */
    boolean discard(MessageId id) {
        return act(id, this::discard);
    }

    private boolean act(MessageId id, BiPredicate<Path<Template>, Message<Template>> action) {
        return givenUp(id).anyMatch(found -> action.test(found.path(), found.message()));
    }

    private boolean retry(Path<Template> path, Message<Template> message) {
        boolean retried = path.retry(message, path.resources().nowNanos());
        if (retried && message.reason() == null) {
            stored.noteGivenUp(message);
        } else if (retried) {
            // Another message has replaced it.
            sequences.removeIfIdle(path.name().address(), message.id().sequence());
        }
        return retried;
    }

    /** Discards a message of a path; returns false if it is out already. */
    boolean discard(Path<Template> path, Message<Template> message) {
        boolean withdrawn = path.withdraw(message, path.resources().nowNanos());
        if (withdrawn) {
            resolved.discarded(message);
            sequences.removeIfIdle(path.name().address(), message.id().sequence());
        }
        return withdrawn;
    }
}
