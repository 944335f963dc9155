package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.internal.attempt.Attempt;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The restarts of CXF's own queue. The thread of its timer makes one restart, and the next one only when that is answered or
 * has failed. A message that was acknowledged meanwhile is not sent. Not thread-safe.
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

    /** Adds a restart that is due. */
    void add(SimulatedMessage message, Attempt attempt) {
        waiting.add(new Restart(message, attempt));
        proceed();
    }

    /**
     * Schedules the next restart if the present one may have ended. It is not made in this call, because the path may be about
     * to report the end, and is locked then.
     */
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
