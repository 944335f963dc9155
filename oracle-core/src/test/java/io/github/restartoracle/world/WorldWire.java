package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.pending.Echo;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * HTTP connections between one life of a source and the node, over a link with faults. Segments and SYNs are sent again as the
 * kernel does. Not thread-safe.
 */
final class WorldWire {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long LEAST_RTO = 200 * MILLI;
    private static final long LONGEST_RTO = 120 * SECOND;
    private static final int MOST_SEGMENTS = 15;
    private static final int MOST_SYNS = 6;
    private static final long LOST = -1;
    /** The time for which a transport waits for the answer that a caller waits for: CXF's receive timeout. */
    private static final long RECEIVE_NANOS = 60 * SECOND;

    /** The answer of the node to a request. */
    record Answer(
            int status,
            @Nullable List<Long> ranges,
            int retryAfterSeconds,
            @Nullable Echoed echo,
            @Nullable Code refusal,
            boolean isFinal,
            @Nullable WorldCall answered) {
        Answer(int status, @Nullable List<Long> ranges, int retryAfterSeconds, @Nullable Echoed echo) {
            this(status, ranges, retryAfterSeconds, echo, null, false, null);
        }

        static Answer refused(Code code) {
            return new Answer(500, null, 0, null, code, false, null);
        }

        Answer withFinal(boolean last) {
            return new Answer(status, ranges, retryAfterSeconds, echo, refusal, last, answered);
        }

        /** Returns the same with the answer of the service to a call. */
        Answer to(WorldCall call) {
            return new Answer(status, ranges, retryAfterSeconds, echo, refusal, isFinal, call);
        }
    }

    /** Returns whether ranges contain a number. */
    static boolean contains(List<Long> ranges, long number) {
        for (int i = 0; i < ranges.size(); i += 2) {
            if (ranges.get(i) <= number && number <= ranges.get(i + 1)) {
                return true;
            }
        }
        return false;
    }

    /** The echo of a transmission of a message that has arrived. */
    record Echoed(long number, Echo echo) {}

    /**
     * A request.
     *
     * @param name for a person to read
     * @param unclear the attempts of its message that may have arrived
     * @param arrival passes it to the node
     * @param answered passes its answer to the source
     */
    record Request(
            String name,
            Set<Attempt> unclear,
            BiConsumer<WorldNode, Consumer<Answer>> arrival,
            Consumer<Answer> answered) {
        @Override
        public String toString() {
            return name;
        }
    }

    private final WorldSource source;
    private final World world;
    private final Plan plan;
    private final Deque<Connection> idle = new ArrayDeque<>();

    WorldWire(WorldSource source) {
        this.source = source;
        this.world = source.world;
        this.plan = source.world.plan;
    }

    void send(Attempt attempt, Request request) {
        new Transmission(attempt, request).begin();
    }

    /** Returns the time that a segment takes that is sent now; {@link #LOST} if the kernel gives up. */
    private long travel(boolean there) {
        long rto = Math.max(LEAST_RTO, 4 * plan.delayNanos);
        long waited = 0;
        for (int i = 0; i < MOST_SEGMENTS; i++) {
            if (passes(there, waited)) {
                return waited + jitter();
            }
            waited += rto;
            rto = Math.min(2 * rto, LONGEST_RTO);
        }
        return LOST;
    }

    private boolean passes(boolean there, long afterNanos) {
        long at = world.time.sinceStart() + afterNanos;
        return !plan.isCut(there, at) && !(at < plan.endNanos && world.chance.is(plan.loss));
    }

    private long jitter() {
        return plan.delayNanos + world.chance.between(0, plan.delayNanos / 4);
    }

    /** Returns the time that it takes to set up a connection; {@link #LOST} if the kernel gives up. */
    private long handshake() {
        long wait = SECOND;
        long waited = 0;
        for (int i = 0; i <= MOST_SYNS; i++) {
            if (passes(true, waited) && passes(false, waited)) {
                return waited + 2 * jitter();
            }
            waited += wait;
            wait *= 2;
        }
        return LOST;
    }

    /** Acknowledges over a connection that the node opens; it may not get through. */
    void acknowledge(WorldNode.Key sequence, Answer answer) {
        long took = handshake();
        if (took != LOST && took < 30 * SECOND) {
            source.after(took, () -> source.acknowledged(sequence, answer, null));
        }
    }

    /** A connection, as the source sees it. */
    private final class Connection {
        final int nodeLife = world.node.life();
        final long openedNanos = world.time.nanoTime();
        long heardNanos;
        boolean closed;
        /** The attempt that uses it, or has used it last; null before the first. */
        @Nullable
        Transmission user;
    }

    /** One attempt. */
    private final class Transmission {
        private final Attempt attempt;
        private final Request request;
        private final int sourceLife = source.life();
        private final List<Connection> connecting = new ArrayList<>();
        private @Nullable Connection own;

        Transmission(Attempt attempt, Request request) {
            this.attempt = attempt;
            this.request = request;
        }

        void begin() {
            if (attempt.phase().ended()) {
                return;
            }
            if (plan.tellsReceipt) {
                attempt.tellReceipt();
            }
            attempt.onAbandon(this::stop);
            attempt.onRace(this::race);
            if (attempt.advance(Phase.CONNECTING)) {
                source.after(world.chance.nanos(10, 2_000), this::leave);
            }
        }

        private void leave() {
            Connection reused = attempt.phase() == Phase.CONNECTING ? reusable() : null;
            if (reused == null) {
                open();
            } else {
                write(reused);
            }
        }

        private @Nullable Connection reusable() {
            for (Connection last = idle.pollLast(); last != null; last = idle.pollLast()) {
                if (!last.closed && attempt.reuse().allows(last.heardNanos)) {
                    return last;
                }
            }
            return null;
        }

