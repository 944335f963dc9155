package io.github.restartoracle.wsrm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.pending.RestartTimer;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.wsrm.attempt.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cxf.ws.rm.v200702.Identifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PathsTest {
    private final ManualClock clock = new ManualClock();
    private final RestartTimer timer = new RestartTimer(clock, task -> new Thread(() -> {}));
    private final List<String> opened = new ArrayList<>();
    private final Paths paths = new Paths(
            QueueOptions.of(Settings.of(Map.of("oracle", "qest")), OracleCatalog.load()),
            clock,
            new Dispatch() {
                @Override
                public void launch(Outgoing message, Attempt attempt, long dueNanos) {
                    throw new IllegalStateException("nothing is sent");
                }

                @Override
                public void dueIn(long delayNanos) {
                    throw new IllegalStateException("nothing is sent");
                }

                @Override
                public void gaveUp(Outgoing message) {
                    throw new IllegalStateException("nothing is sent");
                }

                @Override
                public void opened(Path path) {
                    opened.add(path.address);
                }
            },
            timer,
            () -> null);

    @AfterEach
    void close() {
        timer.close();
    }

    private static OutboundSequence sequenceOn(Path path) {
        Identifier identifier = new Identifier();
        identifier.setValue("s");
        return new OutboundSequence(identifier, path, false);
    }

    @Test
    void shouldServeOneAddressOfOneEndpointByOnePath() {
        Path path = paths.join("Service", "Port", "http://a");
        assertThat(paths.join("Service", "Port", "http://a")).isSameAs(path);
        assertThat(paths.join("Service", "Port", "http://b")).isNotSameAs(path);
        assertThat(paths.join("Service", "OtherPort", "http://a")).isNotSameAs(path);
        assertThat(paths.statuses(0)).extracting(PathStatus::endpoint).contains("Service#Port", "Service#OtherPort");
    }

    @Test
    void shouldTellOfEachPathOnce() {
        paths.join("Service", "Port", "http://a");
        paths.join("Service", "Port", "http://a");
        paths.join("Service", "Port", "http://b");
        assertThat(opened).containsExactly("http://a", "http://b");
    }

    @Test
    void shouldRememberAPathWithoutSequencesWhileThereAreFew() {
        Path path = paths.join("Service", "Port", "http://a");
        assertThat(path.closeIfIdle(sequenceOn(path))).isTrue();
        assertThat(paths.join("Service", "Port", "http://a")).isSameAs(path);
    }

    @Test
    void shouldForgetIdlePathsWhenThereAreManyAndKeepThoseInUse() {
        Path inUse = paths.join("Service", "Port", "http://in-use");
        for (int i = 0; i < 3 * Paths.MANY; i++) {
            Path path = paths.join("Service", "Port", "http://peer-" + i);
            path.closeIfIdle(sequenceOn(path));
        }
        assertThat(paths.statuses(0)).hasSizeLessThanOrEqualTo(Paths.MANY);
        assertThat(paths.join("Service", "Port", "http://in-use")).isSameAs(inUse);
    }
}
