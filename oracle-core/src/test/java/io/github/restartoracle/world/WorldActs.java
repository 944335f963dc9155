package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.outbound.Act;
import io.github.restartoracle.internal.outbound.Message;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Carries out the acts of the paths of a source, as production does with threads. Not thread-safe. */
final class WorldActs {
    private final WorldSource source;
    private final World world;
    private int asked;

    WorldActs(WorldSource source) {
        this.source = source;
        this.world = source.world;
    }

    /** Returns the number of requests for an acknowledgement. */
    int asked() {
        return asked;
    }

    void carryOut(Act<WorldCall> act) {
        if (act instanceof Act.Transmit<WorldCall> due) {
            transmit(due.message(), due.attempt());
        } else if (act instanceof Act.Ask<WorldCall> due) {
            ask(due.message(), due.attempt());
        } else if (act instanceof Act.PassOnRoom<WorldCall> room) {
            world.time.after(0, () -> {
                room.claim().proceed().accept(source.now());
                world.sources.forEach(WorldSource::changed);
            });
        } else if (act instanceof Act.TellGivenUp<WorldCall> end) {
            gaveUp(end.message().payload(), end.reason());
        } else if (act instanceof Act.EndClient<WorldCall>) {
            source.endClient();
        } else if (act instanceof Act.Forget<WorldCall> end) {
            end.kept().forEach(message -> source.forget(message.payload()));
        } else if (act instanceof Act.Close<WorldCall> end) {
            end(end.gap());
        } else if (act instanceof Act.Leave<WorldCall> end) {
            leave(end);
        } else if (act instanceof Act.Park<WorldCall> retried) {
            park(retried.messages());
        } else if (!(act instanceof Act.WakeUp<WorldCall>)) { // The path is asked after each task.
            throw new IllegalStateException(act.toString());
        }
    }

    private void gaveUp(WorldCall call, String reason) {
        world.trace(() -> call + " is given up by its source: " + reason);
        call.givenUp = true;
        source.noteGivenUp(call, reason);
    }

    private void leave(Act.Leave<WorldCall> end) {
        String identifier = end.any().id().sequence();
        world.trace(() -> identifier + " is left with " + end.moved().size() + ": " + end.reason());
        source.sequences().leave(identifier);
        int forsaken = source.sequences().sequence(end.any());
        source.note(() -> source.store.forsake(forsaken));
        end.lost()
                .forEach(message -> world.require(
                        !message.payload().unclear.isEmpty()
                                || message.payload().retried
                                || message.payload().recovered,
                        () -> message.payload() + " is given up, though the node has certainly not accepted it"));
        world.require(
                // A node that was killed has lost the answers to calls that have arrived.
                end.lost().stream()
                                .allMatch(
                                        message -> world.plan.nodeKills > 0 && world.node.isAwaited(message.payload()))
                        || !end.reason().endsWith("has closed the sequence")
                        || world.plan.forgets > 0
                        || world.plan.deniesForNanos > 0
                        || !world.node.knows(new WorldNode.Key(source.index, forsaken)),
                () -> "messages of " + identifier + " are given up, though the node tells which of them it has");
        park(end.moved());
    }

    private void park(List<Message<WorldCall>> moved) {
        if (world.plan.answersAnything() || world.node.hasDenied()) {
            // The node may have accepted any of them.
            moved.forEach(message -> message.payload().mayRepeat |= !world.plan.atMostOnce);
        }
        source.sequences().park(moved);
    }

    private void end(Message<WorldCall> gap) {
        world.trace(() -> gap.id().sequence() + " ends without " + gap.payload());
        source.hold();
        source.sequences().end(gap);
    }

    /** Has an attempt of a message sent. */
    void transmit(Message<WorldCall> message, Attempt attempt) {
        WorldCall call = message.payload();
        WorldNode.Key to = new WorldNode.Key(source.index, call.sequence);
        long number = call.number;
        world.dispatched(call);
        world.require(call.suspendedIn != call.sequence, () -> call + " is sent though it is suspended");
        world.trace(() -> call + " #" + attempt.number() + " is dispatched");
        send(
                attempt,
                to,
                call.toString(),
                call.unclear,
                (node, reply) -> node.receive(to, call, number, attempt, reply));
    }

    private void ask(Message<WorldCall> message, Attempt attempt) {
        WorldNode.Key to = new WorldNode.Key(source.index, message.payload().sequence);
        asked++;
        world.trace(() -> source.name + " asks for an acknowledgement");
        send(attempt, to, "request for an acknowledgement", new HashSet<>(), (node, reply) -> node.ask(to, reply));
    }

    private void send(
            Attempt attempt,
            WorldNode.Key to,
            String what,
            Set<Attempt> unclear,
            BiConsumer<WorldNode, Consumer<WorldWire.Answer>> arrival) {
        source.after(
                world.chance.nanos(1, 1_000),
                () -> source.wire()
                        .send(
                                attempt,
                                new WorldWire.Request(
                                        what, unclear, arrival, answer -> source.acknowledged(to, answer, attempt))));
    }
}