        private void race(int mostConnections) {
            if (connecting.size() >= mostConnections && connecting.size() > 1) {
                connecting.remove(1).closed = true;
            }
            // An attempt races under the lock of its path, which a connection that fails at once would need.
            source.after(0, this::open);
        }

        private void open() {
            if (attempt.phase() != Phase.CONNECTING || own != null) {
                return;
            }
            Connection next = new Connection();
            connecting.add(next);
            long took = plan.proxy ? jitter() / 10 : handshake();
            tell("connects, in " + took / 1e9 + " s");
            if (took == LOST) {
                source.after(63 * SECOND, () -> failed(next, new ConnectException("timed out")));
            } else {
                source.after(took, () -> connected(next));
            }
        }

        private void connected(Connection connection) {
            if (connection.closed) {
                return;
            }
            boolean refused =
                    !plan.proxy && (plan.holds(WorldFault.Kind.REFUSE, world.time.sinceStart()) || !world.node.isUp());
            if (refused) {
                failed(connection, new ConnectException("refused"));
            } else if (own == null && !attempt.phase().ended()) {
                connection.heardNanos = world.time.nanoTime();
                attempt.connected(connection.heardNanos - connection.openedNanos);
                write(connection);
            }
        }

        private void tell(String what) {
            world.trace(() -> source.name + " " + request + " #" + attempt.number() + " " + what);
        }

        private void write(Connection connection) {
            tell("is written");
            connecting.remove(connection);
            connecting.forEach(other -> other.closed = true);
            connecting.clear();
            own = connection;
            connection.user = this;
            if (!attempt.advance(Phase.CONNECTED)) {
                connection.closed = true;
                return;
            }
            request.unclear().add(attempt);
            // Bytes that are handed to the kernel arrive, even if the attempt is abandoned.
            long took = travel(true);
            if (isForgotten(connection)) {
                tell("is written to a connection that is forgotten on the way");
            } else if (took == LOST) {
                source.after(900 * SECOND, () -> failed(connection, new IOException("timed out")));
            } else {
                world.time.after(took, () -> arrive(connection));
                if (plan.tellsReceipt) {
                    receipt(plan.proxy ? jitter() / 10 : took);
                }
            }
            attempt.advance(Phase.WRITTEN);
            if (plan.answers) {
                source.after(RECEIVE_NANOS, () -> {
                    if (!attempt.phase().ended()) {
                        failed(connection, new IOException("not answered in time"));
                    }
                });
            }
        }

        /** Returns whether a device on the path has forgotten the connection, of which the source is not told. */
        private boolean isForgotten(Connection connection) {
            return plan.forgetsIdleNanos > 0
                    && world.mayFail()
                    && world.time.nanoTime() - connection.heardNanos > plan.forgetsIdleNanos;
        }

        private void receipt(long arrivesAfter) {
            source.after(arrivesAfter, () -> {
                long back = plan.proxy ? 0 : travel(false);
                if (back != LOST) {
                    source.after(back, () -> attempt.advance(Phase.RECEIVED));
                }
            });
        }

        private void arrive(Connection connection) {
            if (!world.node.isUp()
                    || (connection.nodeLife != world.node.life() && !plan.proxy)
                    || plan.holds(WorldFault.Kind.REFUSE, world.time.sinceStart())) {
                reset(connection);
            } else {
                world.node.connected(() -> reset(connection));
                world.node.after(
                        world.chance.nanos(10, 1_000),
                        () -> request.arrival().accept(world.node, answer -> back(() -> answered(connection, answer))));
            }
        }

        /** Sends a reset, and another one for each segment that the source sends again. */
        private void reset(Connection connection) {
            back(() -> Objects.requireNonNull(connection.user).failed(connection, new IOException("reset")));
        }

        /** Sends an answer back to the source. */
        private void back(Runnable task) {
            long took = travel(false);
            if (took != LOST) {
                source.afterIn(sourceLife, took, task);
            }
        }

        private void answered(Connection connection, Answer answer) {
            if (connection.closed || !attempt.advance(Phase.RESPONDED)) {
                return;
            }
            tell("is answered " + answer.status());
            connection.heardNanos = world.time.nanoTime();
            // A thread of the receiving lane reads it.
            source.after(world.chance.nanos(10, 2_000), () -> {
                boolean refused = answer.retryAfterSeconds() > 0 || answer.refusal() != null;
                if (refused && !attempt.phase().ended()) {
                    // Without a time to try again, the node does not know.
                    request.unclear().remove(attempt);
                }
                request.answered().accept(answer);
                if (answer.status() == 503) {
                    connection.closed = true;
                    IOException cause = new IOException("503");
                    attempt.fail(
                            answer.retryAfterSeconds() == 0
                                    ? new RetryLater(cause)
                                    : new RetryLater(Duration.ofSeconds(answer.retryAfterSeconds()), cause));
                } else {
                    if (answer.refusal() != null) {
                        attempt.refuse(new SequenceRefusedException(answer.refusal()));
                    }
                    if (!connection.closed) {
                        idle.addLast(connection);
                    }
                    attempt.advance(Phase.ANSWERED);
                }
            });
        }

        private void failed(Connection connection, IOException reason) {
            boolean was = connecting.remove(connection) || connection == own;
            tell("fails: " + reason.getMessage());
            connection.closed = true;
            if (was && (own == connection || (own == null && connecting.isEmpty()))) {
                attempt.fail(reason);
            }
        }

        private void stop() {
            tell("is abandoned");
            connecting.forEach(each -> each.closed = true);
            connecting.clear();
            Connection carrying = own;
            if (carrying != null) {
                carrying.closed = true;
            }
        }
    }
}
