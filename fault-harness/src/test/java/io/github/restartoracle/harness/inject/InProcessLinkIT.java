package io.github.restartoracle.harness.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.Disruption;
import io.github.restartoracle.harness.fault.Fault;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.PacketDrop;
import io.github.restartoracle.harness.fault.Reset;
import io.github.restartoracle.harness.fault.Window;
import io.github.restartoracle.harness.proof.FaultVerdict.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Real sockets through a link; asserts counters and orderings, and that events are not too early. */
class InProcessLinkIT {
    /** Answers each line-sized request with the same bytes, and records its clients. */
    private static final class EchoServer {
        private final ServerSocket socket;
        private final List<Integer> firstBytes = new CopyOnWriteArrayList<>();
        private final List<Socket> clients = new CopyOnWriteArrayList<>();
        private final AtomicInteger open = new AtomicInteger();
        private final Thread acceptor;

        EchoServer() throws IOException {
            socket = new ServerSocket(0, 1000, InetAddress.getLoopbackAddress());
            acceptor = daemon(this::acceptAll);
        }

        private void acceptAll() throws IOException {
            while (true) {
                Socket client = socket.accept();
                clients.add(client);
                daemon(() -> echo(client));
            }
        }

        /** Sends to all clients that are there, so that the end of a connection is seen. */
        private void write() throws IOException {
            for (Socket client : clients) {
                client.getOutputStream().write(0);
            }
        }

        private void echo(Socket client) throws IOException {
            open.incrementAndGet();
            try (client;
                    InputStream in = client.getInputStream()) {
                int first = in.read();
                if (first >= 0) {
                    firstBytes.add(first);
                    client.getOutputStream().write(first);
                    in.transferTo(client.getOutputStream());
                }
            } finally {
                open.decrementAndGet();
            }
        }

        /** Closes the server. The kernel may accept one more connection for as long as a thread is in accept. */
        void close() throws Exception {
            socket.close();
            acceptor.join(5_000);
        }
    }

    private interface Task {
        void run() throws IOException;
    }

    private static Thread daemon(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (IOException closed) {
                // The test is over, or the connection was reset on purpose.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private EchoServer server;

    @SuppressWarnings("NullAway.Init") // each test opens its own
    private InProcessLink link;

    @BeforeEach
    void startServer() throws IOException {
        server = new EchoServer();
    }

    @AfterEach
    void stop() throws Exception {
        link.close();
        server.close();
    }

    private void open(Link quality, RetrySchedule handshake, Fault... faults) throws IOException {
        link = InProcessLink.open(new InProcessLink.Settings(
                new InetSocketAddress("localhost", server.socket.getLocalPort()),
                FaultSchedule.of(faults),
                quality,
                0,
                handshake));
        link.begin();
    }

    private void open(Fault... faults) throws IOException {
        open(Link.ideal(), new RetrySchedule(Duration.ofMillis(100), Duration.ofSeconds(2), 6), faults);
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(link.address().getAddress(), link.address().getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static Disruption now(Duration lasting) {
        return Disruption.of(Duration.ZERO, lasting);
    }

    @Test
    void shouldRelayBothWaysWhenThereAreNoFaults() throws IOException {
        open();
        byte[] request = new byte[1_000_000];
        try (Socket socket = connect()) {
            daemon(() -> {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
            });

            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(request);
        }
        LinkCounters counters = link.counters();
        assertThat(counters.bytesForward()).isEqualTo(1_000_000);
        assertThat(counters.bytesBackward()).isEqualTo(1_000_000);
        assertThat(counters.retransmissions() + counters.held()).isZero();
    }

    @Test
    void shouldReachTheServerOnlyAfterTheDisruptionWhenAConnectionIsHeld() throws IOException {
        open(now(Duration.ofMillis(500)));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(7);
            assertThat(socket.getInputStream().read()).isEqualTo(7);
        }

        // SYNs at 0, 100, 300 and 700 ms
        assertThat(link.proof().seconds()).isGreaterThan(0.5);
        assertThat(link.counters().held()).isEqualTo(1);
        assertThat(link.counters().handshakeRetries()).isBetween(1L, 3L);
        assertThat(link.proof().verdicts()).allMatch(v -> v.outcome() != Outcome.NOT_APPLIED);
    }

    @Test
    void shouldNeverReachTheServerWhenHeldConnectionsAreAbandoned() throws IOException {
        open();
        link.cut(Duration.ofHours(1));
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            sockets.add(connect());
            sockets.get(i).getOutputStream().write(i % 2);
        }
        for (int i = 0; i < 500; i += 2) {
            sockets.get(i).close();
        }
        await().until(() -> link.counters().abandoned() == 250);
        link.cut(Duration.ZERO);

        await().until(() -> server.firstBytes.size() == 250);

        assertThat(server.firstBytes).containsOnly(1);
        LinkCounters counters = link.counters();
        assertThat(counters.accepted()).isEqualTo(500);
        assertThat(counters.abandoned()).isEqualTo(250);
        assertThat(counters.established()).isEqualTo(250);
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    @Test
    void shouldResetTheClientWhenTheHandshakeIsGivenUp() throws IOException {
        open(
                Link.ideal(),
                new RetrySchedule(Duration.ofMillis(20), Duration.ofMillis(20), 2),
                new Disruption(Window.always(), Direction.FORWARD));
        try (Socket socket = connect()) {
            await().until(() -> link.counters().givenUp() == 1);
            assertThat(socket.getInputStream()).satisfies(in -> {
                try {
                    assertThat(in.read()).isEqualTo(-1);
                } catch (IOException reset) {
                    assertThat(reset).hasMessageContaining("reset");
                }
            });
        }
        assertThat(server.firstBytes).isEmpty();
    }

    @Test
    void shouldHoldDataUntilTheNextRetryWhenItIsSentDuringADisruption() throws IOException {
        open(Disruption.of(Duration.ofMillis(300), Duration.ofMillis(500)));
        try (Socket socket = connect()) {
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            await().until(() -> link.proof().seconds() > 0.31);
            socket.getOutputStream().write(2);
            assertThat(socket.getInputStream().read()).isEqualTo(2);
        }

        // sent after 310 ms, again 200 and 600 ms later
        assertThat(link.proof().seconds()).isGreaterThan(0.85);
        assertThat(link.counters().retransmissions()).isPositive();
    }

    @Test
    void shouldDropExactlyOneSynAckOfEachConnectionWhenAskedFor() throws IOException {
        open(PacketDrop.of(1, Direction.BACKWARD));
        for (int i = 0; i < 3; i++) {
            try (Socket socket = connect()) {
                socket.getOutputStream().write(3);
                assertThat(socket.getInputStream().read()).isEqualTo(3);
            }
        }

        assertThat(link.proof().verdicts())
                .singleElement()
                .satisfies(c -> assertThat(c.dropped()).isEqualTo(3));
        assertThat(link.counters().handshakeRetries()).isEqualTo(3);
        link.proof().requireApplied();
    }

    @Test
    void shouldTakeItsTimeWhenTheBandwidthIsSmall() throws IOException {
        open(Link.of(1_000_000), RetrySchedule.ofHandshake());
        long start = System.nanoTime();
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[25_000]);
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes()).hasSize(25_000);
        }

        // At least 0.2 s for the payload one way; the way back overlaps.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(200));
    }

