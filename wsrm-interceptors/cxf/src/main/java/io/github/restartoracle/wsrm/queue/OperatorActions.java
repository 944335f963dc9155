package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.event.MessageId;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.path.Path;
import io.github.restartoracle.wsrm.sequence.Sequences;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/** Retries and discards messages that were given up. Thread-safe. */
final class OperatorActions {
    private final Paths paths;
    private final OutboundSequences sequences;
    private final Sequences numbers;
    private final StoredMessages stored;
    private final Resolved resolved;
    private final Intake intake;
    private final NanoClock clock;

    OperatorActions(
            Paths paths,
            OutboundSequences sequences,
            Sequences numbers,
            StoredMessages stored,
            Resolved resolved,
            Intake intake,
            NanoClock clock) {
        this.paths = paths;
        this.sequences = sequences;
        this.numbers = numbers;
        this.stored = stored;
        this.resolved = resolved;
        this.intake = intake;
        this.clock = clock;
    }

    List<GivenUpMessage> givenUp() {
        return paths.all().stream()
                .flatMap(path -> path.givenUp().stream().map(message -> GivenUpMessage.of(path, message)))
                .toList();
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
        if (message.isForsaken() && message.payload().isRequest()) {
            return moveOn(path, message);
        }
        boolean retried = path.retry(message);
        if (retried) {
            stored.noteGivenUp(message);
        }
        if (retried && !message.isNumbered()) {
            park(path, message);
        }
        return retried;
    }

    /**
     * Moves a message to the present sequence, or to a new one, because its own is forsaken: messages sent in that are not
     * acknowledged.
     */
    private boolean moveOn(Path<Template> path, Message<Template> message) {
        Optional<Message<Template>> parked =
                path.parking().again(message, message.payload().withoutNumber(), intake.nextPosition());
        parked.ifPresent(moved -> {
            sequences.removeIfIdle(path, message);
            park(path, moved);
        });
        return parked.isPresent();
    }

    private void park(Path<Template> path, Message<Template> message) {
        try {
            numbers.parkAgain(new ParkedMessage(path, message, intake, clock.nanoTime()));
        } catch (RuntimeException refused) {
            path.parking().giveUp(message, String.valueOf(refused.getMessage()));
        }
    }

    private boolean discard(Path<Template> path, Message<Template> message) {
        boolean withdrawn = path.withdraw(message);
        if (withdrawn) {
            resolved.discarded(message);
            sequences.removeIfIdle(path, message);
        }
        return withdrawn;
    }
}
