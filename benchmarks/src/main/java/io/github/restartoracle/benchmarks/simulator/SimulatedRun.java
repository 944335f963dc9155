package io.github.restartoracle.benchmarks.simulator;

import io.github.restartoracle.benchmarks.experiments.Scenario;
import io.github.restartoracle.benchmarks.simulator.Arrivals.Acknowledgement;
import io.github.restartoracle.benchmarks.simulator.net.Luck;
import io.github.restartoracle.benchmarks.simulator.net.SimulatedLink;
import io.github.restartoracle.benchmarks.simulator.net.VirtualTime;
import io.github.restartoracle.benchmarks.simulator.tcp.Network;
import io.github.restartoracle.benchmarks.simulator.tcp.TcpSettings;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.pending.Due;
import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.pending.PendingSet;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One run of one oracle: messages become due, the oracle calls for restarts, a {@link Courier} does the rest. Not
 * thread-safe.
 */
final class SimulatedRun implements Due<SimulatedMessage> {
    /** How long a run goes on after its last message was due, if messages remain unacknowledged. */
    private static final Duration DRAIN = Duration.ofHours(1);

    final VirtualTime time = new VirtualTime();
    final Network network;
    final SimulationSettings settings;
    final Scenario scenario;
    final long key;

    private final PendingSet<SimulatedMessage> pending;
    private final Outcome outcome;
    private final Courier courier;
    private final Arrivals arrivals = new Arrivals();
    private final MessageList unfinished = new MessageList();
    private final long intervalNanos;
    private final boolean shortcuts;
    private int sent;
    private long restartNanos = VirtualTime.NEVER;
    private boolean restartUnknown;

    /** Told about each message when nothing more can happen to it. */
    @FunctionalInterface
    interface Outcome {
        void finished(SimulatedMessage message);
    }

    SimulatedRun(
            Scenario scenario,
            SimulationSettings settings,
            RetransmissionOracle oracle,
            long key,
            boolean shortcuts,
            Outcome outcome) {
        this.scenario = scenario;
        this.settings = settings;
        this.key = key;
        this.shortcuts = shortcuts;
        this.outcome = outcome;
        this.intervalNanos = scenario.interval().toNanos();
        SimulatedLink link = new SimulatedLink(
                scenario.link(), scenario.faults(), settings.queueBytes(), settings.bursts(), Luck.of(key, -1));
        TcpSettings tcp = scenario.transport().connectsPerAttempt()
                ? settings.tcp()
                : settings.tcp().withConnectTimeout(settings.mail().connectTimeout());
        network = new Network(time, link, tcp);
        pending = new PendingSet<>(oracle);
        courier = scenario.transport().connectsPerAttempt() ? new HttpCourier(this) : new MailCourier(this);
    }

    /** From the first message to the last acknowledgement. */
    void execute() {
        long end = scenario.sending().plus(DRAIN).toNanos();
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
            // What a node of the testbed does first when both are due is up to its threads.
            if (next == nextRestartNanos()) {
                pending.expire(next, this);
                restartUnknown = true;
            } else {
                first(next);
            }
        }
        for (SimulatedMessage left = unfinished.first(); left != null; left = unfinished.first()) {
            unfinished.remove(left);
            outcome.finished(left);
        }
    }

    private void first(long nowNanos) {
        SimulatedMessage message = new SimulatedMessage(++sent, nowNanos);
        unfinished.add(message);
        message.pending = pending.add(message, nowNanos);
        restartUnknown = true;
        dispatch(message, nowNanos);
    }

    private void dispatch(SimulatedMessage message, long nowNanos) {
        message.dispatch(nowNanos);
        courier.dispatch(message, message.attempts());
    }

    @Override
    public void restart(Pending<SimulatedMessage> due) {
        restartUnknown = true;
        dispatch(due.message(), time.nowNanos());
    }

    @Override
    public void giveUp(Pending<SimulatedMessage> due) {
        finishIfOver(due.message());
    }

    /** Until when nothing is sent that is not scheduled as an event, but for a restart of the only message there is. */
    long quietUntilNanos() {
        if (!shortcuts) {
            return time.nowNanos();
        }
        return pending.size() > 1 ? Math.min(nextMessageNanos(), nextRestartNanos()) : nextMessageNanos();
    }

    private long nextMessageNanos() {
        return sent < scenario.messages() ? sent * intervalNanos : VirtualTime.NEVER;
    }

    /** When the oracle will call for the next restart, if nothing happens before. */
    long nextRestartNanos() {
        if (restartUnknown) {
            long now = time.nowNanos();
            long wait = pending.nanosUntilDue(now);
            restartNanos = wait == Long.MAX_VALUE ? VirtualTime.NEVER : now + wait;
            restartUnknown = false;
        }
        return restartNanos;
    }

    /** An attempt has got through to the application. */
    void arrived(SimulatedMessage message, int attempt) {
        long now = time.nowNanos();
        message.arrive(attempt, now);
        arrivals.add(message, attempt, now);
    }

    /** Nothing more will be heard of an attempt, whether it arrived or was lost. */
    void over(SimulatedMessage message) {
        message.over();
        finishIfOver(message);
    }

    /** What an acknowledgement says that is written now, and held back for a while. */
    Acknowledgement acknowledgement(long heldNanos) {
        return arrivals.acknowledge(time.nowNanos() + heldNanos);
    }

    /** An acknowledgement has got through to the source. */
    void acknowledged(Acknowledgement acknowledgement) {
        long now = time.nowNanos();
        for (long i = arrivals.takeNext(acknowledgement); i >= 0; i = arrivals.takeNext(acknowledgement)) {
            SimulatedMessage message = arrivals.message(i);
            Pending<SimulatedMessage> entry = message.pending;
            if (entry != null && entry.isPending()) {
                acknowledge(entry, echo(acknowledgement, i), now);
                restartUnknown = true;
                finishIfOver(message);
            }
        }
    }

    private void acknowledge(Pending<SimulatedMessage> entry, @Nullable Echo echo, long nowNanos) {
        if (echo == null) {
            pending.acknowledge(entry, nowNanos);
        } else {
            pending.acknowledge(entry, nowNanos, echo);
        }
    }

    private @Nullable Echo echo(Acknowledgement acknowledgement, long index) {
        if (!settings.echo() || index < acknowledgement.echoesFrom()) {
            return null;
        }
        return new Echo(arrivals.attempt(index), acknowledgement.writtenNanos() - arrivals.nanos(index));
    }

    private void finishIfOver(SimulatedMessage message) {
        if (message.finished() && unfinished.remove(message)) {
            outcome.finished(message);
        }
    }
}
