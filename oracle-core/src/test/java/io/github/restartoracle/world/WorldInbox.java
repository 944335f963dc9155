package io.github.restartoracle.world;

import io.github.restartoracle.internal.inbound.AcceptedSet;
import io.github.restartoracle.internal.inbound.Act;
import io.github.restartoracle.internal.inbound.GivenUpMessages;
import io.github.restartoracle.internal.inbound.Inbound;
import io.github.restartoracle.internal.inbound.Outcome;
import io.github.restartoracle.internal.inbound.Outcomes;
import io.github.restartoracle.internal.inbound.Received;
import io.github.restartoracle.internal.inbound.ReceivedState;
import io.github.restartoracle.internal.inbound.Room;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.status.MessageId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A sequence in a process of the node: the receiving machine of production, and its service. Not thread-safe. */
final class WorldInbox {
    /** The stored state of a sequence. Without a store it is lost with the process, which is not killed then. */
    static final class Kept {
        final NavigableSet<Long> accepted = new TreeSet<>();
        /** The messages that are accepted and not noted as delivered. */
        final NavigableMap<Long, WorldCall> undelivered = new TreeMap<>();

        final Set<Long> givenUp = new HashSet<>();
        boolean closed;
    }

    /** The transmission of a message that has arrived first. */
    private record First(int attempt, long sinceNanos) {}

    interface Event extends BiFunction<Inbound<WorldCall>, Long, List<Act<WorldCall>>> {}

    final WorldNode.Key key;
    /** The numbers that are acknowledged, as CXF does it: those that are noted after they were stored. */
    final AcceptedSet acknowledged = new AcceptedSet();

    final Inbound<WorldCall> inbound;
    private final Map<Long, First> firsts = new HashMap<>();
    /** The numbers of times that the service has refused messages. */
    private final Map<Long, Integer> refusals = new HashMap<>();

    /** The messages of which a delivery has ended. */
    private final Set<Long> tried = new HashSet<>();

    private final WorldNode node;
    private final World world;
    private final Kept kept;
    /** The times of the checks that are planned. */
    private final NavigableSet<Long> looks = new TreeSet<>();

    WorldInbox(WorldNode node, WorldNode.Key key, Kept kept) {
        this.node = node;
        this.world = node.world;
        this.key = key;
        this.kept = kept;
        acknowledged.addAll(kept.accepted);
        if (kept.closed) {
            acknowledged.close();
        }
        this.inbound = new Inbound<>(world.plan.inOrder, world.plan.assurance, world.plan.threads, acknowledged);
    }

    /** Goes on with the messages that an earlier process has not delivered. */
    void recover() {
        kept.undelivered.forEach((number, call) -> {
            if (kept.givenUp.contains(number)) {
                list(Received.givenUp(number, call));
            } else {
                inbound.recover(number, call, world.time.nanoTime());
            }
        });
        change(Inbound::look);
    }

    /** Accepts no other message; those behind a missing one are delivered. */
    void close() {
        kept.closed = true;
        // Stores may have failed for their callers only: such messages are delivered by the next process.
        kept.undelivered.forEach((number, call) -> call.mayRepeat |= !acknowledged.contains(number));
        acknowledged.close();
        inbound.all().forEach(message -> message.content().unsafe = false);
        inbound.endNoted();
        change(Inbound::look);
    }

    /** Stores a message that has arrived, unless the store fails. */
    Stored store(Received<WorldCall> message) {
        boolean down = node.isDatabaseDown();
        boolean fails = down || (world.plan.nodeStore && world.mayFail() && world.chance.oneIn(20));
        // A commit may have succeeded although it has failed for its caller, who has connected before.
        boolean inDoubt = fails && !(down && world.chance.oneIn(2));
        boolean succeeds = !fails || (inDoubt && world.chance.oneIn(2));
        if (succeeds && kept.accepted.add(message.number())) {
            kept.undelivered.put(message.number(), message.content());
            message.content().inDoubt = fails;
            world.accepted(message.content());
        }
        return !fails ? Stored.YES : inDoubt ? Stored.MAYBE : Stored.NO;
    }

    /** The outcome of a write, as the node sees it. */
    enum Stored {
        YES,
        NO,
        MAYBE
    }

    /** Adds a message to the acknowledged ones. */
    void count(Received<WorldCall> message, boolean unsafe) {
        if (unsafe) {
            inbound.withhold(message);
        } else {
            inbound.acknowledge(message.number());
        }
        acknowledged.add(message.number());
    }

    /** Records that a message is stored. */
    void accepted(Received<WorldCall> message, int attempt, long sinceNanos, boolean last) {
        long number = message.number();
        message.content().unsafe = last;
        firsts.put(number, new First(attempt, sinceNanos));
        change((machine, now) -> machine.accepted(message, now));
    }

    /** Returns whether this process has delivered a message, or has failed to. */
    boolean wasTried(long number) {
        return tried.contains(number);
    }

