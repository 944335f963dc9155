package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.outbound.Message;
import io.github.restartoracle.outbound.MessageId;
import io.github.restartoracle.outbound.Path;
import io.github.restartoracle.outbound.Sequence;
import io.github.restartoracle.wsrm.capture.Template;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Retries and discards messages that were given up. Thread-safe. */
final class OperatorActions {
    private final Paths paths;
    private final OutboundSequences sequences;
    private final StoredMessages stored;
    private final Resolved resolved;

    OperatorActions(Paths paths, OutboundSequences sequences, StoredMessages stored, Resolved resolved) {
        this.paths = paths;
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
        for (Sequence<Template> sequence : sequences.all(id.sequence())) {
            Optional<Message<Template>> message = sequence.get(id.number());
            if (message.isPresent()) {
                return message.map(found -> whyWaiting(sequence.path(), found));
            }
        }
        return paths.all().stream()
                .flatMap(path -> path.givenUp().stream()
                        .filter(message -> message.id().equals(id))
                        .map(message -> whyWaiting(path, message)))
                .findFirst();
    }

    private static String whyWaiting(Path<Template> path, Message<Template> message) {
        return path.whyWaiting(message, path.resources().nowNanos());
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
        for (Path<Template> path : paths.all()) {
            for (Message<Template> message : path.givenUp()) {
                if (message.id().equals(id) && action.test(path, message)) {
                    return true;
                }
            }
        }
        return false;
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

    private boolean discard(Path<Template> path, Message<Template> message) {
        boolean withdrawn = path.withdraw(message, path.resources().nowNanos());
        if (withdrawn) {
            resolved.discarded(message);
            sequences.removeIfIdle(path.name().address(), message.id().sequence());
        }
        return withdrawn;
    }
}
