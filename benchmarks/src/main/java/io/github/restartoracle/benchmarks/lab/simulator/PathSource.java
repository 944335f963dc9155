package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.ByteBudget;
import io.github.restartoracle.wsrm.attempt.PathResources;
import io.github.restartoracle.wsrm.path.Dispatch;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.path.Path;
import io.github.restartoracle.wsrm.path.PathName;
import io.github.restartoracle.wsrm.path.PathSettings;
import io.github.restartoracle.wsrm.path.Sequence;
import io.github.restartoracle.wsrm.path.SharedWindow;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The path of production, whose attempts are simulated connections. The transmissions of a {@link SimulatedMessage} are those
 * that were written: a connection over which nothing is written counts as a connection only. Not thread-safe.
 */
final class PathSource implements SimulatedSource, Dispatch<SimulatedMessage> {
    /** As on the nodes of the testbed. */
    private static final int MAX_IN_FLIGHT = 4096;

    private final SimulatedRun run;
    private final PathCourier courier;
    private final Path<SimulatedMessage> path;
    private final Sequence<SimulatedMessage> sequence;
    private long dueNanos = VirtualTime.NEVER;
    private boolean dueUnknown;

    PathSource(String oracleName, OracleFactory oracles, PathModel model, SimulatedRun run) {
        this.run = run;
        this.courier = new PathCourier(run, model, this);
        PathSettings settings = new PathSettings(
                oracleName,
                oracles,
                0,
                Duration.ZERO,
                MAX_IN_FLIGHT,
                Long.MAX_VALUE,
                model.closesAcknowledged(),
                false,
                run.time::nowNanos);
        this.path = new Path<>(
                new PathName("simulated", "http://destination"),
                settings,
                new PathResources(Runnable::run, Runnable::run, ByteBudget.of(0), ByteBudget.of(0)),
                new SharedWindow(MAX_IN_FLIGHT, Long.MAX_VALUE),
                this);
        this.sequence = path.open("simulated", false).orElseThrow();
    }

    /** Something was reported to the path. */
    void changed() {
        dueUnknown = true;
    }

    @Override
    public void due(SimulatedMessage message, long nowNanos) {
        Message<SimulatedMessage> captured = Message.captured(sequence, message.number, message, 1, false);
        path.add(captured);
        path.transmit(captured).ifPresent(attempt -> transmit(captured, attempt, nowNanos));
        changed();
    }

    @Override
    public void transmit(Message<SimulatedMessage> message, Attempt attempt, long transmissionDueNanos) {
        message.payload().begin();
        // Another thread sends it, in production as here.
        run.time.at(
                run.time.nowNanos() + run.settings.sending().toNanos(),
                now -> courier.dispatch(message.payload(), attempt));
    }

    @Override
    public long nextNanos(long nowNanos) {
        if (dueUnknown) {
            long wait = path.nanosUntilDue(nowNanos);
            dueNanos = wait == Long.MAX_VALUE ? VirtualTime.NEVER : nowNanos + Math.max(0, wait);
            dueUnknown = false;
        }
        return dueNanos;
    }

    @Override
    public void elapse(long nowNanos) {
        path.expire(nowNanos);
        changed();
    }

    @Override
    public void acknowledged(SimulatedMessage message, @Nullable Echo echo, long nowNanos) {
        sequence.acknowledge(new long[] {message.number, message.number}, message.number, nowNanos, number -> echo);
        run.settled(message);
        changed();
    }

    @Override
    public void attemptOver() {
        // The attempt has told the path.
    }

    @Override
    public int waiting() {
        return path.backlog().unresolved();
    }

    @Override
    public void dueIn(long delayNanos) {
        changed();
    }

    @Override
    public void roomFor(Path<SimulatedMessage> waiting) {
        run.time.at(run.time.nowNanos(), now -> waiting.proceed());
    }

    @Override
    public void gaveUp(Message<SimulatedMessage> message, int attempts, String reason) {
        run.settled(message.payload());
    }
}