    /** Returns whether this process has accepted a message. */
    boolean isAcceptedHere(long number) {
        return firsts.containsKey(number);
    }

    /**
     * Returns the echo of a message in an answer that is sent now; null if this process has not accepted the message. The time for
     * which a transmission is held includes its delivery, where that comes before the answer: no round trip is measured over it.
     */
    WorldWire.@Nullable Echoed echo(long number) {
        First first = firsts.get(number);
        return first == null
                ? null
                : new WorldWire.Echoed(number, new Echo(first.attempt(), world.time.nanoTime() - first.sinceNanos()));
    }

    /** Has an event of the machine happen. Only what it announces is planned: a missed wake-up is not made up for. */
    void change(Event event) {
        event.apply(inbound, world.time.nanoTime()).forEach(this::carryOut);
        if (!inbound.isEmpty()) {
            node.watchSoon();
        }
    }

    /** Requires that a check finds no work that was not announced. */
    void watch() {
        boolean planned = !looks.isEmpty() && looks.first() <= world.time.sinceStart();
        List<Act<WorldCall>> acts = inbound.watch(world.time.nanoTime());
        boolean idle = acts.stream().allMatch(act -> act instanceof Act.LookAt<WorldCall>);
        world.require(
                inbound.missedWakeUps() == 0 && (planned || idle), () -> "the node has forgotten a wake-up of " + acts);
        acts.forEach(this::carryOut);
        if (!inbound.isEmpty()) {
            node.watchSoon();
        }
    }

    private void carryOut(Act<WorldCall> act) {
        if (act instanceof Act.Deliver<WorldCall> due) {
            node.after(world.chance.nanos(1, 500), () -> deliver(due.message()));
        } else if (act instanceof Act.Note<WorldCall> due) {
            node.after(world.chance.nanos(10, 10_000), () -> note(due.message()));
        } else if (act instanceof Act.GiveUp<WorldCall> due) {
            node.after(world.chance.nanos(10, 10_000), () -> giveUp(due.message()));
        } else if (act instanceof Act.ListGivenUp<WorldCall> listed) {
            world.trace(() -> listed.message().content() + " is given up by the node");
            list(listed.message());
        } else if (act instanceof Act.Resume<WorldCall> waited) {
            waited.request().run();
        } else if (act instanceof Act.LookAt<WorldCall> due) {
            long at = world.time.sinceStart() + due.nanos() - world.time.nanoTime();
            looks.add(at);
            node.after(due.nanos() - world.time.nanoTime(), () -> {
                looks.remove(at);
                change(Inbound::look);
            });
        }
    }

    private void deliver(Received<WorldCall> message) {
        WorldCall call = message.content();
        world.trace(() -> call + " is being delivered");
        if (node.isDatabaseDown()) {
            node.after(world.chance.nanos(100, 5_000_000), () -> end(message, Outcomes.untried("no database")));
            return;
        }
        if (world.plan.nodeStore && !kept.undelivered.containsKey(message.number())) {
            end(message, Outcomes.DELIVERED);
            return;
        }
        node.after(serviceNanos(), () -> serve(message));
    }

    private void serve(Received<WorldCall> message) {
        WorldCall call = message.content();
        if (fails()) {
            end(message, Outcomes.failed("on purpose"));
            return;
        }
        if (!world.plan.nodeStore) {
            world.effect(call, key.sequence());
            end(message, Outcomes.DELIVERED);
            return;
        }
        boolean fails = node.isDatabaseDown() || (world.mayFail() && world.chance.oneIn(20));
        if (world.plan.joined) {
            // The work and the note are committed together, and the result may get lost.
            boolean done = !fails || world.chance.oneIn(3);
            if (done) {
                world.effect(call, key.sequence());
                kept.undelivered.remove(message.number());
            }
            end(message, fails ? Outcomes.untried("the commit failed") : Outcomes.DELIVERED);
            return;
        }
        world.effect(call, key.sequence());
        node.unnoted(call);
        node.after(world.chance.nanos(10, 10_000), () -> {
            if (fails) {
                end(message, Outcomes.UNNOTED);
            } else {
                noted(message);
                end(message, Outcomes.DELIVERED);
            }
        });
    }

    WorldWire.Answer acknowledgement() {
        return new WorldWire.Answer(WorldNode.ACCEPTED, ranges(), 0, null).withFinal(acknowledged.isClosed());
    }

    /** Returns the ranges that are acknowledged to the source. */
    List<Long> ranges() {
        AcceptedSet safe = new AcceptedSet();
        acknowledged.numbers().stream()
                .filter(number -> !inbound.withheld().contains(number))
                .forEach(safe::add);
        return safe.ranges();
    }

    /** Has a message acknowledged, whose source has sent it again. */
    void copied(long number, WorldCall call) {
        call.unsafe = false;
        inbound.acknowledge(number);
    }

    /** Delivers a copy beside its message. */
    void deliverBeside(WorldCall call, Room room) {
        world.repeated(call);
        node.after(serviceNanos(), () -> room.giveBack(1));
    }

