package io.github.restartoracle.wsrm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.message.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests one client whose calls name their addresses: CXF puts them all into the sequence of the first. */
class AddressesIT {
    private static Orders at(ReliablePair pair, ReliablePair destination) {
        return at(pair, destination.serverAddress);
    }

    private static Orders at(ReliablePair pair, String address) {
        ((BindingProvider) pair.orders).getRequestContext().put(Message.ENDPOINT_ADDRESS, address);
        return pair.orders;
    }

    @ParameterizedTest(name = "in order {0}")
    @ValueSource(booleans = {false, true})
    void shouldHaveASequenceForEach(boolean inOrder) {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        setup.inOrder = inOrder;
        try (ReliablePair pair = new ReliablePair(setup);
                ReliablePair other = new ReliablePair(setup)) {
            for (int i = 0; i < 3; i++) {
                at(pair, pair).put("own " + i);
                at(pair, other).put("other " + i);
            }
            assertThat(at(pair, pair).price("own 3")).isEqualTo("price of own 3");
            assertThat(at(pair, other).price("other 3")).isEqualTo("price of other 3");
            await().until(() -> pair.oracle().backlog().isEmpty());
            await().untilAsserted(() ->
                    assertThat(pair.deliveredSorted()).containsExactly("own 0", "own 1", "own 2", "own 3"));
            await().untilAsserted(() ->
                    assertThat(other.deliveredSorted()).containsExactly("other 0", "other 1", "other 2", "other 3"));
            assertThat(pair.oracle().givenUp()).isEmpty();
            ClientProxy.getClient(pair.orders).destroy();
            await().until(() -> pair.hasNoSequenceAtTheDestination() && other.hasNoSequenceAtTheDestination());
        }
    }

    @Test
    void shouldSendToOneWhileTheOtherIsDown() {
        ReliablePair.Setup setup = new ReliablePair.Setup();
        try (ReliablePair pair = new ReliablePair(setup);
                ReliablePair other = new ReliablePair(setup, false)) {
            at(pair, other).put("other 0");
            at(pair, pair).put("own 0");
            at(pair, other).put("other 1");
            at(pair, pair).put("own 1");
            await().untilAsserted(() -> assertThat(pair.deliveredSorted()).containsExactly("own 0", "own 1"));
            other.startServer();
            await().untilAsserted(() -> assertThat(other.deliveredSorted()).containsExactly("other 0", "other 1"));
            await().until(() -> pair.oracle().backlog().isEmpty());
        }
    }

    /** Covers a service that hangs before it answers the first request of its sequence. */
    @Test
    void shouldSendToOneWhileTheOtherDoesNotAnswer() throws IOException {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup());
                ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            at(pair, pair).put("own 0");
            at(pair, "http://127.0.0.1:" + hanging.getLocalPort() + "/orders").put("other");
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
                at(pair, pair).put("own 1");
                assertThat(at(pair, pair).price("own 2")).isEqualTo("price of own 2");
            });
            await().untilAsserted(() -> assertThat(pair.deliveredSorted()).containsExactly("own 0", "own 1", "own 2"));
        }
    }

    @Test
    void shouldCreateASequenceForOneWhileTheOtherDoesNotAnswer() throws IOException {
        try (ReliablePair pair = new ReliablePair(new ReliablePair.Setup());
                ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            at(pair, "http://127.0.0.1:" + hanging.getLocalPort() + "/orders").put("other");
            at(pair, pair).put("own 0");
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(pair.deliveredSorted()).containsExactly("own 0"));
        }
    }
}
