package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.RecordedLog;
import java.io.IOException;
import org.apache.cxf.endpoint.ClientImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the lines that are logged while a destination is down. */
class OutageLogIT {
    @RegisterExtension
    private final RecordedLog logged = new RecordedLog();

    @Test
    void shouldLogNoStackTracesForTriesThatAreMadeAgain() throws IOException {
        ReliableDocuments.Setup setup = new ReliableDocuments.Setup();
        setup.relayed = true;
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            pair.source.setProperty(ClientImpl.SYNC_TIMEOUT, 3_000L);
            pair.relay.die();
            pair.documents.put("parked");
            await().until(() -> logged.toString().contains("1 calls wait for it"));
            pair.relay.revive();
            await().until(() -> pair.archive.texts.contains("parked"));
            pair.relay.die();
            pair.documents.put("transmitted");
            await().until(() -> pair.made.contains("2#3 from what was captured"));
            pair.relay.revive();
            await().until(() -> pair.archive.texts.contains("transmitted"));
            assertThat(logged.traces()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLogNoStackTraceWhenAClientIsClosedAndItsBusShutDown(boolean rm11) throws IOException {
        ReliableDocuments.Setup setup = new ReliableDocuments.Setup();
        setup.rm11 = rm11;
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            pair.documents.put("one");
            await().until(pair::isAcknowledged);
        }
        assertThat(logged.traces()).isEmpty();
    }
}