    @Test
    void shouldRefuseTheClientWhenTheServerIsGone() throws Exception {
        open();
        server.close();
        try (Socket socket = connect()) {
            await().until(() -> link.counters().refused() == 1);
            assertThat(link.counters().established()).isZero();
            assertThat(socket.isConnected()).isTrue();
        }
    }

    @Test
    void shouldEndConnectionsWhenTheyAreReset() throws IOException {
        open(new Reset(Window.once(Duration.ZERO, Optional.of(Duration.ofMillis(500))), Direction.FORWARD));

        try (Socket early =
                new Socket(link.address().getAddress(), link.address().getPort())) {
            assertThatIOException().isThrownBy(() -> {
                early.getOutputStream().write(1);
                assertThat(early.getInputStream().read()).isNotNegative();
            });
        }
        assertThat(server.firstBytes).isEmpty();
        await().until(() -> link.proof().verdicts().get(0).outcome() == Outcome.APPLIED);
        await().pollDelay(Duration.ofMillis(500)).until(() -> true);
        try (Socket late =
                new Socket(link.address().getAddress(), link.address().getPort())) {
            late.getOutputStream().write(2);
            assertThat(late.getInputStream().read()).isEqualTo(2);
        }
        assertThat(link.counters().reset()).isOne();
    }

    @Test
    void shouldCountAResetOfAnEstablishedConnectionOnce() throws IOException {
        open(new Reset(Window.once(Duration.ofSeconds(1), Optional.of(Duration.ofSeconds(2))), Direction.FORWARD));

        try (Socket socket = connect()) {
            socket.getOutputStream().write(1);
            assertThat(socket.getInputStream().read()).isEqualTo(1);
            await().until(() -> link.proof().seconds() > 1.1);
            socket.getOutputStream().write(2);
            assertThatIOException()
                    .isThrownBy(() -> assertThat(socket.getInputStream().read()).isNotNegative());
        }
        await().until(() -> link.proof().seconds() > 3.1);
        // The server sends to a connection that is gone, and is answered by a reset too.
        server.write();
        await().until(() -> server.open.get() == 0);
        assertThat(link.counters().reset()).isOne();
    }
}
