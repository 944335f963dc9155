package io.github.restartoracle.benchmarks.lab.simulator;

import io.github.restartoracle.benchmarks.lab.scenario.Service;
import io.github.restartoracle.benchmarks.lab.scenario.Spread;
import io.github.restartoracle.benchmarks.lab.simulator.net.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The service behind a simulated path. Every copy that arrives costs the same work, also if it is not the first of its message.
 * Not thread-safe.
 */
final class SimulatedService {
    private final VirtualTime time;
    private final Service service;
    private final @Nullable HostTimes times;
    private final Queue<Job> waiting = new ArrayDeque<>();
    private int busy;

    /** One copy. */
    interface Job {
        /** Receives the refusal of the service. */
        void refuse(Optional<Duration> retryAfter);

        /** Receives the begin of the work. */
        void begin(long nowNanos);

        /** Returns the time that the work takes, drawn from those of the service. */
        long nanos(HostTimes times);

        /** Receives the end of the work, after which the service answers. */
        void end(long nowNanos);
    }

    SimulatedService(VirtualTime time, Service service) {
        this.time = time;
        this.service = service;
        this.times = service.time().isZero() ? null : times(service);
    }

    private static HostTimes times(Service service) {
        return service.spread() == Spread.EXPONENTIAL
                ? HostTimes.exponential(service.time())
                : HostTimes.of(service.time().toNanos());
    }

    /** Serves a copy that has arrived. */
    void serve(Job job) {
        long nowNanos = time.nowNanos();
        Optional<Service.Busy> refusal = service.busyAt(nowNanos);
        if (refusal.isPresent()) {
            job.refuse(refusal.get().retryAfter());
            return;
        }
        if (service.limit() > 0 && busy + waiting.size() >= service.limit()) {
            job.refuse(Optional.empty());
            return;
        }
        waiting.add(job);
        next(nowNanos);
    }

    private void next(long nowNanos) {
        if (waiting.isEmpty() || (service.threads() > 0 && busy >= service.threads())) {
            return;
        }
        busy++;
        Job job = waiting.remove();
        time.notBefore(service.nextBeginNanos(nowNanos), now -> begin(job, now));
    }

    private void begin(Job job, long nowNanos) {
        job.begin(nowNanos);
        if (times == null) {
            end(job, nowNanos);
        } else {
            time.at(nowNanos + job.nanos(times), now -> end(job, now));
        }
    }

    private void end(Job job, long nowNanos) {
        job.end(nowNanos);
        busy--;
        next(nowNanos);
    }
}
