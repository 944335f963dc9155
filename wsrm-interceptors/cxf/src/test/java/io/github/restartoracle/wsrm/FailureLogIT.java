package io.github.restartoracle.wsrm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the lines that are logged when messages of WS-RM fail. */
class FailureLogIT {
    private final PrintStream errors = System.err;
    /** What is logged while a test runs, by the logger of tests. */
    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(logged, true, UTF_8));
    }

    @AfterEach
    void listenNoMore() {
        System.setErr(errors);
        errors.print(logged.toString(UTF_8));
    }

    private List<String> traces() {
        return logged.toString(UTF_8)
                .lines()
                .filter(line -> line.startsWith("\tat "))
                .toList();
    }

    @Test
    void shouldLogNoStackTraceForASequenceThatItsDestinationHasForgotten() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup())) {
            pair.orders.put("kept");
            await().until(() -> pair.oracle().queue().isEmpty());
            pair.stopServer();
            pair.startServer();
            pair.orders.put("moved");
            await().until(() -> pair.bean.delivered.size() == 2);
            assertThat(pair.path().moves()).isPositive();
            assertThat(traces()).isEmpty();
        }
    }

    /** Covers a client that is gone: its acknowledgements are sent when CXF's time for them is over, again and again. */
    @Test
    void shouldLogOneLineForAnAcknowledgementThatCannotBeSent() {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup().set("initial-timeout", "1m"))) {
            String gone = "http://localhost:" + FreePort.next() + "/";
            pair.manager().getSourcePolicy().setAcksTo(gone);
            pair.orders.put("not acknowledged");
            await().until(() -> logged.toString(UTF_8).contains(gone + " could not be acknowledged"));
            assertThat(traces()).isEmpty();
        }
    }
}
