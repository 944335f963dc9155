package io.github.restartoracle.wsrm.internal.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.outbound.Path;
import io.github.restartoracle.internal.outbound.Sequence;
import io.github.restartoracle.internal.sequence.Resend;
import io.github.restartoracle.oracle.OracleCatalog;
import io.github.restartoracle.settings.Settings;
import io.github.restartoracle.status.PathName;
import io.github.restartoracle.status.PathStatus;
import io.github.restartoracle.time.ManualClock;
import io.github.restartoracle.wsrm.event.TransmissionListener;
import io.github.restartoracle.wsrm.internal.capture.Clients;
import io.github.restartoracle.wsrm.internal.capture.Template;
import io.github.restartoracle.wsrm.internal.capture.TemplateSender;
import io.github.restartoracle.wsrm.internal.runtime.Lanes;
import io.github.restartoracle.wsrm.internal.runtime.Later;
import io.github.restartoracle.wsrm.internal.sequence.CurrentSequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cxf.ws.rm.RMManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PathsTest {
    private final ManualClock clock = new ManualClock();
    private final Later later = (nanos, task) -> {};
    private final List<String> opened = new ArrayList<>();
    private final Lanes lanes = Lanes.unbounded("test");
    private final TransmissionListener listener = new TransmissionListener() {
        @Override
        public void pathOpened(String endpoint, String address) {
            opened.add(address);
        }
    };
    private final RMManager manager = new RMManager();
    private final QueueOptions options = QueueOptions.of(Settings.of(Map.of("oracle", "qest")), OracleCatalog.load());
    private final CurrentSequence current = new CurrentSequence(manager, clock);
    private final StoredMessages stored = new StoredMessages(manager, current, false);
    private final Paths paths = new Paths(
            manager,
            options,
            clock,
            new Sending(
                    manager,
                    new TemplateSender(manager, Clients.of(null)),
                    clock,
                    lanes,
                    listener,
                    stored,
                    new ClientEnds(
                            manager,
                            Clients.of(null),
                            new SequenceQueues(manager, options::parking, clock, later, current),
                            stored,
                            lanes.lane(1)),
                    () -> {
                        throw new IllegalStateException("nothing moves");
                    }),
            later,
            lanes,
            listener);

    @AfterEach
    void close() {
        lanes.close();
    }

    private Path<Template> join(String port, String address) {
        return paths.use(
                new Paths.Key(new PathName("Service#" + port, address), port), () -> StockPolicy.NONE, path -> path);
    }

    private Path<Template> joinWithSequence(String port, String address) {
        Path<Template> path = join(port, address);
        assertThat(Sequence.open(path, "s", false, Resend.ALL)).isPresent();
        return path;
    }

    @Test
    void shouldServeOneAddressOfOneEndpointByOnePath() {
        Path<Template> path = join("Port", "http://a");
        assertThat(join("Port", "http://a")).isSameAs(path);
        assertThat(join("Port", "http://b")).isNotSameAs(path);
        assertThat(join("OtherPort", "http://a")).isNotSameAs(path);
        assertThat(paths.statuses()).extracting(PathStatus::endpoint).contains("Service#Port", "Service#OtherPort");
    }

    @Test
    void shouldTellOfEachPathOnce() {
        join("Port", "http://a");
        join("Port", "http://a");
        join("Port", "http://b");
        assertThat(opened).containsExactly("http://a", "http://b");
    }

    @Test
    void shouldOpenAnotherPathWhenTheOneItFoundIsClosed() {
        Path<Template> path = join("Port", "http://a");
        assertThat(path.closeIfIdle()).isTrue();
        Path<Template> next = paths.use(
                new Paths.Key(new PathName("Service#Port", "http://a"), "Port"),
                () -> StockPolicy.NONE,
                found -> Sequence.open(found, "s", false, Resend.ALL).isPresent() ? found : null);
        assertThat(next).isNotSameAs(path);
    }

    @Test
    void shouldForgetIdlePathsWhenThereAreManyAndKeepThoseInUse() {
        Path<Template> inUse = joinWithSequence("Port", "http://in-use");
        for (int i = 0; i < 3 * Paths.MANY; i++) {
            join("Port", "http://peer-" + i);
        }
        assertThat(paths.statuses()).hasSizeLessThanOrEqualTo(Paths.MANY);
        assertThat(join("Port", "http://in-use")).isSameAs(inUse);
    }
}
