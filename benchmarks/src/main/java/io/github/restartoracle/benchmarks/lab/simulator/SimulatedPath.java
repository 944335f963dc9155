package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.path.CanaryConfig;
import io.github.restartoracle.oracle.path.CopyBound;
import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.PathResources;
import io.github.restartoracle.wsrm.path.Dispatch;
import io.github.restartoracle.wsrm.path.Message;
import io.github.restartoracle.wsrm.path.Path;
import io.github.restartoracle.wsrm.path.PathName;
import io.github.restartoracle.wsrm.path.PathSettings;
import io.github.restartoracle.wsrm.path.Resend;
import io.github.restartoracle.wsrm.path.Sequence;
import io.github.restartoracle.wsrm.path.SharedWindow;
import io.github.restartoracle.wsrm.runtime.ByteBudget;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The path of production, whose attempts are simulated connections or mails. The transmissions of a {@link SimulatedMessage}
 * are those that were written: a connection without a write counts as a connection only. Not thread-safe.
 */
final class SimulatedPath implements Dispatch<SimulatedMessage> {
    /** The limit of the nodes of the testbed. Without a limit, a path that cannot carry its restarts never recovers. */
    private static final int MAX_IN_FLIGHT = 4096;

    private final SimulatedRun run;
    private final Courier courier;
    private final Path<SimulatedMessage> path;
    private final Sequence<SimulatedMessage> sequence;
    private long dueNanos = VirtualTime.NEVER;
    private boolean dueUnknown;
    private @Nullable CopyBound bound;

    /** Restarts that wait for the one thread that makes them; null if restarts are made at once. */
    private final @Nullable OneByOne restarts;

    SimulatedPath(OracleSpec oracle, OracleFactory oracles, ConnectionUse model, SimulatedRun run) {
        this.run = run;
        this.courier = run.scenario.transport() == Transport.MAIL
                ? new MailCourier(run, this)
                : new HttpCourier(run, model, this);
        PathSettings settings = new PathSettings(
                oracle.name(),
                oracle.name().equals("canary") ? () -> bounded(oracle, oracles) : oracles,
                oracle.settings().integer("max-attempts", 0, 0, Integer.MAX_VALUE),
                Duration.ZERO,
                MAX_IN_FLIGHT,
                Long.MAX_VALUE,
                model.closesAcknowledged(),
                false,
                null,
                run.time::nowNanos);
        this.restarts = model.ofCxf() ? new OneByOne(run, courier) : null;
        this.path = new Path<>(
                new PathName("simulated", "http://destination"),
                settings,
                new PathResources(Runnable::run, Runnable::run, Runnable::run, ByteBudget.of(0), ByteBudget.of(0)),
                new SharedWindow(MAX_IN_FLIGHT, Long.MAX_VALUE),
                this);
        this.sequence = Sequence.open(path, "simulated", false, Resend.NONE).orElseThrow();
    }

    private PathOracle bounded(OracleSpec oracle, OracleFactory oracles) {
        bound = new CopyBound(oracles.pathOracle(), CanaryConfig.from(oracle.settings()), this::waiting);
        return bound;
    }

    /** Checks that the oracle has not made more copies than it promises, else throws an exception. */
    void requireBound() {
        if (bound != null) {
            bound.require();
        }
    }

    /** Notes a report to the path, after which the next due time may be another. */
    void changed() {
        dueUnknown = true;
        if (restarts != null) {
            restarts.proceedSoon();
        }
    }

    /** Adds a message that is due for the first time. */
    void due(SimulatedMessage message, long nowNanos) {
        int bytes = run.settings.envelopeBytes() + run.scenario.payloadBytes();
        Message<SimulatedMessage> captured = sequence.captured(message.number, message, bytes, false);
        path.add(captured);
        path.transmit(captured).ifPresent(attempt -> transmit(captured, attempt, nowNanos));
        changed();
    }

    @Override
    public void transmit(Message<SimulatedMessage> message, Attempt attempt, long transmissionDueNanos) {
        message.payload().begin();
        // Sent in another event, as another thread sends it in production.
        run.time.at(run.time.nowNanos(), now -> {
            if (restarts == null || attempt.number() == 1) {
                courier.dispatch(message.payload(), attempt);
            } else {
                restarts.add(message.payload(), attempt);
            }
        });
    }

    /**
     * Returns the time of the next timeout of the path, if no other event occurs before; {@link VirtualTime#NEVER} for never.
     */
    long nextNanos(long nowNanos) {
        if (dueUnknown) {
            long wait = path.nanosUntilDue(nowNanos);
            dueNanos = wait == Long.MAX_VALUE ? VirtualTime.NEVER : nowNanos + Math.max(0, wait);
            dueUnknown = false;
        }
        return dueNanos;
    }

    /** Handles the timeout at the time of {@link #nextNanos}. */
    void elapse(long nowNanos) {
        path.expire(nowNanos);
        changed();
    }

    /** Notes the first acknowledgement of a message. An echo tells the path which transmission arrived. */
    void acknowledged(SimulatedMessage message, @Nullable Echo echo, long nowNanos) {
        sequence.acknowledge(new long[] {message.number, message.number}, message.number, nowNanos, number -> echo);
        changed();
    }

    /** Returns the number of messages that wait for their acknowledgement. */
    int waiting() {
        return path.backlog().unresolved();
    }

    @Override
    public void dueIn(long delayNanos) {
        changed();
    }

    @Override
    public void roomFor(Runnable proceed) {
        run.time.at(run.time.nowNanos(), now -> proceed.run());
    }

    @Override
    public void gaveUp(Message<SimulatedMessage> message, int attempts, String reason) {
        run.settled(message.payload());
    }
}
