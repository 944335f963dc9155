package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.Needed;
import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class AttemptPhasesIT {
    /** More than the socket buffers of both ends take while neither end reads. */
    private static final String LARGE = "x".repeat(32 << 20);

    private static final int SMALL_WINDOW = 4096;

    /** Longer than the transport looks, at growing intervals, for the receipt. */
    private static final Duration LOOKS = Duration.ofSeconds(2);

    /** Less than the connect timeout of 30 s, after which the other address is tried. */
    private static final Duration BEFORE_CONNECT_TIMEOUT = Duration.ofSeconds(20);

    @Test
    void shouldPassEveryPhaseInOrderWhenTheServerTakesItsTime() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        List<Socket> fillers = new ArrayList<>();
        try (ServerSocket full = RawServer.full(fillers);
                RawServer server = new RawServer(full, connection -> {
                    read.await();
                    if (connection.request() != null) {
                        answer.await();
                        connection.send(RawServer.ACCEPTED);
                    }
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send(LARGE);
            await().until(() -> attempt.phase() != Phase.PREPARING);
            assertThat(attempt.phase()).isEqualTo(Phase.CONNECTING);
            server.accept();
            await().until(() -> attempt.phase() != Phase.CONNECTING);
            assertThat(attempt.phase()).isEqualTo(Phase.CONNECTED);
            read.countDown();
            await().until(() -> attempt.phase() != Phase.CONNECTED);
            assertThat(attempt.phase()).isIn(Phase.WRITTEN, Phase.RECEIVED);
            answer.countDown();
            await().until(() -> attempt.phase().ended());
            assertThat(attempt.phase()).isEqualTo(Phase.ANSWERED);
            assertThat(caller.ended()).containsExactly(attempt);
        } finally {
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    /** Covers a window that is full while a part is still to be sent: no segment is in flight then. */
    @Test
    void shouldNotTakeForReceivedWhatTheServerHasNoRoomFor() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (ServerSocket small = new ServerSocket()) {
            small.setReceiveBufferSize(SMALL_WINDOW);
            small.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            RawServer server = new RawServer(small, connection -> {
                read.await();
                if (connection.request() != null) {
                    answer.await();
                    connection.send(RawServer.ACCEPTED);
                }
            });
            server.accept();
            try (server;
                    HttpCaller caller = new HttpCaller(server.url())) {
                Attempt attempt = caller.send("x".repeat(8 * SMALL_WINDOW));
                await().until(() -> attempt.phase() == Phase.WRITTEN);
                await().during(LOOKS).until(() -> attempt.phase() == Phase.WRITTEN);
                read.countDown();
                await().until(() -> attempt.phase() == Phase.RECEIVED);
                answer.countDown();
                await().until(() -> attempt.phase() == Phase.ANSWERED);
            }
        }
    }

    /** Covers an interface that goes down: no segment is in flight then either. */
    @Test
    void shouldNotTakeForReceivedWhatCannotLeaveTheMachine() throws Exception {
        Needed.IPTABLES.orSkip(Cut.isPossible());
        try (RawServer server = RawServer.answering(RawServer.ACCEPTED);
                HttpCaller caller = new HttpCaller(server.url());
                Cut cut = Cut.beforeTheLink(server.port())) {
            Attempt first = caller.send("first");
            await().until(() -> first.phase() == Phase.ANSWERED);
            cut.begin();
            Attempt second = caller.send("second");
            await().until(() -> second.phase() == Phase.WRITTEN);
            await().during(LOOKS).until(() -> second.phase() == Phase.WRITTEN);
            cut.end();
            await().until(() -> second.phase() == Phase.ANSWERED);
        }
    }

    @Test
    void shouldBeginWithTheAddressThatAnsweredLast() throws Exception {
        List<Socket> fillers = new ArrayList<>();
        try (RawServer living = RawServer.answering(RawServer.ACCEPTED);
                ServerSocket dead = RawServer.full(
                        new ServerSocket(living.port(), 1, InetAddress.getByName("127.0.0.2")), fillers);
                HttpCaller caller = new HttpCaller(
                        "http://two-addresses.test:" + dead.getLocalPort() + "/service",
                        Map.of("http.connection-per-attempt", "true"))) {
            Attempt first = caller.send("first");
            await().until(() -> first.phase() == Phase.CONNECTING);
            await().until(() -> {
                first.race(2);
                return first.phase() == Phase.ANSWERED;
            });

            Attempt second = caller.send("second");
            await().atMost(BEFORE_CONNECT_TIMEOUT).until(() -> second.phase() == Phase.ANSWERED);
        } finally {
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    @Test
    void shouldReturnBeforeTheServerAnswersAndLetAttemptsOvertake() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        try (RawServer server = new RawServer(connection -> {
                    String request = connection.request();
                    if (request != null && request.contains("first")) {
                        slow.await();
                    }
                    connection.send(RawServer.ACCEPTED);
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt first = caller.send("first");
            Attempt second = caller.send("second");
            await().until(() -> second.phase() == Phase.ANSWERED);
            assertThat(first.phase()).isIn(Phase.CONNECTED, Phase.WRITTEN, Phase.RECEIVED);
            slow.countDown();
            await().until(() -> first.phase() == Phase.ANSWERED);
            assertThat(caller.ended()).containsExactly(second, first);
        }
    }

    @Test
    void shouldAbandonWhatWasWrittenWithoutReadingItsAnswer() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    try {
                        connection.request();
                    } finally {
                        gone.countDown();
                    }
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            await().until(() -> isWritten(attempt));
            assertThat(attempt.abandonUnlessConnected()).isFalse();
            assertThat(attempt.abandon()).isTrue();
            gone.await();
            assertThat(caller.responsesRead()).isZero();
            assertThat(caller.ended()).containsExactly(attempt);
        }
    }

    @Test
    void shouldNotDeliverTheRestWhenAbandonedWhileWriting() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        CountDownLatch broken = new CountDownLatch(1);
        try (RawServer server = new RawServer(connection -> {
                    read.await();
                    try {
                        connection.request();
                    } catch (IOException reset) {
                        broken.countDown();
                    }
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send(LARGE);
            await().until(() -> attempt.phase() == Phase.CONNECTED);
            assertThat(attempt.abandon()).isTrue();
            // The reset has arrived when the next attempt, on another connection, has.
            Attempt after = caller.send("after");
            await().until(() -> isWritten(after));
            read.countDown();
            broken.await();
            await().until(() -> !server.requests().isEmpty());
            assertThat(server.requests()).singleElement().asString().contains("after");
        }
    }

    @Test
    void shouldHoldNothingOfAResponseForWhichThereIsNoThread() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    answer.await();
                    connection.send(RawServer.soap(200, "OK", "<response/>"));
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            await().until(() -> isWritten(attempt));
            caller.exhaust();
            answer.countDown();
            await().until(() -> attempt.phase() == Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(RejectedExecutionException.class);
            assertThat(caller.responseBytes()).isZero();
        }
    }

    @Test
    void shouldNeverConnectWhenAbandonedBefore() throws Exception {
        try (RawServer server = RawServer.answering(RawServer.ACCEPTED);
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt abandoned = caller.attempt();
            assertThat(abandoned.abandon()).isTrue();
            caller.send(abandoned, "never");
            Attempt after = caller.send("after");
            await().until(() -> after.phase() == Phase.ANSWERED);
            assertThat(server.requests()).singleElement().asString().contains("after");
            assertThat(abandoned.phase()).isEqualTo(Phase.ABANDONED);
        }
    }

    @Test
    void shouldFailWhatIsUnderWayWhenTheBusShutsDown() throws Exception {
        try (RawServer server = new RawServer(connection -> {
            connection.request();
            connection.request();
        })) {
            Attempt attempt;
            try (HttpCaller caller = new HttpCaller(server.url())) {
                attempt = caller.send("text");
                await().until(() -> isWritten(attempt));
            }
            await().until(() -> attempt.phase() == Phase.FAILED);
            assertThat(attempt.cause()).hasMessageContaining("shut down");
        }
    }

    /** Returns whether an attempt is written. With epoll, its confirmation may have come already. */
    private static boolean isWritten(Attempt attempt) {
        Phase phase = attempt.phase();
        return phase == Phase.WRITTEN || phase == Phase.RECEIVED;
    }
}
