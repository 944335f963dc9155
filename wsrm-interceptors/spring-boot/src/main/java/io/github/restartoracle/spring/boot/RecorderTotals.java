package io.github.restartoracle.spring.boot;

import io.github.restartoracle.ledger.Estimate;
import io.github.restartoracle.ledger.TransmissionRecorder;
import io.github.restartoracle.ledger.TransmissionSummary;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.recorder.PathRecorder;
import io.github.restartoracle.wsrm.recorder.PathRecorder.PathName;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The summed times of all paths with the same tags. A scrape reads many numbers of one moment, so a snapshot is used for a
 * second. Thread-safe.
 */
final class RecorderTotals {
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long NANOS_PER_MICRO = 1000;

    private final PathRecorder recorder;
    private final NanoClock clock;
    private Map<PathTags, Recorded> totals = Map.of();
    private boolean taken;
    private long takenNanos;

    RecorderTotals(PathRecorder recorder, NanoClock clock) {
        this.recorder = recorder;
        this.clock = clock;
    }

    /** A distribution of times. */
    record Times(Histogram micros, Estimate seconds) {
        long count() {
            return seconds.count();
        }

        double totalSeconds() {
            return count() == 0 ? 0 : seconds.mean() * count();
        }

        /** Returns the longest time; NaN if there are none. */
        double maxSeconds() {
            return count() == 0 ? Double.NaN : micros.getMaxValue() / 1e6;
        }

        /** Returns the number of times up to a bound, of all for null. */
        long upTo(@Nullable Duration bound) {
            return bound == null
                    ? micros.getTotalCount()
                    : micros.getCountBetweenValues(0, bound.toNanos() / NANOS_PER_MICRO);
        }
    }

    /** The times of paths with the same tags. */
    record Recorded(Times ett, Times rtt, double unnecessary, long lost) {
        static final Recorded NOTHING = of(new TransmissionRecorder());

        static Recorded of(TransmissionRecorder recorder) {
            TransmissionSummary summary = recorder.summary();
            Estimate urc = summary.urc();
            return new Recorded(
                    new Times(recorder.ettMicros(), summary.ettSeconds()),
                    new Times(recorder.rttMicros(), summary.rttSeconds()),
                    urc.count() == 0 ? 0 : Math.rint(urc.mean() * urc.count()),
                    summary.lost());
        }
    }

    /** Returns the times now, or at most a second ago. */
    synchronized Recorded of(PathTags tags, Function<PathName, PathTags> tagging) {
        long nowNanos = clock.nanoTime();
        if (!taken || nowNanos - takenNanos > FRESH_NANOS) {
            Map<PathTags, TransmissionRecorder> together = new HashMap<>();
            recorder.paths()
                    .forEach((name, each) -> together.computeIfAbsent(
                                    name.equals(PathRecorder.OTHER) ? PathTags.OTHER : tagging.apply(name),
                                    absent -> new TransmissionRecorder(PathRecorder.DIGITS))
                            .add(each));
            Map<PathTags, Recorded> fresh = new HashMap<>();
            together.forEach((of, each) -> fresh.put(of, Recorded.of(each)));
            totals = fresh;
            taken = true;
            takenNanos = nowNanos;
        }
        return totals.getOrDefault(tags, Recorded.NOTHING);
    }
}
