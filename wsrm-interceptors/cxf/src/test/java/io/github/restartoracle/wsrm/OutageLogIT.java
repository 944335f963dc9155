package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the lines that CXF logs through java.util.logging while a destination is down. */
class OutageLogIT {
    private final Logger cxf = Logger.getLogger("org.apache.cxf");
    private final List<LogRecord> logged = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(entry);
        }

        @Override
        public void flush() {
            // No record is buffered.
        }

        @Override
        public void close() {
            // No resource is open.
        }
    };

    @BeforeEach
    void listen() {
        cxf.addHandler(handler);
    }

    @AfterEach
    void listenNoMore() {
        cxf.removeHandler(handler);
    }

    private List<String> traces() {
        return logged.stream()
                .filter(entry -> entry.getThrown() != null)
                .map(entry -> entry.getLoggerName() + ": " + entry.getMessage())
                .toList();
    }

    @Test
    void shouldLogNoStackTracesForTriesThatAreMadeAgain() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.link.cut();
            pair.orders.put("parked");
            await().until(() -> pair.path().problem() != null);
            assertThat(traces()).isEmpty();
            pair.link.restore();
            await().until(() -> pair.oracle().queue().isEmpty());
            pair.link.cut();
            pair.orders.put("transmitted");
            await().until(() -> pair.path().restarts() >= 3);
            assertThat(traces()).isEmpty();
        }
    }
}
