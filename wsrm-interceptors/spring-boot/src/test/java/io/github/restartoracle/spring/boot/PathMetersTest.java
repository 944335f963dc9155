package io.github.restartoracle.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.status.Delivery;
import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.status.SampleUse;
import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.wsrm.recorder.PathRecorder;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PathMetersTest {
    private static final String ENDPOINT = "{urn:orders}OrderService#OrderPort";
    private static final Tags TAGS = Tags.of("endpoint", "OrderService#OrderPort", "host", "supplier.example");
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ManualClock clock = new ManualClock();
    private final List<PathStatus> paths = new ArrayList<>();
    private final PathRecorder recorder = new PathRecorder();
    private final PathMeters meters =
            new PathMeters(registry, new PathTotals(() -> paths, clock), new RecorderTotals(recorder, clock));

    private static PathStatus path(String address, int unacknowledged, long timeoutNanos, long silentNanos) {
        return new PathStatus(
                ENDPOINT,
                address,
                "fixed",
                unacknowledged,
                1,
                null,
                unacknowledged,
                0,
                0,
                silentNanos,
                3,
                timeoutNanos,
                0,
                7,
                2,
                5,
                Map.of(),
                0,
                0,
                0,
                0,
                new TreeMap<>(),
                PathStatus.Reach.UP,
                Map.of());
    }

    private static Delivery delivery(int attempts, int arrived, long ettNanos, long rttNanos) {
        return new Delivery(
                new MessageId("s", 1),
                ENDPOINT,
                "http://supplier.example/orders",
                attempts,
                arrived,
                SampleUse.EXACT,
                ettNanos,
                rttNanos);
    }

    private double gauge(String name) {
        return registry.get("restart.oracle." + name).tags(TAGS).gauge().value();
    }

    private double seconds(String name) {
        return registry.get("restart.oracle." + name).tags(TAGS).timeGauge().value(TimeUnit.SECONDS);
    }

    private double counted(String name) {
        return registry.get("restart.oracle." + name)
                .tags(TAGS)
                .functionCounter()
                .count();
    }

    @Test
    void shouldTakePathsToOneHostTogether() {
        paths.add(path("http://supplier.example/orders", 2, 4 * SECOND, 0));
        paths.add(path("http://supplier.example/returns", 3, SECOND, 9 * SECOND));
        paths.add(path("http://other.example/", 50, SECOND, 90 * SECOND));
        meters.pathOpened(ENDPOINT, "http://supplier.example/orders");
        meters.pathOpened(ENDPOINT, "http://supplier.example/returns");
        assertThat(gauge("pending")).isEqualTo(5);
        assertThat(gauge("parked")).isEqualTo(2);
        assertThat(gauge("in.flight")).isEqualTo(6);
        assertThat(seconds("timeout")).isEqualTo(4);
        assertThat(seconds("silence")).isEqualTo(9);
        assertThat(counted("restarts")).isEqualTo(14);
        assertThat(counted("give.ups")).isEqualTo(4);
    }

    @Test
    void shouldLookAtThePathsOncePerSecond() {
        meters.pathOpened(ENDPOINT, "http://supplier.example/orders");
        assertThat(gauge("pending")).isZero();
        paths.add(path("http://supplier.example/orders", 2, SECOND, 0));
        clock.advance(SECOND);
        assertThat(gauge("pending")).isZero();
        clock.advance(1);
        assertThat(gauge("pending")).isEqualTo(2);
    }

    @Test
    void shouldReadTimesAndCountsFromTheRecorder() {
        meters.pathOpened(ENDPOINT, "http://supplier.example/orders");
        recorder.delivered(delivery(3, 1, 5 * SECOND, SECOND));
        recorder.delivered(delivery(1, 0, -1, -1));
        recorder.lost(ENDPOINT, "http://supplier.example/orders", "closed");

        assertThat(timer("ett").count()).isOne();
        assertThat(timer("ett").totalTime(TimeUnit.SECONDS)).isEqualTo(5);
        assertThat(seconds("ett.max")).isCloseTo(5, within(0.05));
        assertThat(timer("rtt").totalTime(TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(bucket("2")).isZero();
        assertThat(bucket("10")).isOne();
        assertThat(bucket("+Inf")).isOne();
        assertThat(counted("needless.restarts")).isEqualTo(2);
        assertThat(counted("lost")).isOne();
    }

    private FunctionTimer timer(String name) {
        return registry.get("restart.oracle." + name).tags(TAGS).functionTimer();
    }

    private double bucket(String le) {
        return registry.get("restart.oracle.ett.within")
                .tags(TAGS)
                .tag("le", le)
                .functionCounter()
                .count();
    }

    /** A peer may ask for answers to any host. */
    @Test
    void shouldLimitTheNumberOfHosts() {
        for (int i = 0; i < 3 * PathMeters.MANY; i++) {
            meters.pathOpened(ENDPOINT, "http://host" + i + ".example/");
            paths.add(path("http://host" + i + ".example/", 1, SECOND, 0));
        }
        assertThat(registry.getMeters().stream()
                        .map(Meter::getId)
                        .filter(id -> id.getName().equals("restart.oracle.pending")))
                .hasSize(PathMeters.MANY + 1);
        Tags other = Tags.of("endpoint", "other", "host", "other");
        assertThat(registry.get("restart.oracle.pending").tags(other).gauge().value())
                .isEqualTo(2 * PathMeters.MANY);
    }
}
