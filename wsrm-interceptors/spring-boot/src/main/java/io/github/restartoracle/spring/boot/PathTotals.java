package io.github.restartoracle.spring.boot;

import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.time.NanoClock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The summed state of all paths with the same tags. A scrape reads many numbers of one moment, so a snapshot is used for a
 * second. Thread-safe.
 */
final class PathTotals {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * Several paths as one.
     *
     * @param timeoutNanos the longest, {@link Long#MAX_VALUE} for never
     * @param silentNanos the longest
     */
    record Total(
            int unacknowledged,
            int parked,
            int inFlight,
            long timeoutNanos,
            long silentNanos,
            long restarts,
            long moves,
            long giveUps,
            long missedWakeUps) {
        static final Total NOTHING = new Total(0, 0, 0, 0, 0, 0, 0, 0, 0);

        private static Total of(PathStatus path) {
            return new Total(
                    path.unacknowledged(),
                    path.parked(),
                    path.inFlight(),
                    path.timeoutNanos(),
                    path.silentNanos(),
                    path.restarts(),
                    path.moves(),
                    path.giveUps(),
                    path.missedWakeUps());
        }

        private Total plus(Total other) {
            return new Total(
                    unacknowledged + other.unacknowledged,
                    parked + other.parked,
                    inFlight + other.inFlight,
                    Math.max(timeoutNanos, other.timeoutNanos),
                    Math.max(silentNanos, other.silentNanos),
                    restarts + other.restarts,
                    moves + other.moves,
                    giveUps + other.giveUps,
                    missedWakeUps + other.missedWakeUps);
        }
    }

    private final Supplier<List<PathStatus>> paths;
    private final NanoClock clock;
    private Map<PathTags, Total> totals = Map.of();
    private boolean taken;
    private long takenNanos;

    PathTotals(Supplier<List<PathStatus>> paths, NanoClock clock) {
        this.paths = paths;
        this.clock = clock;
    }

    /** Returns the state now, or at most a second ago. */
    synchronized Total of(PathTags tags, Function<PathStatus, PathTags> tagging) {
        long nowNanos = clock.nanoTime();
        if (!taken || nowNanos - takenNanos > FRESH_NANOS) {
            Map<PathTags, Total> fresh = new HashMap<>();
            BinaryOperator<Total> plus = Total::plus;
            paths.get().forEach(path -> fresh.merge(tagging.apply(path), Total.of(path), plus));
            totals = fresh;
            taken = true;
            takenNanos = nowNanos;
        }
        return totals.getOrDefault(tags, Total.NOTHING);
    }
}
