package io.github.restartoracle.spring.boot;

import io.github.restartoracle.spring.boot.PathTotals.Total;
import io.github.restartoracle.wsrm.event.Delivery;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * The meters of each path on one registry. Peers choose the addresses to which an endpoint answers, so there is a limit to
 * the combinations of tags; further ones are {@code other}. Thread-safe.
 */
final class PathMeters implements TransmissionListener {
    static final int MANY = 100;

    private static final String PREFIX = "restart.oracle.";

    /** Few buckets, of which registries with histograms make percentiles across instances. */
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
    private final Map<PathTags, Meters> all = new ConcurrentHashMap<>();

    /** The meters that count events; those that show a state are asked for it by the registry. */
    private record Meters(Timer ett, Timer rtt, Counter needless, Counter lost) {}

    PathMeters(MeterRegistry registry, PathTotals totals) {
        this.registry = registry;
        this.totals = totals;
    }

    @Override
    public void pathOpened(String endpoint, String address) {
        meters(endpoint, address);
    }

    @Override
    public void delivered(Delivery delivery) {
        Meters meters = meters(delivery.endpoint(), delivery.address());
        if (delivery.ettNanos() >= 0) {
            meters.ett.record(delivery.ettNanos(), TimeUnit.NANOSECONDS);
        }
        if (delivery.rttNanos() >= 0) {
            meters.rtt.record(delivery.rttNanos(), TimeUnit.NANOSECONDS);
        }
        if (delivery.needlessRestarts() > 0) {
            meters.needless.increment(delivery.needlessRestarts());
        }
    }

    @Override
    public void lost(String endpoint, String address, String reason) {
        meters(endpoint, address).lost.increment();
    }

    private Meters meters(String endpoint, String address) {
        return all.computeIfAbsent(tags(endpoint, address), this::register);
    }

    private PathTags tags(String endpoint, String address) {
        PathTags tags = PathTags.of(endpoint, address);
        return all.containsKey(tags) || all.size() < MANY ? tags : PathTags.OTHER;
    }

    private Meters register(PathTags of) {
        Tags tags = of.tags();
        gauge("pending", "Messages that are not acknowledged", of, Total::unacknowledged);
        gauge("in.flight", "Transmissions under way", of, Total::inFlight);
        time("timeout", "The timeout of a first transmission", of, Total::timeoutNanos);
        time("silence", "How long nothing was acknowledged although messages wait", of, Total::silentNanos);
        count("restarts", "Restarts that were due", of, Total::restarts);
        count("give.ups", "Messages that were given up", of, Total::giveUps);
        return new Meters(
                timer("ett", "From when a message was due to its acknowledgement", tags),
                timer("rtt", "Round trips, of unambiguous samples", tags),
                counter("needless.restarts", "Restarts after the transmission that arrived, as echoed", tags),
                counter("lost", "Calls that were lost before they had a sequence", tags));
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

    /** Goes down when paths are forgotten, which takes more than a thousand; a rate takes that for a new start. */
    private void count(String name, String description, PathTags of, ToDoubleFunction<Total> number) {
        FunctionCounter.builder(PREFIX + name, this, self -> self.value(of, number))
                .description(description)
                .tags(of.tags())
                .register(registry);
    }

    private Timer timer(String name, String description, Tags tags) {
        return Timer.builder(PREFIX + name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private Counter counter(String name, String description, Tags tags) {
        return Counter.builder(PREFIX + name)
                .description(description)
                .tags(tags)
                .register(registry);
    }
}
