package io.github.restartoracle.store;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.store.WorldDatabase.Fault;
import io.github.restartoracle.wsrm.recovery.SequenceTakenException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.cxf.ws.rm.SourceSequence;
import org.apache.cxf.ws.rm.persistence.RMStoreException;

/**
 * A simulation of one seed: nodes with the production code of the store on one database, in virtual time and one thread.
 * Statements fail before or after their effect, or take effect late. Nodes die at any statement, are paused for longer than
 * their lease, and are closed in order. A node may send every message in its memory; the peer acknowledges it, or not. Not
 * thread-safe.
 *
 * <p>Invariants:
 * <ul>
 *   <li>A number of a sequence is one message for ever, and a message has one number. Numbers have no holes.
 *   <li>A call that has returned is sent. A call that has failed is not, unless its process ended, or lost the sequence,
 *       before it could ask the database.
 *   <li>A message that was acknowledged to a peer takes effect once, and no message twice.
 * </ul>
 */
final class StoreWorld {
    static final Duration LEASE = Duration.ofSeconds(10);

    /** An act of the simulation. */
    enum Act {
        CALL(12),
        CALL_UNNUMBERED(12),
        NUMBER(12),
        SEND(12),
        ACKNOWLEDGE(12),
        RECEIVE(12),
        BEGIN_DELIVERY(12),
        END_DELIVERY(12),
        PASS_TIME(12),
        LATE(3),
        FREEZE(2),
        THAW(3),
        KILL(2),
        START(3),
        PAUSE(2),
        RESUME(3),
        CLOSE(2);

        /** The exclusive upper bound of the weight that a world gives to this act. */
        private final int most;

        Act(int most) {
            this.most = most;
        }
    }

    final WorldDatabase database;
    final SplittableRandom random;
    final List<Fault> faults = new ArrayList<>();
    final double probability;
    final boolean serviceFails;
    private final List<Act> acts = new ArrayList<>();
    /** The present nodes. */
    private final List<StoreNode> nodes = new ArrayList<>();
    /** All nodes of the run, dead ones included. */
    final List<StoreNode> processes = new ArrayList<>();

    private final List<String> story = new ArrayList<>();
    long nowNanos;
    int made;

    /**
     * Contents of the calls that have returned. {@code failed} has those of calls that have failed and whose sequence was
     * written again afterwards.
     */
    final Set<String> returned = new HashSet<>();

    final Set<String> failed = new HashSet<>();
    /** The contents that were sent, by sequence and number. {@code names} has the name of each content. */
    final Map<String, TreeMap<Long, String>> sent = new HashMap<>();

    final Map<String, MessageId> names = new HashMap<>();
    /** The highest number of the peer in each sequence. {@code acknowledged} has the messages that were acknowledged to it. */
    final Map<String, Long> peers = new LinkedHashMap<>();

    final Set<String> acknowledged = new HashSet<>();

    private static String value(SourceSequence sequence) {
        return sequence.getIdentifier().getValue();
    }

    <T> T any(Set<T> of) {
        return of.stream().skip(random.nextInt(of.size())).findFirst().orElseThrow();
    }

    private StoreWorld(WorldDatabase database, long seed) {
        this.database = database;
        this.random = new SplittableRandom(seed).split();
        for (Fault fault : Fault.values()) {
            if (random.nextInt(3) == 0) {
                faults.add(fault);
            }
        }
        probability = random.nextInt(2) == 0 ? 0.03 : 0.2;
        serviceFails = random.nextBoolean();
        for (Act act : Act.values()) {
            int weight = random.nextInt(3) == 0 ? 0 : random.nextInt(act.most);
            for (int i = 0; i < weight; i++) {
                acts.add(act);
            }
        }
        // These acts are part of every world.
        acts.addAll(List.of(Act.CALL, Act.RECEIVE, Act.PASS_TIME, Act.START, Act.RESUME, Act.THAW));
    }

    /** The statistics of a run. */
    record End(Map<Act, Integer> acts, Map<Fault, Integer> faults, int calls, int effects) {}

    /**
     * Runs a world.
     *
     * @throws IllegalStateException with the story if an invariant is broken
     */
    static End run(WorldDatabase database, long seed) {
        database.clear();
        StoreWorld world = new StoreWorld(database, seed);
        try {
            return world.run();
        } catch (RuntimeException e) {
            throw new IllegalStateException("seed " + seed + ": " + e + "\n  " + String.join("\n  ", world.story), e);
        }
    }

    private End run() {
        Map<Act, Integer> done = new EnumMap<>(Act.class);
        int count = random.nextInt(1, 4);
        for (int i = 0; i < count; i++) {
            nodes.add(start("node" + i));
        }
        int steps = random.nextInt(20, 250);
        for (int i = 0; i < steps; i++) {
            Act act = acts.get(random.nextInt(acts.size()));
            done.merge(act, 1, Integer::sum);
            take(act);
        }
        settle();
        check();
        return new End(done, Map.copyOf(database.visited()), returned.size(), acknowledged.size());
    }

    private StoreNode start(String name) {
        story("%s starts", name);
        StoreNode node = new StoreNode(this, name);
        processes.add(node);
        tried(node, node::recover);
        return node;
    }

