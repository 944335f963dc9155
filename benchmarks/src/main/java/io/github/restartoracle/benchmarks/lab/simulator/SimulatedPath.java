package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.PathResources;
import io.github.restartoracle.internal.oracle.CopyBound;
import io.github.restartoracle.internal.outbound.Act;
import io.github.restartoracle.internal.outbound.Message;
import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.PathSettings;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.internal.window.SharedWindow;
import io.github.restartoracle.oracle.OracleFactory;
import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.path.CanaryConfig;
import io.github.restartoracle.status.PathName;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The path of production, whose attempts are simulated connections or mails. The transmissions of a {@link SimulatedMessage}
 * are those that were written: a connection without a write counts as a connection only. Not thread-safe.
 */
final class SimulatedPath {
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
                null);
        this.restarts = model.ofCxf() ? new OneByOne(run, courier) : null;
        this.path = new Path<>(
                new PathName("simulated", "http://destination"),
                settings,
                PathResources.withoutThreads(run.time::nowNanos),
                new SharedWindow(MAX_IN_FLIGHT, Long.MAX_VALUE),
                content -> content,
                this::carryOut);
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
        Message<SimulatedMessage> captured = sequence.message(message.number, message, bytes, Message.Kind.ONE_WAY);
        path.add(captured, nowNanos);
        path.transmit(captured, nowNanos).ifPresent(attempt -> transmit(message, attempt));
        changed();
    }

    private void transmit(SimulatedMessage message, Attempt attempt) {
        message.begin();
        // Sent in another event, as another thread sends it in production.
        run.time.at(run.time.nowNanos(), now -> {
            if (restarts == null || attempt.number() == 1) {
                courier.dispatch(message, attempt);
            } else {
                restarts.add(message, attempt);
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
        sequence.acknowledge(
                new long[] {message.number, message.number}, message.number, nowNanos, nowNanos, number -> echo);
        changed();
    }

    /** Returns the number of messages that wait for their acknowledgement. */
    int waiting() {
        return path.backlog().unresolved();
    }

    private void carryOut(Act<SimulatedMessage> act) {
        if (act instanceof Act.Transmit<SimulatedMessage> due) {
            transmit(due.message().payload(), due.attempt());
        } else if (act instanceof Act.Ask<SimulatedMessage> due) {
            due.attempt().abandon();
        } else if (act instanceof Act.WakeUp<SimulatedMessage>) {
            changed();
        } else if (act instanceof Act.PassOnRoom<SimulatedMessage> room) {
            run.time.at(run.time.nowNanos(), room.claim().proceed());
        } else if (act instanceof Act.TellGivenUp<SimulatedMessage> end) {
            run.settled(end.message().payload());
        } else if (act instanceof Act.TellMistake<SimulatedMessage> oracle) {
            throw new IllegalStateException("the oracle failed", oracle.mistake());
        } else {
            throw new IllegalStateException(act.toString());
        }
    }
}
