package io.github.restartoracle.wsrm.world;

import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.wsrm.inbound.AcceptedSet;
import io.github.restartoracle.wsrm.inbound.Act;
import io.github.restartoracle.wsrm.inbound.Inbound;
import io.github.restartoracle.wsrm.inbound.Outcome;
import io.github.restartoracle.wsrm.inbound.Received;
import io.github.restartoracle.wsrm.inbound.ReceivedState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A process with a service: the receiving machine of production, over a store that survives the process. Not thread-safe.
 */
final class WorldNode extends VirtualProcess {
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_REQUESTS = 100;

    /** The stored state of a sequence. Without a store it is lost with the process, which is not killed then. */
    private static final class Kept {
        final NavigableSet<Long> accepted = new TreeSet<>();
        /** The messages that are accepted and not noted as delivered. */
        final NavigableMap<Long, WorldCall> undelivered = new TreeMap<>();

        final Set<Long> givenUp = new HashSet<>();
    }

    /** The state of a sequence in a process. */
    private final class Present {
        final int source;
        final Kept kept;
        /** The numbers that are acknowledged, as CXF does it: those that are noted after they were stored. */
        final AcceptedSet acknowledged = new AcceptedSet();

        final Inbound<WorldCall> inbound;
        final Map<Long, Received<WorldCall>> givenUp = new HashMap<>();
        final Map<Long, WorldWire.Echoed> firsts = new HashMap<>();
        long plannedAt = Long.MAX_VALUE;

        Present(int source, Kept kept) {
            this.source = source;
            this.kept = kept;
            acknowledged.addAll(kept.accepted);
            this.inbound = new Inbound<>(world.plan.inOrder, false, world.plan.threads, acknowledged);
        }
    }

    private final Map<Integer, Kept> store = new HashMap<>();
    /** The kernel's work for each open connection when the process dies. */
    private final List<Runnable> connections = new ArrayList<>();

    private final Map<Integer, Present> sequences = new TreeMap<>();
    /** The calls that the service has carried out in this process and that are not in the store yet. */
    private final Set<WorldCall> unnoted = new HashSet<>();

    /** The present sequence of each source. A node without a store forgets them when it dies. */
    private final Map<Integer, Integer> known = new HashMap<>();

    private boolean watching;

    /** The messages that have taken room. */
    private final Set<WorldCall> room = new HashSet<>();

    WorldNode(World world) {
        super(world, "node");
    }

    @Override
    void started() {
        if (life() == 0) {
            world.sources.forEach(source -> known.put(source.index, 0));
        }
        store.forEach((source, kept) -> {
            Present present = present(source);
            kept.undelivered.forEach((number, call) -> {
                if (kept.givenUp.contains(number)) {
                    present.givenUp.put(number, Received.givenUp(number, call));
                } else {
                    present.inbound.recover(number, call, world.time.nanoTime());
                }
            });
            change(present, Inbound::look);
        });
    }

    @Override
    void killed() {
        List.copyOf(connections).forEach(Runnable::run);
        connections.clear();
        unnoted.forEach(call -> call.mayRepeat = true);
        unnoted.clear();
        sequences.clear();
        room.clear();
        if (world.plan.forgets > 0) {
            store.clear();
            known.clear();
            world.forgotten();
        }
        watching = false;
    }

    private Present present(int source) {
        return sequences.computeIfAbsent(
                source, key -> new Present(source, store.computeIfAbsent(source, none -> new Kept())));
    }

    void connected(Runnable reset) {
        connections.add(reset);
    }

    private boolean isDatabaseDown() {
        return world.plan.nodeStore && world.holds(WorldFault.Kind.DATABASE_DOWN);
    }

    /** Creates a sequence of a source, which has left the former one. */
    void create(int source, int sequence) {
        world.trace(() -> "the node creates sequence " + sequence + " of source " + source);
        known.put(source, sequence);
    }

    private boolean knows(int source, int sequence) {
        return known.getOrDefault(source, -1) == sequence;
    }

    private WorldWire.Answer unknown() {
        return new WorldWire.Answer(world.plan.forgetsSilently ? 202 : 500, List.of(), 0, null);
    }