    /** Delivers a one-way message in its request, which is answered after that. */
    void deliverFirst(Received<WorldCall> message, Runnable answers) {
        WorldCall call = message.content();
        world.trace(() -> call + " is being delivered before its request is answered");
        node.after(serviceNanos(), () -> {
            boolean fails = fails();
            if (!fails) {
                world.effect(call, key.sequence());
            }
            call.unsafe = false;
            inbound.acknowledge(message.number());
            end(message, fails ? Outcomes.failed("on purpose") : Outcomes.DELIVERED);
            answers.run();
        });
    }

    /** Delivers a message in its request. A fault of the service is its answer. */
    void invoke(Received<WorldCall> message, Runnable answers) {
        WorldCall call = message.content();
        world.trace(() -> call + " is being delivered by its request");
        node.after(serviceNanos(), () -> {
            if (fails()) {
                call.faulted = true;
            } else {
                world.effect(call, key.sequence());
                node.unnoted(call);
            }
            boolean notes = !node.isDatabaseDown() && !(world.mayFail() && world.chance.oneIn(20));
            if (notes) {
                noted(message);
            }
            end(message, notes ? Outcomes.DELIVERED : Outcomes.UNNOTED);
            answers.run();
        });
    }

    private long serviceNanos() {
        return world.holds(WorldFault.Kind.SERVICE_SLOW)
                ? world.chance.nanos(100_000, 60_000_000)
                : world.chance.nanos(10, 100_000);
    }

    private boolean fails() {
        return world.holds(WorldFault.Kind.SERVICE_FAILS)
                || (world.mayFail() && world.chance.is(world.plan.serviceFails));
    }

    private void noted(Received<WorldCall> message) {
        kept.undelivered.remove(message.number());
        node.noted(message.content());
    }

    private void end(Received<WorldCall> message, Outcome outcome) {
        world.trace(() -> message.content() + " ends: " + outcome);
        tried.add(message.number());
        if (outcome.kind() == Outcome.Kind.FAILED) {
            refusals.merge(message.number(), 1, Integer::sum);
        }
        change((machine, now) -> machine.ended(message, outcome, world.plan.policy, now));
    }

    private void note(Received<WorldCall> message) {
        if (node.isDatabaseDown() || (world.mayFail() && world.chance.oneIn(5))) {
            change((machine, now) -> machine.postponed(message, now));
        } else {
            noted(message);
            change((machine, now) -> machine.leave(message, Act.End.SETTLED, now));
        }
    }

    private void giveUp(Received<WorldCall> message) {
        WorldCall call = message.content();
        int refused = refusals.getOrDefault(message.number(), 0);
        world.require(
                refused == world.plan.policy.mostRetries() + 1 || call.retried || world.plan.nodeKills > 0,
                () -> call + " is given up after " + refused + " refusals");
        if (node.isDatabaseDown() || (world.mayFail() && world.chance.oneIn(5))) {
            change((machine, now) -> machine.postponed(message, now));
        } else {
            kept.givenUp.add(message.number());
            change((machine, now) -> machine.givenUp(message, now));
        }
    }

    private void list(Received<WorldCall> message) {
        MessageId id = new MessageId(key.toString(), message.number());
        List<GivenUpMessages.Entry<WorldCall>> dropped = node.givenUp.add(new GivenUpMessages.Entry<>(
                id, message, message.attempts(), message.failure(), world.time.nanoTime(), !world.plan.nodeStore));
        world.require(dropped.isEmpty(), () -> "the list of messages that were given up has no room for " + id);
    }

    /** Retries a message that was given up, like an operator. */
    void retry(Received<WorldCall> message) {
        world.trace(() -> message.content() + " is retried by an operator");
        message.content().retried = true;
        kept.givenUp.remove(message.number());
        change((machine, now) -> machine.retry(message, now));
    }

    /** Returns the number of messages that have room; in order, the next one of the sequence needs none. */
    long inRoom() {
        return inbound.all().stream()
                .filter(message -> message.kind() == Received.Kind.ONE_WAY && !message.content().retried)
                .count();
    }

    /** Follows the present messages. */
    void visit(Visits visits) {
        inbound.all().forEach(message -> visits.follow(message, message::state));
    }

    /** Returns the work that is still to be done, for a person to read; empty if there is none. */
    String rest() {
        if (inbound.isEmpty()) {
            return "";
        }
        StringBuilder rest = new StringBuilder("the node has not finished " + key + ": ");
        for (Received<WorldCall> message : inbound.all()) {
            rest.append(message.content()).append(' ').append(message.state()).append("; ");
        }
        return rest.toString();
    }

    void check() {
        int most = world.plan.inOrder ? 1 : world.plan.threads;
        long running = inbound.all().stream()
                .filter(message -> message.state() == ReceivedState.RUNNING)
                .count();
        world.require(running <= most, () -> running + " messages of " + key + " are delivered at once");
    }
}
