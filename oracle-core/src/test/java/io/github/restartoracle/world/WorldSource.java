package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.oracle.CopyBound;
import io.github.restartoracle.internal.outbound.ClientLife;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.PathSettings;
import io.github.restartoracle.internal.outbound.Payloads;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.path.CanaryConfig;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A process that makes calls: the path of production, over a store that survives the process. Not thread-safe. */
final class WorldSource extends VirtualProcess {
    private static final long CALL_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    final int index;
    final WorldStore store = new WorldStore();
    final WorldOperator operator;
    private final WorldActs acts = new WorldActs(this);
    private ClientLife client = new ClientLife();
    private boolean closed;
    private boolean ended;
    private @Nullable Path<WorldCall> path;
    private @Nullable WorldSequences sequences;
    private @Nullable WorldWire wire;
    private @Nullable CopyBound bound;
    private long dueAt = Long.MAX_VALUE;
    long missedWakeUps;

    WorldSource(World world, int index) {
        super(world, "source " + index);
        this.index = index;
        this.operator = new WorldOperator(this);
    }

    @Override
    void started() {
        Plan plan = world.plan;
        client = new ClientLife();
        closed = false;
        ended = false;
        PathSettings settings = new PathSettings(
                plan.oracle,
                bounded(world.oracles()),
                0,
                plan.giveUpAfter,
                plan.maxInFlight,
                Long.MAX_VALUE,
                true,
                plan.keepsCallerOrder,
                null);
        Path<WorldCall> fresh = new Path<>(
                new PathName("endpoint", "http://destination"),
                settings,
                PathResources.withoutThreads(world.time),
                world.shared == null ? new SharedWindow(plan.maxInFlight, Long.MAX_VALUE) : world.shared,
                new Payloads<>() {
                    @Override
                    public WorldCall withoutNumber(WorldCall call) {
                        return call;
                    }

                    @Override
                    public ClientLife client(WorldCall call) {
                        return client;
                    }
                },
                acts::carryOut);
        path = fresh;
        wire = new WorldWire(this);
        WorldSequences begun = new WorldSequences(this, fresh, this::transmitSoon);
        sequences = begun;
        begun.begin(life() == 0);
        changed();
    }

    /** Wraps an oracle in a check of its guarantees, if it has any. */
    private OracleFactory bounded(OracleFactory oracles) {
        if (!world.plan.oracle.equals("canary")) {
            return oracles;
        }
        return () -> {
            CopyBound held = new CopyBound(
                    oracles.pathOracle(),
                    CanaryConfig.ofDefaults(),
                    () -> store.unresolved().size());
            bound = held;
            return held;
        };
    }

    /** Fails if the oracle has made more copies than it guarantees. */
    void requireBound() {
        if (bound != null) {
            bound.require();
        }
    }

    @Override
    void killed() {
        requireBound();
        bound = null;
        if (path != null) {
            missedWakeUps += path.status(now()).missedWakeUps();
        }
        path = null;
        sequences = null;
        wire = null;
        dueAt = Long.MAX_VALUE;
    }

    /**
     * Makes a call of an application: its message is numbered and stored, then the call returns, then the message is
     * transmitted.
     */
    void call(WorldCall call, int caller) {
        world.trace(() -> call + " by caller " + caller);
        client.hold();
        call.awaited = world.plan.awaitsNanos > 0 && call.id % world.plan.awaitsEach == 0;
        sequences().call(call, caller);
    }

    /** Records that a call has returned, or that its message is on its way. */
    void returns(WorldCall call) {
        call.state = WorldCall.State.RETURNED;
        call.returnedNanos = world.time.sinceStart();
        release();
    }

    /** Closes the client of this process, which makes no further call. */
    void close() {
        world.trace(() -> name + " closes its client");
        closed = true;
        if (client.close()) {
            endClient();
        }
    }

    /** Holds the client for the end of a sequence. */
    void hold() {
        client.hold();
    }

    boolean isClosed() {
        return closed;
    }

    /** Releases the client that a call, or the end of a sequence, has held. */
    void release() {
        if (client.release()) {
            endClient();
        }
    }

    /** Terminates all sequences of the client, and removes their messages from the store. */
    void endClient() {
        if (ended) {
            return;
        }
        ended = true;
        world.trace(() -> name + " ends its client");
        world.requireDone(this);
        sequences().end();
        store.clear();
    }

    /** Throws an exception to the caller, which makes the call no more. */
    void fail(WorldCall call, String reason) {
        call.state = WorldCall.State.FAILED;
        world.trace(() -> call + " fails: " + reason);
        release();
    }

    boolean isDatabaseDown() {
        return world.holds(WorldFault.Kind.SOURCE_DATABASE_DOWN) && world.plan.sourceStore;
    }

    private void transmitSoon(Message<WorldCall> message) {
        after(world.chance.nanos(1, 500), () -> {
            path().transmit(message, now()).ifPresent(attempt -> acts.transmit(message, attempt));
            changed();
        });
    }

    WorldSequences sequences() {
        return Objects.requireNonNull(sequences);
    }

    Path<WorldCall> path() {
        return Objects.requireNonNull(path);
    }

    WorldWire wire() {
        return Objects.requireNonNull(wire);
    }

    /** Acts as the timer of the path, which is asked after each change, and called when work is due. */
    void changed() {
        Path<WorldCall> present = path;
        if (present == null) {
            return;
        }
        long wait = present.nanosUntilDue(now());
        if (wait == Long.MAX_VALUE) {
            return;
        }
        long at = world.time.sinceStart() + Math.max(0, wait);
        if (at < dueAt) {
            dueAt = at;
            after(wait, this::expire);
        }
    }

