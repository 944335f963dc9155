package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.inbound.GivenUpMessages;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A process with a service, over a store that survives the process. Not thread-safe. */
final class WorldNode extends VirtualProcess {
    static final int ACCEPTED = 202;
    private static final int MOST_GIVEN_UP = 100;
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** The time after which a source asks again whether its sequence is unknown. */
    private static final long CONFIRM_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A sequence of a source, which counts them from 0. */
    record Key(int source, int sequence) implements Comparable<Key> {
        private static final Comparator<Key> ORDER =
                Comparator.comparingInt(Key::source).thenComparingInt(Key::sequence);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }

        @Override
        public String toString() {
            return "sequence " + source + "/" + sequence;
        }
    }

    private final Map<Key, WorldInbox.Kept> store = new TreeMap<>();
    /** The kernel's work for each open connection when the process dies. */
    private final List<Runnable> connections = new ArrayList<>();

    private final Map<Key, WorldInbox> sequences = new TreeMap<>();
    /** The messages that this process has given up, or an earlier one. */
    GivenUpMessages<WorldCall> givenUp = new GivenUpMessages<>(MOST_GIVEN_UP, MOST_GIVEN_UP);

    /** The calls that the service has carried out in this process and that are not in the store yet. */
    private final Set<WorldCall> unnoted = new HashSet<>();

    /** The sequences that exist. A node without a store forgets them when it dies. */
    private final Set<Key> known = new TreeSet<>();

    /** The sequences that their sources have left, since the node seemed to have forgotten them. */
    private final Set<Key> left = new TreeSet<>();

    private WorldAdmission admission;
    private long deniesSince = -1;
    private boolean watching;

    private WorldArrivals arrivals;

    WorldNode(World world) {
        super(world, "node");
        this.arrivals = new WorldArrivals(this);
        this.admission = new WorldAdmission(this, this::endIdle);
    }

    @Override
    void started() {
        if (life() == 0) {
            world.sources.forEach(source -> known.add(new Key(source.index, 0)));
        }
        store.keySet().forEach(key -> inbox(key).recover());
        known.forEach(key ->
                admission.recovered(key, !inbox(key).acknowledged.ranges().isEmpty()));
        left.forEach(this::endLater);
    }

    @Override
    void killed() {
        List.copyOf(connections).forEach(Runnable::run);
        connections.clear();
        unnoted.forEach(call -> call.mayRepeat = true);
        unnoted.clear();
        if (world.plan.forgets > 0) {
            world.forgotten();
            store.clear();
            known.clear();
            left.clear();
        }
        sequences.clear();
        givenUp = new GivenUpMessages<>(MOST_GIVEN_UP, MOST_GIVEN_UP);
        admission = new WorldAdmission(this, this::endIdle);
        arrivals = new WorldArrivals(this);
        watching = false;
    }

    /** Returns whether acknowledgements of messages are withheld until these are delivered. */
    boolean withholds(Key key) {
        return !inbox(key).inbound.withheld().isEmpty();
    }

    private WorldInbox inbox(Key key) {
        return sequences.computeIfAbsent(
                key, absent -> new WorldInbox(this, key, store.computeIfAbsent(key, none -> new WorldInbox.Kept())));
    }

    void connected(Runnable reset) {
        connections.add(reset);
    }

    boolean isDatabaseDown() {
        return world.plan.nodeStore && world.holds(WorldFault.Kind.DATABASE_DOWN);
    }

    void unnoted(WorldCall call) {
        unnoted.add(call);
    }

    void noted(WorldCall call) {
        unnoted.remove(call);
    }

    /** Creates a sequence of a source, which has left the former one. */
    void create(Key key) {
        world.trace(() -> "the node creates " + key);
        known.add(key);
        admission.add(key);
    }

    /** Returns whether the node creates a further sequence of a source. */
    boolean admits(int source) {
        return admission.admits(source);
    }

    private void endIdle(Key key) {
        world.trace(() -> key + " is ended, since it is idle");
        inbox(key).close();
        terminate(key);
        overtaken(key);
    }

    /** Forgets a sequence, of which accepted messages are still delivered. */
    void terminate(Key key) {
        known.remove(key);
    }

    /** Closes the last sequence of a source, like an operator. */
    void closeLast(int source) {
        known.stream().filter(key -> key.source() == source).reduce((a, b) -> b).ifPresent(last -> {
            if (close(last) == null) {
                after(STALL_NANOS, () -> closeLast(source));
            } else {
                overtaken(last);
            }
        });
    }

    /** Notes that what the node has accepted in a sequence overtakes the rest. */
    void overtaken(Key key) {
        world.ended(key, inbox(key).acknowledged::contains);
    }

    /** Closes a sequence; returns null if a message of it is being accepted. */
    WorldWire.@Nullable Answer close(Key key) {
        if (!known.contains(key)) {
            return unknown();
        }
        if (denies()) {
            overtaken(key);
            left.add(key);
            endLater(key);
            return unknown();
        }
        WorldInbox inbox = inbox(key);
        if (!inbox.inbound.end()) {
            return null;
        }
        world.trace(() -> key + " is closed");
        inbox.close();
        return inbox.acknowledgement();
    }

    /** Ends a sequence that its source has left, when it has been idle. */
    private void endLater(Key key) {
        after(PATIENCE, () -> {
            left.remove(key);
            inbox(key).close();
            terminate(key);
        });
    }

    private boolean denies() {
        return deniesSince >= 0 && world.time.sinceStart() - deniesSince < world.plan.deniesForNanos;
    }

    private boolean beginsToDeny(WorldInbox inbox, long number) {
        long now = world.time.sinceStart();
        boolean begins = deniesSince < 0
                && world.plan.deniesForNanos > 0
                && now >= world.plan.deniesFromNanos
                && inbox.acknowledged.contains(number);
        if (begins) {
            world.trace(() -> "the node reports its sequences as unknown");
            deniesSince = now;
        }
        return begins;
    }

    /** Returns whether the node has denied its sequences for so long that a source believes it. */
    boolean hasDenied() {
        long now = world.time.sinceStart();
        return deniesSince >= 0 && Math.min(now - deniesSince, world.plan.deniesForNanos) >= CONFIRM_NANOS;
    }

    private WorldWire.Answer unknown() {
        return world.plan.forgetsSilently ? empty() : WorldWire.Answer.refused(Code.UNKNOWN);
    }

    /** Returns an answer without an acknowledgement. */
    static WorldWire.Answer empty() {
        return new WorldWire.Answer(ACCEPTED, null, 0, null);
    }

    /** Takes a copy of a message that has come. */
    void receive(Key key, WorldCall call, long number, Attempt attempt, Consumer<WorldWire.Answer> reply) {
        if (world.holds(WorldFault.Kind.BUSY)) {
            reply.accept(refusal(world.plan.retryAfterSeconds));
        } else if (world.holds(WorldFault.Kind.STALL)) {
            after(STALL_NANOS, () -> receive(key, call, number, attempt, reply));
        } else if (world.holds(WorldFault.Kind.UNREADY)) {
            // To a caller that waits for an answer, an empty one would be a failure.
            reply.accept(isAwaited(call) ? refusal(1) : empty());
        } else if (!known.contains(key)) {
            reply.accept(isAwaited(call) ? WorldWire.Answer.refused(Code.UNKNOWN) : unknown());
        } else if (denies() || beginsToDeny(inbox(key), number)) {
            reply.accept(WorldWire.Answer.refused(Code.UNKNOWN));
        } else {
            admission.used(key);
            arrivals.receive(inbox(key), call, number, attempt, reply);
        }
    }

    static WorldWire.Answer refusal(int retryAfterSeconds) {
        return new WorldWire.Answer(503, null, retryAfterSeconds, null);
    }

    boolean knows(Key key) {
        return known.contains(key);
    }

    boolean isAwaited(WorldCall call) {
        return world.plan.answers && call.awaited;
    }

    /** Answers a request for an acknowledgement. */
    void ask(Key key, Consumer<WorldWire.Answer> reply) {
        if (world.holds(WorldFault.Kind.STALL)) {
            after(STALL_NANOS, () -> ask(key, reply));
        } else if (world.holds(WorldFault.Kind.UNREADY)) {
            reply.accept(empty());
        } else {
            boolean told = known.contains(key) && !denies();
            reply.accept(told ? inbox(key).acknowledgement() : unknown());
        }
    }

    /** Has all sequences checked once a second, as production does. */
    void watchSoon() {
        if (!watching) {
            watching = true;
            after(WATCH_NANOS, () -> {
                watching = false;
                List.copyOf(sequences.values()).forEach(WorldInbox::watch);
            });
        }
    }

    /** Retries all messages that were given up, like an operator. */
    void retryAll() {
        sequences
                .values()
                .forEach(inbox -> givenUp.all().stream()
                        .filter(entry -> entry.id().sequence().equals(inbox.key.toString()) && givenUp.take(entry.id()))
                        .forEach(entry -> inbox.retry(entry.message())));
    }

    /** Follows the present messages. */
    void visit(Visits visits) {
        sequences.values().forEach(inbox -> inbox.visit(visits));
        givenUp.all().forEach(entry -> visits.follow(entry.message(), entry.message()::state));
    }

    boolean hasGivenUp(WorldCall call) {
        return givenUp.all().stream().anyMatch(entry -> entry.message().content() == call);
    }

    /** Returns the work that is still to be done, for a person to read; empty if there is none. */
    String rest() {
        StringBuilder rest = new StringBuilder();
        sequences.values().forEach(inbox -> rest.append(inbox.rest()));
        return rest.toString();
    }

    void check() {
        sequences.values().forEach(WorldInbox::check);
        // What an earlier process has accepted takes no room.
        if (world.plan.room < world.plan.calls && world.plan.nodeKills == 0) {
            long held =
                    sequences.values().stream().mapToLong(WorldInbox::inRoom).sum();
            world.require(
                    held <= world.plan.room + sequences.size(), () -> "the node has taken in " + held + " messages");
        }
    }
}
