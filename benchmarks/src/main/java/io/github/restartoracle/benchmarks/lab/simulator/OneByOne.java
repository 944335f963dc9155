package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.wsrm.attempt.Attempt;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The restarts of CXF's own queue: its timer's thread makes one, and does nothing else until that is answered or has failed.
 * What was acknowledged meanwhile is not sent. Not thread-safe.
 */
final class OneByOne {
    private final SimulatedRun run;
    private final Courier courier;
    private final Queue<Restart> waiting = new ArrayDeque<>();
    private @Nullable Attempt underWay;

    private record Restart(SimulatedMessage message, Attempt attempt) {}

    OneByOne(SimulatedRun run, Courier courier) {
        this.run = run;
        this.courier = courier;
    }

    /** A restart is due. */
    void add(SimulatedMessage message, Attempt attempt) {
        waiting.add(new Restart(message, attempt));
        proceed();
    }

    /** The restart that is under way may have ended; the path may be about to say so, and is locked then. */
    void proceedSoon() {
        if (isNext()) {
            run.time.at(run.time.nowNanos(), now -> proceed());
        }
    }

    private boolean isNext() {
        return !waiting.isEmpty() && (underWay == null || underWay.phase().ended());
    }

    private void proceed() {
        while (isNext()) {
            Restart next = waiting.remove();
            if (next.message().settled()) {
                next.attempt().abandon();
                run.over(next.message());
            } else {
                underWay = next.attempt();
                courier.dispatch(next.message(), next.attempt());
            }
        }
    }
}
