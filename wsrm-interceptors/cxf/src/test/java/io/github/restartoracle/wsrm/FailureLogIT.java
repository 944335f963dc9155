package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.house.RecordedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests the lines that are logged when messages of WS-RM fail. */
class FailureLogIT {
    @RegisterExtension
    private final RecordedLog logged = new RecordedLog();

    @Test
    void shouldLogNoStackTraceForASequenceThatItsDestinationHasForgotten() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.orders.put("kept");
            await().until(() -> pair.oracle().backlog().isEmpty());
            pair.stopServer();
            pair.startServer();
            pair.orders.put("moved");
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(pair.path().moves()).isPositive();
            assertThat(logged.traces()).isEmpty();
        }
    }

    /** Covers a client that is gone: its acknowledgements are sent when CXF's time for them is over, again and again. */
    @Test
    void shouldLogOneLineForAnAcknowledgementThatCannotBeSent() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("initial-timeout", "1m"))) {
            String gone = "http://localhost:" + FreePort.next() + "/";
            pair.manager().getSourcePolicy().setAcksTo(gone);
            pair.orders.put("not acknowledged");
            await().until(() -> logged.toString().contains(gone + " could not be acknowledged"));
            assertThat(logged.traces()).isEmpty();
        }
    }
}
