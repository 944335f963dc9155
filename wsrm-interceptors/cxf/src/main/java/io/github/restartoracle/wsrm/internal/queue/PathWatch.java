package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.log.OutageLog;
import java.util.Collection;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs when a path is down or silent although messages wait, and when its destination acknowledges a message again. A check
 * may block, as a log may.
 *
 * <p>Not thread-safe; confined to the thread that checks.
 */
final class PathWatch {
    private static final Logger LOG = Logs.of(PathWatch.class);

    /** The least time without a sign of life after which a path is logged. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The least time for which a path is down before it is logged. */
    private static final long DOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Collection<Path<Template>> paths;
    private final NanoClock clock;

    private final Map<Object, Outage> outages = new WeakHashMap<>();

    /** The last outage of a path, and the number of messages that were acknowledged before it. */
    private static final class Outage {
        private final OutageLog log;
        private long acknowledged;

        Outage(OutageLog log) {
            this.log = log;
        }
    }

    private record Problem(String state, long forNanos) {}

    /** Creates a watch of the present paths, of which it gets a live view. */
    PathWatch(Collection<Path<Template>> paths, NanoClock clock) {
        this.paths = paths;
        this.clock = clock;
    }

    /** Checks all paths. */
    void checkAll() {
        paths.forEach(path -> {
            PathStatus status = path.status(clock.nanoTime());
            if (status.reach().oldest() != null) {
                LOG.debug("{}: {}", path.name(), status.reach().oldest());
            }
            check(path, status);
        });
    }

    /** Checks a path in a state, and returns true if an outage of it is on. */
    boolean check(Object path, PathStatus status) {
        Problem problem = problem(status);
        Outage outage =
                problem == null ? outages.get(path) : outages.computeIfAbsent(path, key -> new Outage(log(status)));
        if (outage == null) {
            return false;
        }
        if (problem != null) {
            if (!outage.log.isDown()) {
                outage.acknowledged = acknowledged(status);
            }
            outage.log.down(problem.state, problem.forNanos);
        } else if (acknowledged(status) > outage.acknowledged) {
            // That no message waits is no sign of life, since all may have been given up.
            outage.log.up();
        }
        return outage.log.isDown();
    }

    private static @Nullable Problem problem(PathStatus status) {
        PathStatus.Reach reach = status.reach();
        if (reach.down() && reach.downNanos() >= DOWN_NANOS && status.waiting() > 0) {
            return new Problem(
                    "no connection and no answer for " + TimeUnit.NANOSECONDS.toSeconds(reach.downNanos())
                            + " s, one message is tried every " + TimeUnit.NANOSECONDS.toMillis(reach.probeNanos())
                            + " ms, " + waiting(status),
                    reach.downNanos());
        }
        if (status.silentNanos() >= SILENT_NANOS && status.waiting() > status.parked()) {
            return new Problem(
                    "nothing heard for " + TimeUnit.NANOSECONDS.toSeconds(status.silentNanos()) + " s, "
                            + waiting(status) + ", " + status.inFlight() + " attempts in flight",
                    status.silentNanos());
        }
        return null;
    }

    private static String waiting(PathStatus status) {
        String messages = "messages without an acknowledgement: " + (status.waiting() - status.parked());
        return status.parked() == 0 ? messages : messages + ", calls without a sequence: " + status.parked();
    }

    private static long acknowledged(PathStatus status) {
        return status.samples().values().stream().mapToLong(Long::longValue).sum();
    }

    private OutageLog log(PathStatus status) {
        return new OutageLog(LOG, clock, new PathName(status.endpoint(), status.address()).toString());
    }
}
