package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.pending.Due;
import io.github.restartoracle.pending.Echo;
import io.github.restartoracle.pending.Pending;
import io.github.restartoracle.pending.PendingSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The library's pending set and nothing around it: every message is dispatched when it is due, as long as not too many
 * attempts are under way; beyond that it waits for one to end. Not thread-safe.
 */
final class PendingSetSource implements SimulatedSource, Due<SimulatedMessage> {
    /** As on the nodes of the testbed. Without a limit, a path that cannot carry its restarts collapses for ever. */
    private static final int MAX_IN_FLIGHT = 4096;

    private final PendingSet<SimulatedMessage> pending;
    private final SimulatedSource.Transmissions transmissions;
    private final Map<SimulatedMessage, Pending<SimulatedMessage>> entries = new HashMap<>();
    private final Set<SimulatedMessage> waiting = new LinkedHashSet<>();
    private int underWay;
    private long restartNanos = VirtualTime.NEVER;
    private boolean restartUnknown;

    PendingSetSource(RetransmissionOracle oracle, SimulatedSource.Transmissions transmissions) {
        this.pending = new PendingSet<>(oracle);
        this.transmissions = transmissions;
    }

    @Override
    public void due(SimulatedMessage message, long nowNanos) {
        entries.put(message, pending.add(message, nowNanos));
        restartUnknown = true;
        depart(message);
    }

    private void depart(SimulatedMessage message) {
        if (underWay < MAX_IN_FLIGHT) {
            underWay++;
            transmissions.dispatch(message);
        } else {
            waiting.add(message);
        }
    }

    @Override
    public void attemptOver() {
        underWay--;
        if (!waiting.isEmpty()) {
            Iterator<SimulatedMessage> first = waiting.iterator();
            SimulatedMessage message = first.next();
            first.remove();
            depart(message);
        }
    }

    @Override
    public long nextNanos(long nowNanos) {
        if (restartUnknown) {
            long wait = pending.nanosUntilDue(nowNanos);
            restartNanos = wait == Long.MAX_VALUE ? VirtualTime.NEVER : nowNanos + wait;
            restartUnknown = false;
        }
        return restartNanos;
    }

    @Override
    public void elapse(long nowNanos) {
        pending.expire(nowNanos, this);
        restartUnknown = true;
    }

    @Override
    public void restart(Pending<SimulatedMessage> due) {
        restartUnknown = true;
        depart(due.message());
    }

    @Override
    public void giveUp(Pending<SimulatedMessage> due) {
        settle(due.message());
    }

    @Override
    public void acknowledged(SimulatedMessage message, @Nullable Echo echo, long nowNanos) {
        Pending<SimulatedMessage> entry = entries.get(message);
        if (entry == null) {
            return;
        }
        if (echo == null) {
            pending.acknowledge(entry, nowNanos);
        } else {
            pending.acknowledge(entry, nowNanos, echo);
        }
        restartUnknown = true;
        settle(message);
    }

    private void settle(SimulatedMessage message) {
        entries.remove(message);
        waiting.remove(message);
        transmissions.settled(message);
    }

    @Override
    public int waiting() {
        return pending.size();
    }
}
