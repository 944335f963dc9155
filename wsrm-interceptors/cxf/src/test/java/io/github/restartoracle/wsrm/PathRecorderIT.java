package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.ledger.TransmissionSummary;
import io.github.restartoracle.wsrm.recorder.PathRecorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.management.InstrumentationManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the recorder on real buses. */
class PathRecorderIT {
    @TempDir
    private Path directory;

    @Test
    void shouldCountTheMessagesOfABusAndShowThemInJmx() throws Exception {
        ReliablePair.Setup setup = new ReliablePair.Setup().set("initial-timeout", "3s");
        setup.lost = (message, attempt) -> message == 2 && attempt == 1;
        setup.jmx = true;
        try (ReliablePair pair = new ReliablePair(setup)) {
            PathRecorder recorder = PathRecorder.install(pair.sourceBus);
            assertThat(PathRecorder.install(pair.sourceBus)).isSameAs(recorder);

            pair.orders.put("1");
            pair.orders.put("2");
            await().until(() -> recorder.summary().messages() == 2);

            TransmissionSummary summary = recorder.summary();
            assertThat(summary.attempts()).isEqualTo(3);
            assertThat(summary.ettMaxSeconds()).isGreaterThanOrEqualTo(3.0);
            assertThat(summary.urc().mean()).isZero();
            assertThat(recorder.summaries().keySet())
                    .singleElement()
                    .satisfies(path -> assertThat(path.address()).isEqualTo(pair.address));
            MBeanServer server =
                    pair.sourceBus.getExtension(InstrumentationManager.class).getMBeanServer();
            ObjectName name = server.queryNames(
                            new ObjectName(
                                    "org.apache.cxf:bus.id=" + pair.sourceBus.getId() + ",type=RestartOracleRecorder"),
                            null)
                    .iterator()
                    .next();
            assertThat(server.getAttribute(name, "Summary")).asString().contains("all: 2 messages", "URC 0.0000");
            assertThat((String[]) server.getAttribute(name, "Paths"))
                    .singleElement()
                    .asString()
                    .contains(pair.address + ": 2 messages");
            assertThat(histogram(recorder).getTotalCount()).isEqualTo(2);
        }
    }

    private Histogram histogram(PathRecorder recorder) throws IOException {
        Path file = directory.resolve("ett.hlog");
        recorder.writeHistogramLog(file);
        try (HistogramLogReader reader = new HistogramLogReader(Files.newInputStream(file))) {
            EncodableHistogram read = reader.nextIntervalHistogram();
            return (Histogram) read;
        }
    }

    @Test
    void shouldSayWhatIsMissingWhenTheBusHasNoRestartOracle() {
        assertThatIllegalStateException()
                .isThrownBy(() -> PathRecorder.install(new CXFBusFactory().createBus()))
                .withMessageContaining("has no restart oracle to listen to");
    }
}