    /** Takes a copy of a message that has come. */
    void receive(int source, int sequence, WorldCall call, int attempt, Consumer<WorldWire.Answer> reply) {
        if (world.holds(WorldFault.Kind.BUSY)) {
            reply.accept(refusal(world.plan.retryAfterSeconds));
        } else if (world.holds(WorldFault.Kind.STALL)) {
            after(STALL_NANOS, () -> receive(source, sequence, call, attempt, reply));
        } else if (!knows(source, sequence)) {
            reply.accept(unknown());
        } else {
            receive(present(source), call, attempt, world.time.nanoTime(), reply);
        }
    }

    private static WorldWire.Answer refusal(int retryAfterSeconds) {
        return new WorldWire.Answer(503, List.of(), retryAfterSeconds, null);
    }

    private void receive(
            Present present, WorldCall call, int attempt, long sinceNanos, Consumer<WorldWire.Answer> reply) {
        long number = call.number;
        switch (present.inbound.arrival(number, false)) {
            case NEW -> accept(present, call, attempt, sinceNanos, reply);
            case COPY -> acknowledge(present, call, reply);
            case BUSY -> await(present, call, attempt, sinceNanos, reply);
            case EARLY, LATE, CLOSED ->
                throw new IllegalStateException("not for a one-way message that must not be left out");
        }
    }

    private void await(
            Present present, WorldCall call, int attempt, long sinceNanos, Consumer<WorldWire.Answer> reply) {
        world.trace(() -> call + " #" + attempt + " waits at the node");
        long left = PATIENCE - (world.time.nanoTime() - sinceNanos);
        if (present.inbound.countRequests() >= MOST_REQUESTS || left <= 0) {
            reply.accept(refusal(0));
            return;
        }
        boolean[] resumed = new boolean[1];
        Runnable request = () -> {
            resumed[0] = true;
            after(world.chance.nanos(1, 1_000), () -> receive(present, call, attempt, sinceNanos, reply));
        };
        present.inbound.await(call.number, false, request);
        after(left, () -> {
            if (!resumed[0]) {
                present.inbound.awaitNoMore(call.number, request);
                receive(present, call, attempt, sinceNanos, reply);
            }
        });
    }

    private void accept(
            Present present, WorldCall call, int attempt, long sinceNanos, Consumer<WorldWire.Answer> reply) {
        if (room.size() >= world.plan.room && !present.inbound.isNeeded(call.number)) {
            reply.accept(refusal(1));
            return;
        }
        room.add(call);
        Received<WorldCall> message = present.inbound.arrive(call.number, call, Received.Kind.ONE_WAY);
        after(world.chance.nanos(10, 50_000), () -> {
            boolean fails = isDatabaseDown() || (world.plan.nodeStore && world.mayFail() && world.chance.oneIn(20));
            // A commit may have succeeded although it has failed for its caller.
            if ((!fails || world.chance.oneIn(3)) && !present.kept.accepted.contains(call.number)) {
                present.kept.accepted.add(call.number);
                present.kept.undelivered.put(call.number, call);
                world.accepted(call);
            }
            if (fails) {
                world.trace(() -> call + " #" + attempt + " cannot be stored");
                change(present, (inbound, now) -> inbound.leave(message, Act.End.REJECTED, now));
                reply.accept(refusal(1));
                return;
            }
            present.acknowledged.add(call.number);
            present.firsts.put(
                    call.number,
                    new WorldWire.Echoed(call.number, new Echo(attempt, world.time.nanoTime() - sinceNanos)));
            change(present, (inbound, now) -> inbound.accepted(message, now));
            acknowledge(present, call, reply);
            after(
                    world.chance.nanos(1, 2_000),
                    () -> change(present, (inbound, now) -> inbound.handedOver(message, now)));
        });
    }

    private void acknowledge(Present present, WorldCall call, Consumer<WorldWire.Answer> reply) {
        if (world.plan.decoupled) {
            reply.accept(new WorldWire.Answer(202, List.of(), 0, null));
            after(
                    world.chance.nanos(1_000, 2_000_000),
                    () -> world.acknowledge(present.source, call.sequence, present.acknowledged.ranges()));
            return;
        }
        List<Long> ranges = present.acknowledged.ranges();
        reply.accept(
                world.plan.echoes
                        ? new WorldWire.Answer(202, around(ranges, call.number), 0, present.firsts.get(call.number))
                        : new WorldWire.Answer(202, ranges, 0, null));
    }

