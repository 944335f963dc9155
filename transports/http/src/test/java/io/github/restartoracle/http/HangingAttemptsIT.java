package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Connects hang as in an outage: the server's accept queue is full, and the kernel drops every SYN. */
class HangingAttemptsIT {
    private static final int ATTEMPTS = 1000;
    private static final int KEPT = 10;

    /** The event loop, 4 response threads, 4 lookup threads. */
    private static final int THREADS = 9;

    /** The limit for an attempt. Nine kilobytes were measured, mostly the SOAP message with its exchange. */
    private static final long MAX_BYTES = 25_000;

    /** The kernel sends a SYN again after 1, 3 and 7 s. */
    private static final Duration SEVERAL_SYNS = Duration.ofSeconds(9);

    @Test
    void shouldDeliverOnlyWhatWasNotAbandonedWhenAThousandConnectsHang() throws Exception {
        List<Socket> fillers = new ArrayList<>();
        try (ServerSocket full = RawServer.full(fillers);
                RawServer server = new RawServer(full, connection -> {
                    while (connection.request() != null) {
                        connection.send(RawServer.ACCEPTED);
                    }
                });
                HttpCaller caller = new HttpCaller(server.url(), Map.of("http.connection-per-attempt", "true"))) {
            caller.policy().setConnectionTimeout(0);
            int threadsBefore = Thread.activeCount();
            long heapBefore = usedHeap();
            List<Attempt> attempts = new ArrayList<>();
            for (int i = 0; i < ATTEMPTS; i++) {
                attempts.add(caller.send("message " + i));
            }
            await().untilAsserted(() ->
                    assertThat(attempts).extracting(Attempt::phase).containsOnly(Phase.CONNECTING));
            assertThat(Thread.activeCount() - threadsBefore).isLessThanOrEqualTo(THREADS);
            assertThat((usedHeap() - heapBefore) / ATTEMPTS).isLessThan(MAX_BYTES);

            List<Attempt> abandoned = attempts.subList(KEPT, ATTEMPTS);
            assertThat(abandoned).allMatch(Attempt::abandonUnlessConnected);
            server.accept();
            for (Socket filler : fillers) {
                filler.close();
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> server.requests().size() >= KEPT);
            await().pollDelay(SEVERAL_SYNS).atMost(Duration.ofSeconds(60)).until(() -> true);
            assertThat(server.connectionsWithData()).isEqualTo(KEPT);
            assertThat(server.requests()).hasSize(KEPT).allMatch(request -> request.matches("(?s).*message [0-9]<.*"));
            assertThat(attempts.subList(0, KEPT)).extracting(Attempt::phase).containsOnly(Phase.ANSWERED);
            assertThat(caller.ended()).hasSize(ATTEMPTS);
        }
    }

    @Test
    void shouldFailWhenTheConnectTimeoutElapses() throws Exception {
        List<Socket> fillers = new ArrayList<>();
        try (ServerSocket full = RawServer.full(fillers);
                HttpCaller caller = new HttpCaller("http://127.0.0.1:" + full.getLocalPort() + "/service")) {
            caller.policy().setConnectionTimeout(100);
            Attempt attempt = caller.send("text");
            await().until(() -> attempt.phase() == Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(ConnectException.class);
        } finally {
            for (Socket filler : fillers) {
                filler.close();
            }
        }
    }

    private static long usedHeap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
