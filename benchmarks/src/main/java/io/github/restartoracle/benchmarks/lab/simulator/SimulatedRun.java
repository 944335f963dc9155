package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.OracleSpec;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.scenario.Transport;
import io.github.restartoracle.benchmarks.lab.simulator.SimulatedArrivals.Acknowledgement;
import io.github.restartoracle.benchmarks.lab.simulator.SimulatedArrivals.Arrival;
import io.github.restartoracle.benchmarks.lab.simulator.net.KeyedRandom;
import io.github.restartoracle.benchmarks.lab.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.Network;
import io.github.restartoracle.benchmarks.lab.simulator.tcp.TcpSettings;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.oracle.OracleFactory;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of one oracle: messages become due, a {@link SimulatedPath} transmits them, a {@link Courier} does the rest.
 * Not thread-safe.
 */
final class SimulatedRun {
    /** The longest time for which a run continues after its last message was due, if messages remain unacknowledged. */
    private static final Duration DRAIN = Duration.ofHours(1);

    final VirtualTime time = new VirtualTime();
    final Network network;
    final SimulationSettings settings;
    final Scenario scenario;
    final long key;

    private final SimulatedPath source;
    private final Consumer<SimulatedMessage> outcome;
    private final SimulatedArrivals arrivals = new SimulatedArrivals();
    private final Set<SimulatedMessage> unfinished = new LinkedHashSet<>();
    private final long intervalNanos;
    private int sent;

    /** Creates a run; {@code outcome} receives each message when no further event of it can occur. */
    SimulatedRun(
            Scenario scenario,
            SimulationSettings settings,
            OracleSpec oracle,
            OracleFactory oracles,
            ConnectionUse model,
            long key,
            Consumer<SimulatedMessage> outcome) {
        this.scenario = scenario;
        this.settings = settings;
        this.key = key;
        this.outcome = outcome;
        this.intervalNanos = scenario.interval().toNanos();
        SimulatedLink link = new SimulatedLink(
                scenario.link(), scenario.faults(), settings.queueBytes(), settings.bursts(), KeyedRandom.of(key, -1));
        TcpSettings tcp = scenario.transport() == Transport.HTTP
                ? settings.tcp()
                : settings.tcp().withConnectTimeout(settings.mail().connectTimeout());
        network = new Network(time, link, tcp);
        source = new SimulatedPath(oracle, oracles, model, this);
    }

    /** Returns the key of an attempt; its random numbers depend on it. */
    long key(SimulatedMessage message, int attempt) {
        return KeyedRandom.of(KeyedRandom.of(key, message.number), attempt);
    }

    /** Runs from the first message to the last acknowledgement. */
    void execute() {
        long end = scenario.sending().toNanos() + DRAIN.toNanos();
        while (true) {
            long next = Math.min(time.nextNanos(), Math.min(nextMessageNanos(), nextRestartNanos()));
            if (next > end) {
                break;
            }
            if (next == time.nextNanos()) {
                time.step();
                continue;
            }
            time.advanceTo(next);
            // On the testbed, the order of the two depends on the threads of the node.
            if (next == nextRestartNanos()) {
                source.elapse(next);
            } else {
                SimulatedMessage message = new SimulatedMessage(++sent, next);
                unfinished.add(message);
                source.due(message, next);
            }
        }
        source.requireBound();
        unfinished.forEach(outcome);
    }

    /** Notes that no more transmissions of a message will be made. */
    void settled(SimulatedMessage message) {
        message.settle();
        finishIfOver(message);
    }

    private long nextMessageNanos() {
        return sent < scenario.messages() ? sent * intervalNanos : VirtualTime.NEVER;
    }

    /** Returns the time at which the source will restart a message, if no other event occurs before. */
    private long nextRestartNanos() {
        return source.nextNanos(time.nowNanos());
    }

    /** Notes that the destination has processed an attempt. */
    void processed(SimulatedMessage message, int attempt) {
        arrivals.add(message, attempt, time.nowNanos());
    }

    /** Notes the end of an attempt, which arrived or was lost. */
    void over(SimulatedMessage message) {
        message.over();
        finishIfOver(message);
    }

    /** Returns the acknowledgement of all arrivals so far, for an answer that is held back for a while. */
    Acknowledgement acknowledgement(long heldNanos) {
        return arrivals.acknowledge(time.nowNanos() + heldNanos);
    }

    /** Handles an acknowledgement that has arrived at the source. */
    void acknowledged(Acknowledgement acknowledgement) {
        long now = time.nowNanos();
        for (Arrival next = arrivals.takeNext(acknowledgement);
                next != null;
                next = arrivals.takeNext(acknowledgement)) {
            if (!next.message().settled()) {
                source.acknowledged(next.message(), echo(acknowledgement, next), now);
                settled(next.message());
            }
        }
    }

    private @Nullable Echo echo(Acknowledgement acknowledgement, Arrival arrival) {
        if (!settings.echo() || scenario.service().stock() || arrival.position() < acknowledgement.echoesFrom()) {
            return null;
        }
        return new Echo(arrival.attempt(), acknowledgement.writtenNanos() - arrival.nanos());
    }

    private void finishIfOver(SimulatedMessage message) {
        if (message.finished() && unfinished.remove(message)) {
            outcome.accept(message);
        }
    }
}