    /**
     * Returns the lowest range, and those that follow the one with a number, as a destination sends them to a source with a
     * restart oracle.
     */
    private List<Long> around(List<Long> ranges, long number) {
        int first = 0;
        while (first + 3 < ranges.size() && ranges.get(first + 1) < number) {
            first += 2;
        }
        if (ranges.size() <= 2 * world.mostRanges || first == 0) {
            return ranges;
        }
        List<Long> some = new ArrayList<>(ranges.subList(0, 2));
        some.addAll(ranges.subList(first, Math.min(ranges.size(), first + 2 * (world.mostRanges - 1))));
        return some;
    }

    /** Answers a request for an acknowledgement. */
    void ask(int source, int sequence, Consumer<WorldWire.Answer> reply) {
        if (world.holds(WorldFault.Kind.STALL)) {
            after(STALL_NANOS, () -> ask(source, sequence, reply));
        } else if (!knows(source, sequence)) {
            reply.accept(unknown());
        } else {
            reply.accept(new WorldWire.Answer(202, present(source).acknowledged.ranges(), 0, null));
        }
    }

    private interface Event extends BiFunction<Inbound<WorldCall>, Long, List<Act<WorldCall>>> {}

    private void change(Present present, Event event) {
        event.apply(present.inbound, world.time.nanoTime()).forEach(act -> carryOut(present, act));
        plan(present);
    }

    /** Plans the next check. It is the only one: a missed wake-up is not made up for. */
    private void plan(Present present) {
        if (!watching && !present.inbound.isEmpty()) {
            watching = true;
            after(WATCH_NANOS, this::watch);
        }
        OptionalLong look = present.inbound.nextLookAt();
        if (look.isEmpty()) {
            return;
        }
        long wait = look.getAsLong() - world.time.nanoTime();
        long at = world.time.sinceStart() + Math.max(0, wait);
        if (at < present.plannedAt) {
            present.plannedAt = at;
            after(wait, () -> {
                present.plannedAt = Long.MAX_VALUE;
                change(present, Inbound::look);
            });
        }
    }

    /**
     * Checks all sequences once a second, as production does, and requires that no check finds work that was not planned.
     */
    private void watch() {
        watching = false;
        for (Present present : List.copyOf(sequences.values())) {
            boolean planned = present.plannedAt <= world.time.sinceStart();
            List<Act<WorldCall>> acts = present.inbound.look(world.time.nanoTime());
            world.require(planned || acts.isEmpty(), () -> "the node has forgotten a wake-up of " + acts);
            acts.forEach(act -> carryOut(present, act));
            plan(present);
        }
    }

    private void carryOut(Present present, Act<WorldCall> act) {
        if (act instanceof Act.Deliver<WorldCall> due) {
            after(world.chance.nanos(1, 500), () -> deliver(present, due.message()));
        } else if (act instanceof Act.Note<WorldCall> due) {
            after(world.chance.nanos(10, 10_000), () -> note(present, due.message()));
        } else if (act instanceof Act.GiveUp<WorldCall> due) {
            after(world.chance.nanos(10, 10_000), () -> giveUp(present, due.message()));
        } else if (act instanceof Act.Release<WorldCall> left) {
            room.remove(left.message().content());
        } else if (act instanceof Act.ListGivenUp<WorldCall> listed) {
            list(present, listed.message());
        } else if (act instanceof Act.Resume<WorldCall> waited) {
            waited.request().run();
        }
    }

    private void deliver(Present present, Received<WorldCall> message) {
        WorldCall call = message.content();
        world.trace(() -> call + " is being delivered");
        if (isDatabaseDown()) {
            after(world.chance.nanos(100, 5_000_000), () -> end(present, message, Outcome.untried("no database")));
            return;
        }
        if (world.plan.nodeStore && !present.kept.undelivered.containsKey(call.number)) {
            end(present, message, Outcome.DELIVERED);
            return;
        }
        long took = world.holds(WorldFault.Kind.SERVICE_SLOW)
                ? world.chance.nanos(100_000, 60_000_000)
                : world.chance.nanos(10, 100_000);
        after(took, () -> serve(present, message));
    }

