package io.github.restartoracle.world;

import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.MessageState;
import io.github.restartoracle.internal.outbound.Sequence;
import java.util.List;

/** The operator of a source. Not thread-safe. */
final class WorldOperator {
    private final WorldSource source;
    private final World world;

    WorldOperator(WorldSource source) {
        this.source = source;
        this.world = source.world;
    }

    /** Suspends the restarts for a time. */
    void suspend(long nanos) {
        Sequence<WorldCall> present = source.sequences().present();
        if (present != null) {
            world.trace(() -> source.name + " is suspended for " + nanos / 1e9);
            present.messages().stream()
                    .filter(message ->
                            message.state() == MessageState.WAITING || message.state() == MessageState.IN_FLIGHT)
                    .map(Message::payload)
                    .forEach(call -> call.suspendedIn = call.sequence);
            present.suspend(source.now());
            source.after(nanos, () -> {
                world.trace(() -> source.name + " is resumed");
                present.messages().forEach(message -> message.payload().suspendedIn = -1);
                present.resume(source.now());
            });
        }
    }

    /** Gives up a message, like a transport that will never deliver it, and perhaps discards it. */
    void giveUpOne() {
        Sequence<WorldCall> present = source.sequences().present();
        List<Message<WorldCall>> messages = present == null
                ? List.of()
                : present.messages().stream()
                        .filter(message -> message.state() != MessageState.CAPTURED)
                        .toList();
        if (!messages.isEmpty()) {
            Message<WorldCall> message = world.chance.oneOf(messages);
            boolean discarded = world.chance.oneIn(2);
            source.path().giveUp(message, "on purpose", source.now());
            if (discarded) {
                source.after(world.chance.nanos(1, 10_000_000), () -> discard(message));
            }
        }
    }

    private void discard(Message<WorldCall> message) {
        if (source.path().givenUp().contains(message)) {
            world.trace(() -> message.payload() + " is discarded");
            message.payload().discarded = true;
            source.path().withdraw(message, source.now());
            if (message.isKept()) {
                source.note(() -> source.store.giveUp(message.payload(), WorldStore.DISCARDED));
            } else {
                source.forget(message.payload());
            }
        }
    }

    /** Retries all messages that were given up. */
    void retryAll() {
        for (Message<WorldCall> message : source.path().givenUp()) {
            WorldCall call = message.payload();
            world.trace(() -> call + " is retried by an operator");
            call.retried = true;
            call.suspendedIn = -1;
            call.mayRepeat = true;
            call.givenUp = !source.path().retry(message, source.now());
            source.noteGivenUp(call, "");
        }
    }
}
