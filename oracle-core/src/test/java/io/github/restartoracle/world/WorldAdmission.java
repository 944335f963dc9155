package io.github.restartoracle.world;

import io.github.restartoracle.internal.inbound.ReceivedSequences;
import io.github.restartoracle.internal.inbound.ReceivedSequences.Presence;
import io.github.restartoracle.internal.inbound.SequenceLimits;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The limits of the sequences of one life of the node. Not thread-safe. */
final class WorldAdmission {
    private static final long LOOK_NANOS = Duration.ofMinutes(1).toNanos();

    private final WorldNode node;
    private final World world;
    private final Consumer<WorldNode.Key> end;
    private final Duration idle;
    private final ReceivedSequences<WorldNode.Key> sequences;
    /** The times of the last messages of sequences. */
    private final Map<WorldNode.Key, Long> lastUsed = new HashMap<>();

    private boolean watching;

    /**
     * Creates limits without sequences.
     *
     * @param end ends a sequence
     */
    WorldAdmission(WorldNode node, Consumer<WorldNode.Key> end) {
        this.node = node;
        this.world = node.world;
        this.end = end;
        this.idle = world.plan.idleNanos == 0 ? Duration.ofDays(1) : Duration.ofNanos(world.plan.idleNanos);
        SequenceLimits limits =
                new SequenceLimits(1_000, world.plan.sequencesOfSource, Duration.ofSeconds(10), idle, idle);
        this.sequences = new ReceivedSequences<>(() -> limits);
    }

    private static String address(int source) {
        return "source " + source;
    }

    /** Returns whether a source may have a further sequence, for which another one may have to go. */
    boolean admits(int source) {
        if (sequences.isFull(address(source))) {
            WorldNode.Key oldest = sequences.takeForRoom(address(source), world.time.nanoTime());
            if (oldest != null) {
                endSoon(oldest);
            }
        }
        return !sequences.isFull(address(source));
    }

    void add(WorldNode.Key key) {
        sequences.add(key, address(key.source()), null, world.time.nanoTime());
        watch();
    }

    void recovered(WorldNode.Key key, boolean used) {
        sequences.recovered(key, used, world.time.nanoTime());
        watch();
    }

    void used(WorldNode.Key key) {
        lastUsed.put(key, world.time.nanoTime());
        sequences.used(key, () -> address(key.source()), world.time.nanoTime());
        watch();
    }

    private void watch() {
        if (!watching && !sequences.isEmpty()) {
            watching = true;
            node.after(sequences.checkNanos(), () -> {
                watching = false;
                List<WorldNode.Key> due = sequences.takeDue(
                        key -> node.knows(key) ? Presence.LIVING : Presence.ABSENT, world.time.nanoTime());
                due.forEach(this::endSoon);
                watch();
            });
        }
    }

    /** Ends a sequence that was taken out, once no acknowledgement is withheld in it, unless it is used meanwhile. */
    private void endSoon(WorldNode.Key key) {
        node.after(world.chance.nanos(10, 100_000), () -> {
            if (node.knows(key) && node.withholds(key)) {
                node.after(LOOK_NANOS, () -> endSoon(key));
            } else if (!sequences.contains(key) && node.knows(key)) {
                Long last = lastUsed.get(key);
                world.require(
                        last == null || world.time.nanoTime() - last >= idle.toNanos(),
                        () -> key + " is ended, though it was used");
                end.accept(key);
            }
        });
    }
}
