package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.inbound.KeptResponses;
import io.github.restartoracle.status.MessageId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The requests of one life of the node whose callers wait for the answer of the service, and the answers in its memory. Not
 * thread-safe.
 */
final class WorldRequests {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    /** Goes on with a request as with any other. */
    interface Rest {
        void receive(WorldInbox inbox, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply);
    }

    /** The copies of a request that are not answered yet. */
    private static final class Copies {
        int underWay;
        final List<MessageId> waiting = new ArrayList<>(0);
    }

    private final WorldNode node;
    private final World world;
    private final Rest rest;
    private final KeptResponses<WorldWire.Answer> responses;
    private final Map<MessageId, Copies> all = new HashMap<>();
    /** The number of answers so far, of which the last ones are kept. */
    private int answered;

    WorldRequests(WorldNode node, Rest rest) {
        this.node = node;
        this.world = node.world;
        this.rest = rest;
        this.responses = new KeptResponses<>(world.plan.keptAnswers, Duration.ofMinutes(10), world.time.nanoTime());
    }

    private static MessageId name(WorldInbox inbox, long number) {
        return new MessageId(inbox.key.toString(), number);
    }

    /** Takes a copy of a request: answers it as before, lets it wait for the answer to another copy, or goes on with it. */
    void receive(WorldInbox inbox, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply) {
        MessageId name = name(inbox, number);
        if (inbox.acknowledged.contains(number) && !responses.contains(name)) {
            world.require(
                    !inbox.isAcceptedHere(number) || answered > world.plan.keptAnswers,
                    () -> "the node has forgotten its answer to " + call);
            world.trace(() -> "the answer to " + call + " is lost");
            world.sources.get(call.source).answerIsLost(call);
            rest.receive(inbox, call, number, attempt, reply);
            return;
        }
        switch (responses.arrive(
                name, call.source + "." + call.id, () -> !node.knows(inbox.key), world.time.nanoTime())) {
            case NEW -> goOn(inbox, call, number, attempt, reply);
            case RUNNING -> await(inbox, call, number, attempt, reply);
            case ANSWERED -> replay(inbox, call, number, attempt, reply);
            case ANOTHER -> throw new IllegalStateException(call + " is not the call that had its number");
        }
    }

    private void goOn(
            WorldInbox inbox, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply) {
        MessageId name = name(inbox, number);
        Copies copies = all.computeIfAbsent(name, absent -> new Copies());
        copies.underWay++;
        rest.receive(inbox, call, number, attempt, answer -> {
            copies.underWay--;
            // Another copy was accepted before.
            WorldWire.Answer own =
                    answer.status() != WorldNode.ACCEPTED || answer.answered() != null ? answer : WorldNode.refusal(1);
            if (own.status() != WorldNode.ACCEPTED) {
                responses.refused(name);
            }
            world.require(
                    copies.waiting.isEmpty() || copies.underWay > 0,
                    () -> "a copy of " + call + " waits though no other is under way");
            reply.accept(own);
        });
    }

    private void await(
            WorldInbox inbox, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply) {
        MessageId name = name(inbox, number);
        Copies copies = Objects.requireNonNull(all.get(name));
        world.require(copies.underWay > 0, () -> call + " waits for an answer that will not come");
        boolean[] woken = new boolean[1];
        Runnable wakening = () -> {
            woken[0] = true;
            copies.waiting.remove(name);
            node.after(world.chance.nanos(1, 1_000), () -> {
                if (node.knows(inbox.key)) {
                    receive(inbox, call, number, attempt, reply);
                } else {
                    reply.accept(WorldWire.Answer.refused(Code.UNKNOWN));
                }
            });
        };
        if (!responses.await(name, wakening)) {
            replay(inbox, call, number, attempt, reply);
            return;
        }
        copies.waiting.add(name);
        world.trace(() -> call + " #" + attempt.number() + " waits for the answer to another copy");
        node.after(PATIENCE, () -> {
            if (!woken[0]) {
                copies.waiting.remove(name);
                responses.stopWaiting(name, wakening);
                goOnBeside(inbox, call, number, attempt, reply);
            }
        });
    }

    private void replay(
            WorldInbox inbox, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply) {
        WorldWire.Answer kept = responses.response(name(inbox, number));
        if (kept == null) {
            goOnBeside(inbox, call, number, attempt, reply);
        } else {
            reply.accept(kept);
        }
    }

    private void goOnBeside(
            WorldInbox inbox, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply) {
        if (responses.goesOn(name(inbox, number))) {
            goOn(inbox, call, number, attempt, reply);
        } else {
            receive(inbox, call, number, attempt, reply);
        }
    }

    void invoked(WorldInbox inbox, long number) {
        responses.invoked(name(inbox, number));
    }

    void answered(WorldInbox inbox, long number, WorldWire.Answer answer) {
        answered++;
        responses.answered(name(inbox, number), answer, 1);
    }
}
