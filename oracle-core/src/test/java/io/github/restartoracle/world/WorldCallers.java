package io.github.restartoracle.world;

import io.github.restartoracle.internal.call.EndedWaits;
import io.github.restartoracle.internal.call.Patience;
import io.github.restartoracle.internal.call.SequenceWait;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.status.MessageId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** The calls of one life of a source that have no number yet: their callers wait for a sequence, or they wait on their own. */
final class WorldCallers {
    /** The reason why a caller waits no longer. */
    enum Told {
        TURN,
        FAILURE,
        TIME
    }

    /** A caller that waits, with the number of sequences that were created before, and what it does after that. */
    private record Waiting(int created, boolean lasting, Consumer<Told> then) {}

    private final Map<WorldCall, Waiting> waiting = new HashMap<>();
    private final WorldSource source;
    private final World world;
    private final Path<WorldCall> path;
    private final SequenceWait<WorldCall, WorldCall> wait;
    private final WorldSequences sequences;
    /** The callers for which a sequence was to be created. */
    private final Set<WorldCall> tried = new HashSet<>();

    private int created;
    private long parked;

    WorldCallers(
            WorldSource source,
            Path<WorldCall> path,
            SequenceWait<WorldCall, WorldCall> wait,
            WorldSequences sequences) {
        this.source = source;
        this.world = source.world;
        this.path = path;
        this.wait = wait;
        this.sequences = sequences;
    }

    /** Takes over a call without a number that an earlier process has stored. */
    void recover(WorldCall call) {
        sequences.recovered(call);
        Message<WorldCall> message =
                Message.parked(path, call, world.plan.bytes).storedAs(line(call));
        path.parking().add(message, ++parked, world.time.nanoTime());
        call.waited = message;
        String givenUp = source.store.givenUp(call);
        if (givenUp.isEmpty()) {
            wait.addAgain(List.of(message));
            sequences.begin();
        } else {
            path.recoverGivenUp(message, givenUp, world.time.nanoTime());
        }
    }

    /** Returns the name of a call in the line of its process. */
    private static MessageId line(WorldCall call) {
        return new MessageId(MessageId.PARKED + ":" + call.life, call.turn);
    }

    /** Makes a call, whose message waits if there is no sequence, or others wait for one. */
    void call(WorldCall call, int caller) {
        if (sequences.isOpen() && wait.isFree()) {
            sequences.enter(call, caller, false);
        } else if (world.plan.firstCallNanos > 0 && wait.enter(call, Patience.BRIEF, 0)) {
            world.trace(() -> call + " waits for a moment");
            waiting.put(call, new Waiting(Integer.MAX_VALUE, true, told -> {
                if (sequences.isOpen() && wait.isFree()) {
                    sequences.enter(call, caller, false);
                } else {
                    write(call, () -> park(call, caller), () -> {});
                }
            }));
            source.after(world.plan.firstCallNanos, () -> {
                if (waiting.containsKey(call)) {
                    wait.late().forEach(late -> goOn(late, Told.FAILURE));
                    world.require(!waiting.containsKey(call), () -> call + " waits for longer than a moment");
                }
            });
            sequences.begin();
        } else {
            write(call, () -> park(call, caller), () -> {});
        }
    }

    /** Writes a call, which takes long when an interceptor does, and perhaps fails. */
    void write(WorldCall call, Runnable then, Runnable otherwise) {
        boolean fails = world.mayFail() && world.chance.oneIn(50);
        source.after(world.chance.nanos(10, world.chance.oneIn(10) ? 5_000_000 : 3_000), () -> {
            if (fails) {
                source.fail(call, "an interceptor fails");
                otherwise.run();
            } else {
                then.run();
            }
        });
    }

    private void park(WorldCall call, int caller) {
        if (source.isDatabaseDown()) {
            source.fail(call, "the store is down");
            return;
        }
        call.turn = world.nextTurn();
        Message<WorldCall> message =
                Message.parked(path, call, world.plan.bytes).from(caller).ordersItself();
        path.parking().add(message, ++parked, world.time.nanoTime());
        world.require(wait.reserve(Integer.MAX_VALUE), () -> call + " cannot wait");
        call.life = source.life();
        source.store.add(call);
        if (world.plan.sourceStore) {
            message.storedAs(line(call));
        }
        wait.add(message);
        call.waited = message;
        world.trace(() -> call + " waits for a sequence");
        source.returns(call);
        sequences.begin();
    }

    /** Gives a call its number, behind those that were accepted before it, as soon as there is a sequence. */
    void await(WorldCall call) {
        call.turn = world.nextTurn();
        long endNanos = world.time.sinceStart() + world.plan.awaitsNanos;
        await(call, wait.accepted(), endNanos);
        source.after(world.plan.awaitsNanos, () -> {
            if (waiting.containsKey(call)) {
                wait.leave(call);
                goOn(call, Told.TIME);
            }
        });
    }

    private void await(WorldCall call, long before, long endNanos) {
        boolean turn = wait.isTurn(before);
        if (sequences.isOpen() && turn) {
            world.require(
                    wait.messages().stream().noneMatch(each -> each.payload().turn < call.turn),
                    () -> call + " goes before one that was accepted before it");
            sequences.enter(call, -call.id, false);
            return;
        }
        boolean lasting = call.id % 2 == 0;
        world.require(
                wait.enter(call, lasting ? Patience.LASTING : Patience.ONE_FAILURE, before),
                () -> call + " cannot wait");
        waiting.put(call, new Waiting(created, lasting, told -> {
            boolean now = wait.isTurn(before);
            world.require(now || told != Told.TURN, () -> call + " is told that its turn has come, which has not");
            world.require(!sequences.isOpen() || !now || told != Told.TIME, () -> call + " has waited for nothing");
            if (sequences.isOpen()) {
                sequences.enter(call, -call.id, !now);
            } else if (world.time.sinceStart() >= endNanos) {
                source.fail(call, "there is no sequence in time");
            } else {
                await(call, before, endNanos);
            }
        }));
        sequences.begin();
    }

    void goOn(WorldCall call, Told told) {
        // If it waits again, that is for a step of its own.
        tried.remove(call);
        Objects.requireNonNull(waiting.remove(call)).then().accept(told);
    }

    /** Tells the callers that a step has failed. */
    void tell(EndedWaits<WorldCall, WorldCall> ended) {
        for (WorldCall refused : ended.refused()) {
            waiting.remove(refused);
            source.fail(refused, "no sequence can be created");
        }
        ended.goOn().forEach(call -> goOn(call, Told.FAILURE));
        waiting.forEach((call, waits) -> world.require(
                (waits.lasting() || !tried.contains(call)) && waits.created() >= created,
                () -> call + " waits on though a step has failed"));
    }

    /** Records that a sequence is to be created for a caller. */
    void tries(WorldCall call) {
        tried.add(call);
    }

    /** Records that a sequence was created. */
    void created() {
        created++;
    }

    /** Has a message wait again whose number could not be stored. */
    void unnumber(Message<WorldCall> message) {
        path.parking().unnumber(message, ++parked);
    }
}
