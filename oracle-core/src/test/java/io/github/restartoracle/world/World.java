package io.github.restartoracle.world;

import io.github.restartoracle.internal.inbound.Assurance;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.settings.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sources that make calls, a node with a service, and a link between them, all of which fail according to the {@link Plan}
 * of a seed: production's machines in virtual time. The same seed gives the same world.
 *
 * <p>The invariants after every event: the results that applications were told are true, and no count is out of its range.
 * When the faults are over, all calls come to an end without a new call, and later calls are delivered. Not thread-safe.
 */
final class World {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /**
     * The time after the faults. The kernel waits for at most two minutes, an oracle for one, and a stalled request is
     * tried again after that.
     */
    private static final long CALM = TimeUnit.MINUTES.toNanos(20);

    /** The number of calls of a source after that. Only the last one must be delivered if a time limit gives up the others. */
    private static final int LATER_CALLS = 4;

    private static final int MOST_IN_A_SECOND = 100;
    private static final long MOST_EVENTS = 1_000_000;
    private static final int MOST_LINES = Integer.getInteger("lines", 400);
    private static final int MOST_FRAMES = 12;
    private static final OracleCatalog CATALOG = OracleCatalog.load();
    private static final Map<String, OracleFactory> ORACLES = new ConcurrentHashMap<>();

