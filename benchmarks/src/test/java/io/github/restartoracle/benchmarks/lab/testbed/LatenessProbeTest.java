package io.github.restartoracle.benchmarks.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.benchmarks.lab.results.HostLateness;
import org.junit.jupiter.api.Test;

class LatenessProbeTest {
    @Test
    void shouldLookAllAlongUntilItIsClosed() {
        LatenessProbe probe = new LatenessProbe();
        await().until(() -> probe.lateness().ticks() >= 5);
        probe.close();

        await().until(() -> {
            long ticks = probe.lateness().ticks();
            Thread.sleep(100);
            return probe.lateness().ticks() == ticks;
        });
        HostLateness seen = probe.lateness();
        assertThat(seen.maxMillis()).isGreaterThanOrEqualTo(seen.p99Millis()).isPositive();
    }

    @Test
    void shouldTellTheLaterOfTwo() {
        HostLateness punctual = new HostLateness(1000, 50, 400);
        HostLateness late = new HostLateness(1000, 50.1, 60);

        assertThat(punctual.sound()).isTrue();
        assertThat(late.sound()).isFalse();
        assertThat(punctual.orLater(late)).isEqualTo(late);
        assertThat(late.orLater(punctual)).isEqualTo(late);
    }
}