    private void serve(Present present, Received<WorldCall> message) {
        WorldCall call = message.content();
        if (world.holds(WorldFault.Kind.SERVICE_FAILS)
                || (world.mayFail() && world.chance.is(world.plan.serviceFails))) {
            end(present, message, Outcome.failed("on purpose"));
            return;
        }
        if (!world.plan.nodeStore) {
            world.effect(call);
            end(present, message, Outcome.DELIVERED);
            return;
        }
        boolean fails = isDatabaseDown() || (world.mayFail() && world.chance.oneIn(20));
        if (world.plan.joined) {
            // The work and the note are committed together, and the result may get lost.
            boolean done = !fails || world.chance.oneIn(3);
            if (done) {
                world.effect(call);
                present.kept.undelivered.remove(call.number);
            }
            end(present, message, fails ? Outcome.untried("the commit failed") : Outcome.DELIVERED);
            return;
        }
        world.effect(call);
        unnoted.add(call);
        after(world.chance.nanos(10, 10_000), () -> {
            if (fails) {
                end(present, message, Outcome.UNNOTED);
            } else {
                noted(present, call);
                end(present, message, Outcome.DELIVERED);
            }
        });
    }

    private void noted(Present present, WorldCall call) {
        present.kept.undelivered.remove(call.number);
        unnoted.remove(call);
    }

    private void end(Present present, Received<WorldCall> message, Outcome outcome) {
        world.trace(() -> message.content() + " ends: " + outcome);
        change(present, (inbound, now) -> inbound.ended(message, outcome, world.plan.policy, now));
    }

    private void note(Present present, Received<WorldCall> message) {
        if (isDatabaseDown() || (world.mayFail() && world.chance.oneIn(5))) {
            change(present, (inbound, now) -> inbound.postponed(message, now));
        } else {
            noted(present, message.content());
            change(present, (inbound, now) -> inbound.leave(message, Act.End.SETTLED, now));
        }
    }

    private void giveUp(Present present, Received<WorldCall> message) {
        if (isDatabaseDown() || (world.mayFail() && world.chance.oneIn(5))) {
            change(present, (inbound, now) -> inbound.postponed(message, now));
        } else {
            present.kept.givenUp.add(message.number());
            change(present, (inbound, now) -> inbound.givenUp(message, now));
        }
    }

    private void list(Present present, Received<WorldCall> message) {
        WorldCall call = message.content();
        world.trace(() -> call + " is given up by the node");
        room.remove(call);
        present.givenUp.put(message.number(), message);
    }

    /** Retries all messages that were given up, like an operator. */
    void retryAll() {
        for (Present present : List.copyOf(sequences.values())) {
            for (Received<WorldCall> message : List.copyOf(present.givenUp.values())) {
                world.trace(() -> message.content() + " is retried by an operator");
                message.content().retried = true;
                present.givenUp.remove(message.number());
                present.kept.givenUp.remove(message.number());
                change(present, (inbound, now) -> inbound.retry(message, now));
            }
        }
    }

    /** Follows the present messages. */
    void visit(Visits visits) {
        for (Present present : sequences.values()) {
            present.inbound.all().forEach(message -> visits.follow(message, message::state));
            present.givenUp.values().forEach(message -> visits.follow(message, message::state));
        }
    }

    boolean hasGivenUp(WorldCall call) {
        Present present = sequences.get(call.source);
        return present != null && present.givenUp.containsKey(call.number);
    }

    /** Returns the work that is still to be done, for a person to read; empty if there is none. */
    String rest() {
        StringBuilder rest = new StringBuilder();
        for (Present present : sequences.values()) {
            if (!present.inbound.isEmpty()) {
                rest.append("the node has not finished sequence ")
                        .append(present.source)
                        .append(": ");
                for (Received<WorldCall> message : present.inbound.all()) {
                    rest.append(message.content())
                            .append(' ')
                            .append(message.state())
                            .append("; ");
                }
            }
        }
        return rest.toString();
    }

    void check() {
        if (world.plan.inOrder) {
            for (Present present : sequences.values()) {
                long running = present.inbound.all().stream()
                        .filter(message -> message.state() == ReceivedState.RUNNING)
                        .count();
                world.require(
                        running <= 1, () -> "two messages of sequence " + present.source + " are delivered at once");
            }
        }
    }
}