    /** Thrown when an invariant is broken. */
    static final class BrokenException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BrokenException(String what) {
            super(what);
        }
    }

    private final long seed;
    final Chance chance;
    /** The number of ranges above which an answer leaves some out. */
    final int mostRanges;

    final Plan plan;
    final WorldTime time;
    final WorldNode node;
    /** The room of all sources together; null if each has its own. */
    final @Nullable SharedWindow shared;

    final List<WorldSource> sources = new ArrayList<>();
    final List<WorldCall> calls = new ArrayList<>();
    /** The times of the last calls that took effect in order, by source and sequence. */
    private final Map<Integer, NavigableMap<Integer, Long>> lastCalls = new HashMap<>();

    private final @Nullable List<String> timeline;
    final Visits visits = new Visits();
    private final Set<WorldCall> accepted = new HashSet<>();
    private long events;
    private long turns;

    private World(long seed, @Nullable List<String> timeline) {
        this.seed = seed;
        this.timeline = timeline;
        Chance drawing = new Chance(seed);
        this.plan = new Plan(seed, drawing);
        this.chance = new Chance(drawing.any());
        this.mostRanges = drawing.oneOf(List.of(2, 4, 1_000));
        this.time = new WorldTime(chance.oneOf(List.of(0L, -5 * SECOND, Long.MAX_VALUE - 20 * SECOND, chance.any())));
        this.node = new WorldNode(this);
        this.shared = plan.sharedInFlight == 0 ? null : new SharedWindow(plan.sharedInFlight, Long.MAX_VALUE);
        for (int i = 0; i < plan.sources; i++) {
            sources.add(new WorldSource(this, i));
        }
    }

    /** The result of a world. */
    record End(long events, long virtualNanos, Plan plan, Map<String, Integer> transitions) {}

    /**
     * Runs a world to its end.
     *
     * @throws BrokenException with the seed, and the events that led to it
     */
    static End run(long seed) {
        try {
            return new World(seed, null).run();
        } catch (RuntimeException e) {
            List<String> timeline = new ArrayList<>();
            World again = new World(seed, timeline);
            try {
                again.run();
            } catch (RuntimeException same) {
                String story =
                        String.join("\n", timeline.subList(Math.max(0, timeline.size() - MOST_LINES), timeline.size()));
                throw new BrokenException(
                        "seed " + seed + ": " + what(same) + "\n" + frames(same) + again.plan + "\n" + story);
            }
            throw new BrokenException("seed " + seed + " is not the same a second time, after: " + e);
        }
    }

    private static String what(RuntimeException thrown) {
        return thrown instanceof BrokenException ? String.valueOf(thrown.getMessage()) : thrown.toString();
    }

    /** Returns the frames of an exception of production. */
    private static String frames(RuntimeException thrown) {
        return thrown instanceof BrokenException
                ? ""
                : Arrays.stream(thrown.getStackTrace())
                        .limit(MOST_FRAMES)
                        .map(frame -> "    at " + frame + "\n")
                        .collect(Collectors.joining());
    }

    private End run() {
        time.after(0, node::start);
        sources.forEach(source -> time.after(0, source::start));
        WorldSchedule schedule = new WorldSchedule(this);
        schedule.begin();
        runUntil(plan.endNanos + CALM);
        checkEnd();
        for (int i = 0; i < LATER_CALLS; i++) {
            for (WorldSource source : sources) {
                schedule.call(source, new WorldCall(source.index, plan.calls + i), 1);
            }
            runUntil(time.sinceStart() + CALM);
        }
        checkEnd();
        for (WorldCall call : calls) {
            require(
                    call.id < plan.calls + LATER_CALLS - 1
                            || call.effects > 0
                            || call.faulted
                            || (call.awaited && call.state == WorldCall.State.FAILED)
                            || (call.givenUp && plan.mayGiveUpEachCall()),
                    () -> call + " is not delivered, though all faults have long been over");
        }
        return new End(events, time.sinceStart(), plan, visits.counts());
    }

    private void runUntil(long endSinceStart) {
        while (time.step(endSinceStart)) {
            check();
            node.visit(visits);
            sources.forEach(source -> source.visit(visits));
            visits.look();
        }
    }

    /** Lets the node acknowledge over a connection of its own. */
    void acknowledge(WorldNode.Key sequence, WorldWire.Answer answer) {
        WorldSource source = sources.get(sequence.source());
        if (source.isUp()) {
            source.acknowledgeOver(sequence, answer);
        }
    }

    /** Returns whether failures by chance may occur; they end with the faults. */
    boolean mayFail() {
        return time.sinceStart() < plan.endNanos;
    }

    boolean holds(WorldFault.Kind kind) {
        return plan.holds(kind, time.sinceStart());
    }

    OracleFactory oracles() {
        return ORACLES.computeIfAbsent(plan.oracle, name -> CATALOG.factory(Settings.of(Map.of("oracle", name))));
    }

    void trace(Supplier<String> what) {
        if (timeline != null) {
            timeline.add(String.format(Locale.ROOT, "%12.6f  %s", time.sinceStart() / 1e9, what.get()));
        }
    }

    void require(boolean holds, Supplier<String> otherwise) {
        if (!holds) {
            throw new BrokenException(otherwise.get());
        }
    }

    /** Records that the node has stored a message and will acknowledge it. */
    void accepted(WorldCall call) {
        require(call.state != WorldCall.State.FAILED, () -> call + " failed, and is accepted");
        accepted.add(call);
    }

    /** Requires that a message that the source takes for acknowledged was accepted. */
    void requireAccepted(WorldCall call) {
        require(accepted.contains(call), () -> call + " is acknowledged and was never accepted");
    }

    /** Requires that nothing of a source is left for which it needs its sequences. */
    void requireDone(WorldSource source) {
        for (WorldCall call : calls) {
            require(
                    call.source != source.index
                            || call.state == WorldCall.State.FAILED
                            || (call.state == WorldCall.State.CALLED && call.began != source.life())
                            || call.settled
                            || call.discarded,
                    () -> source.name + " ends its client with " + call);
        }
    }

    long nextTurn() {
        return ++turns;
    }

    /**
     * Records that the node has ended a sequence: what it has accepted may be sent again in another one, and overtakes what is
     * missing.
     *
     * @param acknowledged tells which messages the node acknowledges
     */
    void ended(WorldNode.Key sequence, LongPredicate acknowledged) {
        List<WorldCall> numbered = calls.stream()
                .filter(call -> call.source == sequence.source() && call.sequence == sequence.sequence())
                .toList();
        long last = 0;
        for (WorldCall call : numbered) {
            if (call.inDoubt || acknowledged.test(call.number)) {
                call.mayRepeat |= !call.settled && (call.inDoubt || !plan.atMostOnce);
                last = Math.max(last, call.turn);
            }
        }
        for (WorldCall call : numbered) {
            call.overtaken |= call.turn < last && !acknowledged.test(call.number);
        }
    }

    /** Records that the node is about to lose all that it has, those that it has given up with it. */
    void forgotten() {
        for (WorldCall call : accepted) {
            call.overtaken |= node.hasGivenUp(call);
            call.mayRepeat |= !plan.atMostOnce;
            call.lost |= call.effects == 0 && !call.unsafe;
            call.unsafe = false;
        }
    }

    /** Records that a call gets a number again: the third time in a minute it had to wait. */
    void moved(WorldCall call) {
        int moves = call.movedNanos.size();
        require(
                moves < 3 || time.sinceStart() - call.movedNanos.get(moves - 3) >= 60 * SECOND,
                () -> call + " has moved three times within a minute");
    }

    /** Records that a call is transmitted: a path that is down is tried some tens of times in a second. */
    void dispatched(WorldCall call) {
        call.dispatchedNanos.addLast(time.sinceStart());
        require(
                call.dispatchedNanos.size() <= MOST_IN_A_SECOND
                        || time.sinceStart() - call.dispatchedNanos.removeFirst() >= SECOND,
                () -> call + " is transmitted more than " + MOST_IN_A_SECOND + " times within a second");
    }

    /** Records that the service has carried out a call. */
    void effect(WorldCall call, int sequence) {
        trace(() -> call + " takes effect");
        require(call.state != WorldCall.State.FAILED, () -> call + " failed, and is delivered");
        require(call.effects == 0 || call.mayRepeat, () -> call + " takes effect twice");
        boolean skipped = call.givenUp || call.overtaken || node.hasGivenUp(call);
        if (plan.inOrder && call.effects == 0 && !skipped && !call.retried && !call.awaited) {
            // What was accepted in a former sequence may be overtaken while the service fails.
            NavigableMap<Integer, Long> calls = lastCalls.computeIfAbsent(call.source, source -> new TreeMap<>());
            Map.Entry<Integer, Long> former = calls.floorEntry(sequence);
            long last = former == null ? 0 : former.getValue();
            require(
                    last <= call.returnedNanos,
                    () -> call + " had returned at " + call.returnedNanos + ", and comes after a call of " + last);
            calls.put(sequence, Math.max(last, call.calledNanos));
        }
        call.effects++;
    }

    /** Records that a copy of a call is delivered beside it: in no order, and after the call has left the node. */
    void repeated(WorldCall call) {
        trace(() -> "a copy of " + call + " is delivered");
        require(
                plan.assurance == Assurance.AT_LEAST_ONCE
                        && !plan.inOrder
                        && (call.effects > 0 || node.hasGivenUp(call)),
                () -> "a copy of " + call + " is delivered");
    }

    private void check() {
        require(++events < MOST_EVENTS, () -> "it does not come to rest");
        node.check();
        sources.forEach(WorldSource::check);
    }

    private void checkEnd() {
        String rest = node.rest() + sources.stream().map(WorldSource::rest).collect(Collectors.joining());
        for (WorldCall call : calls) {
            if (call.state == WorldCall.State.RETURNED) {
                require(
                        call.effects > 0 || call.faulted || call.givenUp || call.lost || node.hasGivenUp(call),
                        () -> call + " has returned, and is neither delivered nor given up: " + rest);
            }
        }
        require(rest.isEmpty(), () -> rest);
        int inFlight = sources.stream().mapToInt(WorldSource::inFlight).sum();
        require(
                shared == null || inFlight >= plan.sharedInFlight || shared.hasRoomFor(0),
                () -> "only " + inFlight + " attempts have the room that the sources share");
        for (WorldCall call : calls) {
            require(
                    !plan.answers
                            || !plan.echoes
                            || !call.awaited
                            || call.state != WorldCall.State.RETURNED
                            || call.answered
                            || call.left
                            || call.recovered
                            || call.givenUp,
                    () -> call + " is delivered, and its caller has no answer");
        }
        for (WorldSource source : sources) {
            source.requireBound();
            long missed = source.missedWakeUps();
            require(missed == 0, () -> source.name + " has forgotten " + missed + " wake-ups");
        }
    }

    @Override
    public String toString() {
        return "world of seed " + seed;
    }
}
