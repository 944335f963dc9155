package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The service behind a simulated path: every copy that arrives costs the same work, whether it is the first of its message
 * or not. Not thread-safe.
 */
final class SimulatedService {
    private final VirtualTime time;
    private final PathModel model;
    private final Queue<Job> waiting = new ArrayDeque<>();
    private boolean busy;

    /** One copy. */
    interface Job {
        /** The service begins. */
        void begin(long nowNanos);

        /** How long it takes. */
        long nanos();

        /** The service is done and answers. */
        void end(long nowNanos);
    }

    SimulatedService(VirtualTime time, PathModel model) {
        this.time = time;
        this.model = model;
    }

    /** A copy has arrived. */
    void serve(Job job) {
        if (model.oneThread()) {
            waiting.add(job);
            next(time.nowNanos());
        } else {
            begin(job, time.nowNanos());
        }
    }

    private void next(long nowNanos) {
        if (busy || waiting.isEmpty()) {
            return;
        }
        busy = true;
        long fromNanos = model.stallFrom().toNanos();
        long untilNanos = fromNanos + model.stallFor().toNanos();
        if (nowNanos >= fromNanos && nowNanos < untilNanos) {
            time.at(untilNanos, now -> begin(waiting.remove(), now));
        } else {
            begin(waiting.remove(), nowNanos);
        }
    }

    private void begin(Job job, long nowNanos) {
        job.begin(nowNanos);
        long nanos = job.nanos();
        if (nanos == 0) {
            end(job, nowNanos);
        } else {
            time.at(nowNanos + nanos, now -> end(job, now));
        }
    }

    private void end(Job job, long nowNanos) {
        job.end(nowNanos);
        if (model.oneThread()) {
            busy = false;
            next(nowNanos);
        }
    }
}
