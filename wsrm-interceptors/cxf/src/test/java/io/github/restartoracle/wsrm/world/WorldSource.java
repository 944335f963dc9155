package io.github.restartoracle.wsrm.world;

import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.path.CanaryConfig;
import io.github.restartoracle.oracle.path.CopyBound;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.PathResources;
import io.github.restartoracle.wsrm.path.Applied;
import io.github.restartoracle.wsrm.path.Dispatch;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.path.MessageState;
import io.github.restartoracle.wsrm.path.Path;
import io.github.restartoracle.wsrm.path.PathName;
import io.github.restartoracle.wsrm.path.PathSettings;
import io.github.restartoracle.wsrm.path.PathStatus;
import io.github.restartoracle.wsrm.path.Resend;
import io.github.restartoracle.wsrm.path.Sequence;
import io.github.restartoracle.wsrm.path.SharedWindow;
import io.github.restartoracle.wsrm.runtime.ByteBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A process that makes calls: the path of production, over a store that survives the process. Not thread-safe. */
final class WorldSource extends VirtualProcess implements Dispatch<WorldCall> {
    private static final long CALL_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    final int index;
    /** The messages in the store; without a store, those that would be in it. */
    private final NavigableMap<Long, WorldCall> stored = new TreeMap<>();

    /** The messages that wait for a sequence. */
    private final Deque<Message<WorldCall>> waiting = new ArrayDeque<>();

    private long lastNumber;
    private long parked;
    private int sequences;
    private boolean creating;
    private @Nullable Path<WorldCall> path;
    private @Nullable Sequence<WorldCall> sequence;
    private @Nullable WorldWire wire;
    private @Nullable CopyBound bound;
    private long dueAt = Long.MAX_VALUE;
    long missedWakeUps;

    WorldSource(World world, int index) {
        super(world, "source " + index);
        this.index = index;
    }

    @Override
    void started() {
        Plan plan = world.plan;
        PathSettings settings = new PathSettings(
                plan.oracle,
                bounded(world.oracles()),
                0,
                plan.giveUpAfter,
                plan.maxInFlight,
                Long.MAX_VALUE,
                true,
                plan.keepsCallerOrder,
                null,
                world.time);
        Path<WorldCall> fresh = new Path<>(
                new PathName("endpoint", "http://destination"),
                settings,
                new PathResources(Runnable::run, Runnable::run, Runnable::run, ByteBudget.of(0), ByteBudget.of(0)),
                new SharedWindow(plan.maxInFlight, Long.MAX_VALUE),
                this);
        path = fresh;
        wire = new WorldWire(this);
        Sequence<WorldCall> opened = open(fresh);
        sequence = opened;
        stored.forEach((position, call) -> {
            Message<WorldCall> message = opened.captured(call.number, call, plan.bytes, false);
            fresh.add(message);
            fresh.recover(message);
        });
        changed();
    }

    /** Wraps an oracle in a check of its guarantees, if it has any. */
    private OracleFactory bounded(OracleFactory oracles) {
        if (!world.plan.oracle.equals("canary")) {
            return oracles;
        }
        return () -> {
            CopyBound held = new CopyBound(oracles.pathOracle(), CanaryConfig.ofDefaults(), stored::size);
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
            missedWakeUps += path.status().missedWakeUps();
        }
        path = null;
        sequence = null;
        wire = null;
        dueAt = Long.MAX_VALUE;
    }

    /**
     * Makes a call of an application: its message is numbered and stored, then the call returns, then the message is
     * transmitted.
     */
    void call(WorldCall call, int caller) {
        world.trace(() -> call + " by caller " + caller);
        after(world.chance.nanos(10, 3_000), () -> {
            if (world.holds(WorldFault.Kind.SOURCE_DATABASE_DOWN) && world.plan.sourceStore) {
                call.state = WorldCall.State.FAILED;
                world.trace(() -> call + " fails");
                return;
            }
            Sequence<WorldCall> present = sequence;
            call.state = WorldCall.State.RETURNED;
            if (present == null) {
                Message<WorldCall> message =
                        Message.parked(call, world.plan.bytes).from(caller);
                path().parking().add(message, ++parked);
                waiting.add(message);
                world.trace(() -> call + " waits for a sequence");
                return;
            }
            number(call);
            Message<WorldCall> message =
                    present.captured(call.number, call, world.plan.bytes, false).from(caller);
            path().add(message);
            world.trace(() -> call + " returns");
            transmitSoon(message);
        });
    }