    private void take(Act act) {
        int index = random.nextInt(nodes.size());
        StoreNode node = nodes.get(index);
        switch (act) {
            case PASS_TIME -> pass(random.nextLong(1, LEASE.toNanos() / 2));
            case LATE -> database.executeLate(random);
            case START -> {
                if (node.way.dead || (node.closed && node.running.isEmpty())) {
                    nodes.set(index, start(node.name));
                }
            }
            case RESUME -> {
                if (node.paused) {
                    story("%s goes on", node.name);
                    node.paused = false;
                }
            }
            case THAW -> node.way.frozen = false;
            case END_DELIVERY -> {
                // Its service may return after the store was closed.
                if (!node.way.dead && !node.paused) {
                    tried(node, node::endDelivery);
                }
            }
            default -> {
                if (node.isActive()) {
                    take(act, node);
                }
            }
        }
    }

    private void take(Act act, StoreNode node) {
        switch (act) {
            case CALL -> tried(node, () -> node.call(random.nextInt(1, 4)));
            case CALL_UNNUMBERED -> tried(node, node::callUnnumbered);
            case NUMBER -> tried(node, node::number);
            case SEND -> node.send();
            case ACKNOWLEDGE -> tried(node, node::acknowledge);
            case RECEIVE -> tried(node, node::receive);
            case BEGIN_DELIVERY -> tried(node, node::beginDelivery);
            case FREEZE -> node.way.frozen = true;
            case KILL -> {
                story("%s is killed", node.name);
                node.way.dead = true;
            }
            case PAUSE -> {
                story("%s is paused", node.name);
                node.paused = true;
            }
            case CLOSE -> {
                story("%s is closed", node.name);
                node.close();
            }
            default -> throw new IllegalArgumentException(act.name());
        }
    }

    /** Runs an action. A failure is reported to the caller of the node, and the run goes on. */
    private void tried(StoreNode node, Runnable action) {
        try {
            action.run();
        } catch (SequenceTakenException taken) {
            story("  %s has lost %s", node.name, taken.sequence());
            node.forgetLost();
            if (node.current != null && value(node.current).equals(taken.sequence())) {
                node.current = null;
            }
        } catch (RMStoreException | WorldDatabase.Dead e) {
            story("  it fails: %s", String.valueOf(e.getCause()));
        } catch (IllegalStateException e) {
            if (!(e.getCause() instanceof WorldDatabase.Dead)) {
                throw e;
            }
        }
        if (node.way.dead) {
            story("  %s is dead", node.name);
        }
    }

    private void pass(long nanos) {
        nowNanos += nanos;
        for (StoreNode node : nodes) {
            tried(node, node::pass);
            if (node.isActive()) {
                tried(node, node::recover);
            }
        }
    }

    /** Ends all faults, and lets the nodes finish their work. */
    private void settle() {
        story("The faults are over");
        faults.clear();
        for (int i = 0; i < nodes.size(); i++) {
            StoreNode node = nodes.get(i);
            node.paused = false;
            node.way.frozen = false;
            while (!node.way.dead && !node.running.isEmpty()) {
                tried(node, node::endDelivery);
            }
            if (node.way.dead || node.closed) {
                nodes.set(i, start(node.name));
            }
        }
        for (int i = 0; i < 12; i++) {
            if (random.nextInt(3) == 0) {
                database.executeLate(random);
            }
            pass(LEASE.toNanos() / 4);
        }
        while (database.hasLate()) {
            database.executeLate(random);
        }
        pass(LEASE.toNanos() / 4);
        for (StoreNode node : nodes) {
            until(() -> node.parked.isEmpty(), () -> {
                if (node.current == null) {
                    node.call(1);
                }
                node.number();
            });
            node.pending.keySet().stream().toList().forEach(node::send);
            until(() -> node.undelivered.isEmpty(), () -> {
                node.beginDelivery();
                node.endDelivery();
            });
        }
    }

    private void until(Supplier<Boolean> done, Runnable step) {
        for (int i = 0; i < 1_000 && !done.get(); i++) {
            step.run();
        }
        if (!done.get()) {
            throw broken("it does not end");
        }
    }

    private void check() {
        for (String content : returned) {
            if (!names.containsKey(content)) {
                throw broken("%s has returned and is lost", content);
            }
        }
        sent.forEach((sequence, numbers) -> {
            if (numbers.lastKey() != numbers.size()) {
                throw broken("%s has holes: %s", sequence, numbers.keySet());
            }
        });
        List<String> effects = database.effects();
        if (Set.copyOf(effects).size() != effects.size()) {
            throw broken("something has taken effect twice: %s", effects);
        }
        if (!Set.copyOf(effects).containsAll(acknowledged)) {
            List<String> lost =
                    acknowledged.stream().filter(id -> !effects.contains(id)).toList();
            throw broken("%s were acknowledged and are not delivered", lost);
        }
    }

    @SuppressWarnings("AnnotateFormatMethod")
    void story(String what, Object... arguments) {
        story.add(String.format("%.3f ", nowNanos / 1e9) + String.format(what, arguments));
    }

    @SuppressWarnings("AnnotateFormatMethod")
    static IllegalStateException broken(String what, Object... arguments) {
        return new IllegalStateException(String.format(what, arguments));
    }
}
