package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.Needed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The requests of WS-RM itself, which are transmitted in the same way as messages. */
class RequestsIT {
    private static final Duration SOON = Duration.ofSeconds(40);

    private final ReliableDocuments.Setup setup = new ReliableDocuments.Setup();

    RequestsIT() {
        setup.relayed = true;
        setup.settings.put("initial-timeout", "300ms");
        setup.settings.put("http.connection-per-attempt", "true");
    }

    /** Covers an address that takes no connections, as if its machine were down. */
    @ParameterizedTest
    @ValueSource(strings = {"canary", "fixed"})
    void shouldTryTheOtherAddressesOfAHost(String oracle) throws IOException {
        setup.relayed = false;
        setup.host = "two-addresses.test";
        setup.settings.clear();
        setup.settings.put("oracle", oracle);
        setup.settings.put("initial-timeout", "1s");
        try (ReliableDocuments pair = new ReliableDocuments(setup);
                ServerSocket full = new ServerSocket(pair.port, 1, InetAddress.getByName("127.0.0.2"))) {
            List<Socket> waiting = new ArrayList<>();
            // Linux drops requests for a connection while as many wait to be accepted.
            for (int i = 0; i < 5; i++) {
                Socket socket = new Socket();
                waiting.add(socket);
                try {
                    socket.connect(full.getLocalSocketAddress(), 200);
                } catch (SocketTimeoutException dropped) {
                    break;
                }
            }
            pair.documents.put("one");
            pair.documents.put("two");
            await().atMost(SOON).until(() -> pair.archive.texts.size() == 2 && pair.isAcknowledged());
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    /** Cuts a link before the first call is made. */
    @Test
    void shouldCreateASequenceWhenTheLinkIsBack() throws Exception {
        Needed.IPTABLES.orSkip(Cut.isPossible());
        setup.relayed = false;
        setup.settings.clear();
        setup.settings.put("oracle", "canary");
        try (ReliableDocuments pair = new ReliableDocuments(setup);
                Cut cut = new Cut(pair.port)) {
            cut.begin();
            for (int call = 0; call < 5; call++) {
                pair.documents.put("call " + call);
            }
            TimeUnit.SECONDS.sleep(3);
            cut.end();
            await().atMost(SOON).until(() -> pair.archive.texts.size() == 5 && pair.isAcknowledged());
            assertThat(pair.made).as("copies").hasSizeBetween(5, 5 + 10);
        }
    }

    /** Checks that an error which a restart cannot correct reaches the first caller, as with CXF alone. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"wrong address, HTTP response", "no WS-RM, fault", "unknown host, unknown"})
    void shouldTellTheFirstCallerWhatIsWronglyConfigured(String error, String said) throws IOException {
        setup.relayed = false;
        setup.settings.put("first-call-wait", "30s");
        switch (error) {
            case "wrong address" -> setup.name = "nothing";
            case "no WS-RM" -> setup.reliableDestination = false;
            default -> setup.host = "no-such-host.invalid";
        }
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            assertThatThrownBy(() -> pair.documents.put("one")).hasStackTraceContaining(said);
            assertThat(pair.isAcknowledged()).as("nothing is left in the queue").isTrue();
        }
    }

    @Test
    void shouldLetTheFirstCallerGoOnWhenNothingListens() throws IOException {
        setup.settings.put("first-call-wait", "30s");
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            pair.relay.close();
            assertThat(CompletableFuture.runAsync(() -> pair.documents.put("one")))
                    .succeedsWithin(Duration.ofSeconds(60));
            assertThat(pair.isAcknowledged()).isFalse();
        }
    }

    /** A firewall forgets a connection while CreateSequence is on its way: neither an answer comes nor a failure. */
    @Test
    void shouldAskAgainForASequenceWhenNothingIsHeard() throws IOException {
        try (ReliableDocuments pair = new ReliableDocuments(setup)) {
            pair.relay.swallow(1);
            pair.documents.put("one");
            await().atMost(SOON).until(() -> pair.archive.texts.size() == 1 && pair.isAcknowledged());
        }
    }
}