    private void number(WorldCall call) {
        call.sequence = sequences;
        call.number = ++lastNumber;
        stored.put(call.position(), call);
    }

    private void transmitSoon(Message<WorldCall> message) {
        after(world.chance.nanos(1, 500), () -> {
            path().transmit(message).ifPresent(attempt -> transmit(message, attempt, world.time.nanoTime()));
            changed();
        });
    }

    private Sequence<WorldCall> open(Path<WorldCall> on) {
        Sequence<WorldCall> opened = Sequence.open(on, name(sequences), world.plan.inOrder, Resend.ALL)
                .orElseThrow();
        if (world.plan.forgetsSilently) {
            opened.acknowledgedInAnswers();
        }
        return opened;
    }

    private String name(int sequenceNumber) {
        return name + "/" + sequenceNumber;
    }

    @Override
    public void left(String identifier, String reason, List<Message<WorldCall>> moved, List<Message<WorldCall>> lost) {
        world.trace(() -> identifier + " is left with " + moved.size() + ": " + reason);
        if (identifier.equals(name(sequences))) {
            sequence = null;
            sequences++;
            lastNumber = 0;
        }
        park(moved);
    }

    @Override
    public void park(List<Message<WorldCall>> messages) {
        messages.forEach(message -> stored.remove(message.payload().position()));
        waiting.addAll(messages);
        create();
    }

    /** Creates a sequence as soon as the node answers, and gives the messages that wait their numbers. */
    private void create() {
        if (creating) {
            return;
        }
        creating = true;
        after(world.chance.nanos(1_000, 1_000_000), () -> {
            creating = false;
            if (sequence == null) {
                long now = world.time.sinceStart();
                boolean down = !world.node.isUp()
                        || world.node.isPaused()
                        || world.plan.isCut(true, now)
                        || world.plan.isCut(false, now)
                        || Stream.of(WorldFault.Kind.REFUSE, WorldFault.Kind.BUSY, WorldFault.Kind.STALL)
                                .anyMatch(world::holds);
                if (down) {
                    create();
                    return;
                }
                world.node.create(index, sequences);
                sequence = open(path());
                path().parking().created();
            }
            numberWaiting();
        });
    }

    private void numberWaiting() {
        for (Message<WorldCall> next = waiting.peek(); next != null; next = waiting.peek()) {
            long wait = next.moveWaitNanos(world.time.nanoTime());
            if (wait > 0) {
                after(wait, this::create);
                return;
            }
            waiting.remove();
            if (next.state() == MessageState.PARKED) {
                number(next.payload());
                world.require(
                        Objects.requireNonNull(sequence).number(next, next.payload().number),
                        () -> name + " cannot number a message that waits");
                transmitSoon(next);
            }
        }
    }

    private Path<WorldCall> path() {
        return Objects.requireNonNull(path);
    }

    private WorldWire wire() {
        return Objects.requireNonNull(wire);
    }

