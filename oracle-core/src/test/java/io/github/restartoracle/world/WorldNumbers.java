package io.github.restartoracle.world;

import io.github.restartoracle.internal.call.Numbering;
import io.github.restartoracle.internal.call.Numbering.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The numbers of the calls of one sequence, as production gives them: the calls are written, which may take long or fail, and then
 * stored together. Not thread-safe.
 */
final class WorldNumbers {
    private record Entered(long order, long atNanos, Consumer<Boolean> ended) {}

    private final WorldSource source;
    private final World world;
    private final int sequence;
    private final Numbering<WorldCall> numbering;
    private final long patienceNanos;
    private final int most;
    private final Map<Place<WorldCall>, Entered> entered = new HashMap<>();
    private long orders;
    private long last;

    WorldNumbers(WorldSource source, int sequence) {
        this.source = source;
        this.world = source.world;
        this.sequence = sequence;
        this.patienceNanos = TimeUnit.MILLISECONDS.toNanos(world.plan.inOrder ? 2_000 : 20);
        this.numbering = new Numbering<>(source.store.sequence(sequence).lastNumber, patienceNanos);
        this.most = world.chance.oneOf(List.of(1, 2, 100));
    }

    /**
     * Adds a call.
     *
     * @param ended told once whether it has its number, unless it {@linkplain #leave leaves}
     */
    Place<WorldCall> enter(WorldCall call, Consumer<Boolean> ended) {
        Place<WorldCall> place = numbering.enter(call);
        entered.put(place, new Entered(++orders, world.time.sinceStart(), ended));
        return place;
    }

    /** Removes a call that could not be written. */
    void leave(Place<WorldCall> place) {
        numbering.leave(place);
        world.require(place.hasEnded(), () -> place.call() + " has left, and is to get a number");
        entered.remove(place);
        storeNext();
    }

    /** Stores a call that is written. */
    void store(Place<WorldCall> place) {
        numbering.written(place, world.plan.bytes, false);
        storeNext();
    }

    private void storeNext() {
        List<Place<WorldCall>> batch = numbering.next(most, world.time.nanoTime());
        long patience = numbering.patienceNanos(world.time.nanoTime());
        if (!batch.isEmpty()) {
            source.after(world.chance.nanos(10, 20_000), () -> store(batch));
        } else if (patience != Long.MAX_VALUE) {
            source.after(patience, this::storeNext);
        }
    }

    private void store(List<Place<WorldCall>> batch) {
        boolean stored = !source.isDatabaseDown();
        long first = numbering.nextNumber();
        for (int i = 0; stored && i < batch.size(); i++) {
            source.store.number(batch.get(i).call(), sequence, first + i);
        }
        numbering.ended(batch, place -> stored);
        for (Place<WorldCall> place : batch) {
            Entered call = Objects.requireNonNull(entered.remove(place), "stored twice");
            world.require(place.hasEnded(), () -> place.call() + " has neither a number nor none");
            if (stored) {
                if (call.order() < last) {
                    world.require(
                            world.time.sinceStart() - call.atNanos() >= patienceNanos,
                            () -> place.call() + " is overtaken though it was written in time");
                }
                last = Math.max(last, call.order());
                world.require(
                        place.number() == place.call().number,
                        () -> place.call() + " is stored under another number than " + place.number());
            }
            call.ended().accept(stored);
        }
        storeNext();
    }
}