    private void expire() {
        dueAt = Long.MAX_VALUE;
        long missed = path().status(now()).missedWakeUps();
        path().expire(now());
        if (path().status(now()).missedWakeUps() > missed) {
            world.trace(() ->
                    name + " has forgotten a wake-up: " + path().status(now()).reach() + " " + path().status(now()));
        }
        changed();
    }

    @Override
    void after(long nanos, Runnable task) {
        super.after(nanos, () -> {
            task.run();
            changed();
        });
    }

    /** Runs a task that another process has begun for one life of this one, after a time. */
    void afterIn(int life, long nanos, Runnable task) {
        if (life == life()) {
            after(nanos, task);
        }
    }

    /** Takes the acknowledgement in an answer, or one that has come over a connection of its own. */
    void acknowledged(WorldNode.Key of, WorldWire.Answer answer, @Nullable Attempt attempt) {
        // The sequences of a client that has ended are forgotten.
        if (sequences != null && !ended) {
            client.hold();
            sequences.acknowledged(of, answer, attempt);
            release();
        }
    }

    /** Has the caller of a call wait no longer, after some time. */
    void answerIsLost(WorldCall call) {
        after(PATIENCE, () -> call.left = true);
    }

    /** Takes a message that is acknowledged. */
    void settled(Message<WorldCall> message) {
        WorldCall call = message.payload();
        world.trace(() -> call + " is acknowledged");
        world.requireAccepted(call);
        call.settled = true;
        forget(call);
    }

    /** Takes the final acknowledgement of a sequence: what it does not have was certainly not accepted. */
    void isFinal(int sequence, List<Long> ranges) {
        for (WorldCall call : store.calls(sequence)) {
            if (!WorldWire.contains(ranges, call.number)) {
                call.unclear.clear();
            }
        }
    }

    /** Removes a message from the store, when the store works. */
    void forget(WorldCall call) {
        after(world.chance.nanos(100, 20_000), () -> note(() -> store.remove(call)));
    }

    /** Notes whether a call is given up when the note is taken. */
    void noteGivenUp(WorldCall call, String reason) {
        note(() -> {
            if (call.givenUp) {
                store.giveUp(call, reason);
            } else {
                store.retried(call);
            }
        });
    }

    /** Takes a note in the store, now or when the store works. */
    void note(Runnable change) {
        if (isDatabaseDown()) {
            after(CALL_AGAIN_NANOS, () -> note(change));
        } else {
            change.run();
        }
    }

    /** Lets the node acknowledge over a connection that it opens. */
    void acknowledgeOver(WorldNode.Key of, WorldWire.Answer answer) {
        wire().acknowledge(of, answer);
    }

    /** Follows the present messages. */
    void visit(Visits visits) {
        if (sequences != null) {
            sequences.all().forEach(each -> each.messages().forEach(message -> visits.follow(message, message::state)));
        }
    }

    /** Returns the work that is still to be done for it, for a person to read; empty if there is none. */
    String rest() {
        Path<WorldCall> present = path;
        if (present == null) {
            return store.unresolved().isEmpty() ? "" : name + " is down and has " + store.unresolved();
        }
        PathStatus status = present.status(now());
        if (closed && !ended && present.givenUp().isEmpty()) {
            return name + " has not ended its client: " + status;
        }
        // Attempts in flight of settled messages are closed when their room is needed.
        if (status.unacknowledged() == 0 && store.unresolved().isEmpty()) {
            return "";
        }
        return name + " has not finished: " + status + ", " + status.reach() + " " + status.oracleState() + " "
                + sequences().all().stream()
                        .flatMap(each -> each.messages().stream())
                        .limit(3)
                        .map(message -> message.payload() + ", " + present.whyWaiting(message, now()))
                        .collect(Collectors.joining("; "))
                + ", stored " + store.unresolved();
    }

    int inFlight() {
        return path == null ? 0 : path.status(now()).inFlight();
    }

    /** Fails if a count is out of its range. */
    void check() {
        Path<WorldCall> present = path;
        if (present != null) {
            PathStatus status = present.status(now());
            // The lowest message of an ordered sequence has room beyond the limit. When it is acknowledged over another
            // connection, or given up, its attempt goes on, and the next one is the lowest.
            int beyond = 1
                    + world.plan.discards
                    + acts.asked()
                    + (world.plan.decoupled || world.plan.answers ? world.plan.calls : 0);
            int most = world.plan.maxInFlight + (world.plan.inOrder ? beyond : 0);
            world.require(
                    status.inFlight() >= 0 && status.inFlight() <= most,
                    () -> name + ": " + status.inFlight() + " in flight");
            world.require(
                    status.unacknowledged() >= 0, () -> name + ": " + status.unacknowledged() + " unacknowledged");
            world.require(
                    status.parked() >= 0 && status.parked() <= status.unacknowledged(),
                    () -> name + ": " + status.parked() + " parked of " + status.unacknowledged());
            world.require(status.bytes() >= 0, () -> name + ": " + status.bytes() + " bytes");
            world.require(
                    status.rejectedAcknowledgements() == 0, () -> name + " has rejected an acknowledgement: " + status);
        }
    }

    long missedWakeUps() {
        return missedWakeUps + (path == null ? 0 : path.status(now()).missedWakeUps());
    }

    long now() {
        return world.time.nanoTime();
    }
}