    /** Acts as the timer of the path, which is asked after each change, and called when work is due. */
    void changed() {
        Path<WorldCall> present = path;
        if (present == null) {
            return;
        }
        long wait = present.nanosUntilDue(world.time.nanoTime());
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
        long missed = path().status().missedWakeUps();
        path().expire(world.time.nanoTime());
        if (path().status().missedWakeUps() > missed) {
            world.trace(
                    () -> name + " has forgotten a wake-up: " + path().status().reach() + " " + path().status());
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

    @Override
    public void transmit(Message<WorldCall> message, Attempt attempt, long dueNanos) {
        WorldCall call = message.payload();
        int to = call.sequence;
        world.trace(() -> call + " #" + attempt.number() + " is dispatched");
        after(
                world.chance.nanos(1, 1_000),
                () -> wire().send(attempt, new WorldWire.Request() {
                    @Override
                    public void arrive(WorldNode node, Consumer<WorldWire.Answer> reply) {
                        node.receive(index, to, call, attempt.number(), reply);
                    }

                    @Override
                    public void answered(WorldWire.Answer answer) {
                        acknowledged(to, answer);
                    }

                    @Override
                    public String toString() {
                        return call.toString();
                    }
                }));
    }

    @Override
    public void ask(Message<WorldCall> message, Attempt attempt) {
        int to = message.payload().sequence;
        world.trace(() -> name + " asks for an acknowledgement");
        after(
                world.chance.nanos(1, 1_000),
                () -> wire().send(attempt, new WorldWire.Request() {
                    @Override
                    public void arrive(WorldNode node, Consumer<WorldWire.Answer> reply) {
                        node.ask(index, to, reply);
                    }

                    @Override
                    public void answered(WorldWire.Answer answer) {
                        acknowledged(to, answer);
                    }

                    @Override
                    public String toString() {
                        return "request for an acknowledgement";
                    }
                }));
    }

    /** Takes the acknowledgement in an answer, or one that has come over a connection of its own. */
    void acknowledged(int of, WorldWire.Answer answer) {
        if (answer.ranges().isEmpty() || sequence == null || of != sequences) {
            return;
        }
        Applied<WorldCall> applied = sequence.acknowledge(
                answer.ranges().stream().mapToLong(Long::longValue).toArray(),
                lastNumber,
                world.time.nanoTime(),
                number -> answer.echo() != null && answer.echo().number() == number
                        ? answer.echo().echo()
                        : null);
        applied.settled().forEach(settled -> forget(settled.message()));
    }

    /** Removes a message from the store, if the store works. */
    private void forget(Message<WorldCall> message) {
        WorldCall call = message.payload();
        world.trace(() -> call + " is acknowledged");
        world.requireAccepted(call);
        after(world.chance.nanos(100, 20_000), () -> {
            if (world.holds(WorldFault.Kind.SOURCE_DATABASE_DOWN) && world.plan.sourceStore) {
                after(CALL_AGAIN_NANOS, () -> forget(message));
            } else {
                stored.remove(call.position());
            }
        });
    }

    /** Lets the node acknowledge over a connection that it opens. */
    void acknowledgeOver(int of, List<Long> ranges) {
        wire().acknowledge(of, ranges);
    }

    /** Suspends the restarts for a time, like an operator. */
    void suspend(long nanos) {
        Sequence<WorldCall> present = sequence;
        if (present != null) {
            world.trace(() -> name + " is suspended for " + nanos / 1e9);
            present.suspend();
            after(nanos, () -> {
                world.trace(() -> name + " is resumed");
                present.resume();
            });
        }
    }

    /** Retries all messages that were given up, like an operator. */
    void retryAll() {
        for (Message<WorldCall> message : path().givenUp()) {
            WorldCall call = message.payload();
            world.trace(() -> call + " is retried by an operator");
            stored.put(call.position(), call);
            call.givenUp = !path().retry(message);
        }
    }

    /** Follows the present messages. */
    void visit(Visits visits) {
        if (sequence != null) {
            sequence.messages().forEach(message -> visits.follow(message, message::state));
        }
    }

    /** Returns the work that is still to be done for it, for a person to read; empty if there is none. */
    String rest() {
        Path<WorldCall> present = path;
        if (present == null) {
            return stored.isEmpty() ? "" : name + " is down and has " + stored.values();
        }
        PathStatus status = present.status();
        // Attempts in flight of settled messages are closed when their room is needed.
        if (status.unacknowledged() == 0 && stored.isEmpty()) {
            return "";
        }
        return name + " has not finished: " + status + ", " + status.reach() + " " + status.oracleState() + " "
                + (sequence == null
                        ? ""
                        : sequence.messages().stream()
                                .limit(3)
                                .map(message -> message.payload() + " " + present.status(message))
                                .collect(Collectors.joining("; ")))
                + ", stored " + stored.values();
    }

    /** Fails if a count is out of its range. */
    void check() {
        Path<WorldCall> present = path;
        if (present != null) {
            PathStatus status = present.status();
            // The lowest message of an ordered sequence has room beyond the limit.
            int most = world.plan.maxInFlight + (world.plan.inOrder ? 1 : 0);
            world.require(
                    status.inFlight() >= 0 && status.inFlight() <= most,
                    () -> name + ": " + status.inFlight() + " in flight");
            world.require(
                    status.unacknowledged() >= 0, () -> name + ": " + status.unacknowledged() + " unacknowledged");
            world.require(status.bytes() >= 0, () -> name + ": " + status.bytes() + " bytes");
            world.require(
                    status.rejectedAcknowledgements() == 0, () -> name + " has rejected an acknowledgement: " + status);
        }
    }

    long missedWakeUps() {
        return missedWakeUps + (path == null ? 0 : path.status().missedWakeUps());
    }

    @Override
    public void dueIn(long delayNanos) {
        // The path is asked after each task.
    }

    @Override
    public void roomFor(Runnable proceed) {
        after(0, proceed);
    }

    @Override
    public void gaveUp(Message<WorldCall> message, int attempts, String reason) {
        WorldCall call = message.payload();
        world.trace(() -> call + " is given up by its source: " + reason);
        call.givenUp = true;
        stored.remove(call.position());
    }
}
