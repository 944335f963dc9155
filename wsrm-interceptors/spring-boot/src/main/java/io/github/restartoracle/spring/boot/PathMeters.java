package io.github.restartoracle.spring.boot;

import io.github.restartoracle.spring.boot.PathTotals.Total;
import io.github.restartoracle.spring.boot.RecorderTotals.Recorded;
import io.github.restartoracle.spring.boot.RecorderTotals.Times;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The meters of each path on one registry. Peers choose the addresses to which an endpoint answers, so the number of
 * combinations of tags is bounded; further ones are {@code other}. Thread-safe.
 */
final class PathMeters implements TransmissionListener {
    static final int MANY = 100;

    private static final String PREFIX = "restart.oracle.";

    /** The few buckets from which registries with histograms compute percentiles across instances. */
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(1),
        Duration.ofMillis(5),
        Duration.ofMillis(20),
        Duration.ofMillis(100),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofMinutes(1),
        Duration.ofMinutes(5),
        Duration.ofHours(1)
    };

    private final MeterRegistry registry;
    private final PathTotals totals;
    private final RecorderTotals recorded;
    private final Set<PathTags> all = ConcurrentHashMap.newKeySet();

    PathMeters(MeterRegistry registry, PathTotals totals, RecorderTotals recorded) {
        this.registry = registry;
        this.totals = totals;
        this.recorded = recorded;
    }

    @Override
    public void pathOpened(String endpoint, String address) {
        PathTags tags = tags(endpoint, address);
        if (all.add(tags)) {
            register(tags);
        }
    }

    @Override
    public void lost(String endpoint, String address, String reason) {
        pathOpened(endpoint, address);
    }

    private PathTags tags(String endpoint, String address) {
        PathTags tags = PathTags.of(endpoint, address);
        return all.contains(tags) || all.size() < MANY ? tags : PathTags.OTHER;
    }

    private void register(PathTags of) {
        gauge("pending", "Messages that are not acknowledged", of, Total::unacknowledged);
        gauge("parked", "Calls that wait for their sequence", of, Total::parked);
        gauge("in.flight", "Transmissions under way", of, Total::inFlight);
        time("timeout", "The timeout of a first transmission", of, Total::timeoutNanos);
        time("silence", "The time without an answer while messages wait", of, Total::silentNanos);
        count("restarts", "Restarts that were due", of, Total::restarts);
        count("moves", "Messages that were moved to another sequence", of, Total::moves);
        count("give.ups", "Messages that were given up", of, Total::giveUps);
        count("missed.wakeups", "Dispatches that were found only by the check once a second", of, Total::missedWakeUps);
        timer("ett", "The time from when a message was due until its acknowledgement", of, Recorded::ett);
        timer("rtt", "Round trips, of unambiguous samples", of, Recorded::rtt);
        FunctionCounter.builder(
                        PREFIX + "needless.restarts",
                        this,
                        self -> self.recorded(of).unnecessary())
                .description("Restarts after the transmission that arrived, as echoed")
                .tags(of.tags())
                .register(registry);
        FunctionCounter.builder(PREFIX + "lost", this, self -> self.recorded(of).lost())
                .description("Calls that were lost because their client was closed before they had a sequence")
                .tags(of.tags())
                .register(registry);
    }

    private Recorded recorded(PathTags of) {
        return recorded.of(of, path -> tags(path.endpoint(), path.address()));
    }

    private double value(PathTags of, ToDoubleFunction<Total> number) {
        return number.applyAsDouble(totals.of(of, path -> tags(path.endpoint(), path.address())));
    }

    private void gauge(String name, String description, PathTags of, ToDoubleFunction<Total> number) {
        Gauge.builder(PREFIX + name, this, self -> self.value(of, number))
                .description(description)
                .tags(of.tags())
                .register(registry);
    }

    private void time(String name, String description, PathTags of, ToDoubleFunction<Total> nanos) {
        TimeGauge.builder(PREFIX + name, this, TimeUnit.NANOSECONDS, self -> self.value(of, nanos))
                .description(description)
                .tags(of.tags())
                .register(registry);
    }

    /**
     * Registers a counter. It decreases when paths are forgotten, which takes more than a thousand; a rate takes that for a
     * restart.
     */
    private void count(String name, String description, PathTags of, ToDoubleFunction<Total> number) {
        FunctionCounter.builder(PREFIX + name, this, self -> self.value(of, number))
                .description(description)
                .tags(of.tags())
                .register(registry);
    }

    /**
     * Registers count and sum, the longest time so far, and counts up to the bounds of {@link #BUCKETS}, from which a query
     * computes percentiles across instances.
     */
    private void timer(String name, String description, PathTags of, Function<Recorded, Times> times) {
        FunctionTimer.builder(
                        PREFIX + name,
                        this,
                        self -> times.apply(self.recorded(of)).count(),
                        self -> times.apply(self.recorded(of)).totalSeconds(),
                        TimeUnit.SECONDS)
                .description(description)
                .tags(of.tags())
                .register(registry);
        TimeGauge.builder(
                        PREFIX + name + ".max",
                        this,
                        TimeUnit.SECONDS,
                        self -> times.apply(self.recorded(of)).maxSeconds())
                .description(description + ": the longest so far")
                .tags(of.tags())
                .register(registry);
        for (int i = 0; i <= BUCKETS.length; i++) {
            Duration bound = i < BUCKETS.length ? BUCKETS[i] : null;
            FunctionCounter.builder(
                            PREFIX + name + ".within",
                            this,
                            self -> times.apply(self.recorded(of)).upTo(bound))
                    .description(description + ": how many took at most so long")
                    .tags(of.tags())
                    .tag("le", bound == null ? "+Inf" : seconds(bound))
                    .register(registry);
        }
    }

    private static String seconds(Duration bound) {
        return BigDecimal.valueOf(bound.toMillis(), 3).stripTrailingZeros().toPlainString();
    }
}
