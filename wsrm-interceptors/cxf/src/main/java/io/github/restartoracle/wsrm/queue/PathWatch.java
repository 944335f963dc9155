package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.capture.Template;
import io.github.restartoracle.wsrm.event.OutageLog;
import io.github.restartoracle.wsrm.log.Logs;
import io.github.restartoracle.wsrm.path.Path;
import io.github.restartoracle.wsrm.path.PathStatus;
import java.util.Collection;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * Logs when a path is down or silent although messages wait, and when its destination is heard of again. A check may block,
 * as a log may.
 *
 * <p>Thread-safe.
 */
final class PathWatch {
    private static final Logger LOG = Logs.of(PathWatch.class);

    /** The time between two checks. */
    static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The time of silence after which a path is logged. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Collection<Path<Template>> paths;
    private final NanoClock clock;

    /** The time of being down after which a path is logged. */
    private static final long DOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Used under the lock of this object. */
    private final Map<Path<Template>, OutageLog> logs = new WeakHashMap<>();

    /**
     * Creates a watch that checks when it is told to.
     *
     * @param paths a live view of the present paths
     */
    PathWatch(Collection<Path<Template>> paths, NanoClock clock) {
        this.paths = paths;
        this.clock = clock;
    }

    /** Checks all paths. */
    synchronized void look() {
        paths.forEach(this::look);
    }

    private void look(Path<Template> path) {
        PathStatus status = path.status();
        PathStatus.Reach reach = status.reach();
        if (reach.down() && reach.downNanos() >= DOWN_NANOS) {
            log(path)
                    .down("no connection and no answer for " + TimeUnit.NANOSECONDS.toSeconds(reach.downNanos())
                            + " s, one message is tried every " + TimeUnit.NANOSECONDS.toMillis(reach.probeNanos())
                            + " ms, " + reach.waiting() + " messages wait" + parked(status));
        } else if (status.silentNanos() >= SILENT_NANOS && status.waiting() > status.parked()) {
            log(path)
                    .down("nothing heard for " + TimeUnit.NANOSECONDS.toSeconds(status.silentNanos()) + " s, "
                            + (status.waiting() - status.parked()) + " messages wait" + parked(status) + ", "
                            + status.inFlight()
                            + " attempts in flight");
        } else {
            OutageLog log = logs.get(path);
            if (log != null) {
                log.up();
            }
        }
    }

    private static String parked(PathStatus status) {
        return status.parked() == 0 ? "" : " and " + status.parked() + " calls for their sequence";
    }

    private OutageLog log(Path<Template> path) {
        return logs.computeIfAbsent(
                path, each -> new OutageLog(LOG, clock, each.name().toString()));
    }
}
