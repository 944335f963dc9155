package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionsIT {
    private static final int MESSAGES = 5;

    @Test
    void shouldSendEverythingOnOneConnectionWhenItIsKept() throws Exception {
        try (RawServer server = RawServer.answering(RawServer.ACCEPTED);
                HttpCaller caller = new HttpCaller(server.url())) {
            sendInTurn(caller);
            assertThat(server.requests())
                    .hasSize(MESSAGES)
                    .allSatisfy(request -> assertThat(request).doesNotContainIgnoringCase("connection:"));
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void shouldOpenAConnectionPerAttemptWhenToldTo() throws Exception {
        try (RawServer server = RawServer.answering(RawServer.ACCEPTED);
                HttpCaller caller = new HttpCaller(server.url(), Map.of("http.connection-per-attempt", "true"))) {
            sendInTurn(caller);
            assertThat(server.requests())
                    .hasSize(MESSAGES)
                    .allSatisfy(request -> assertThat(request).containsIgnoringCase("connection: close"));
            assertThat(server.connections()).isEqualTo(MESSAGES);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 202 Accepted\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 202 Accepted\r\nKeep-Alive: timeout=1\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.0 202 Accepted\r\nContent-Length: 0\r\n\r\n"
            })
    void shouldNotKeepAConnectionThatTheServerIsAboutToClose(String response) throws Exception {
        try (RawServer server = RawServer.answering(response);
                HttpCaller caller = new HttpCaller(server.url())) {
            sendInTurn(caller);
            assertThat(server.connections()).isEqualTo(MESSAGES);
        }
    }

    @Test
    void shouldReadAResponseThatEndsWithTheConnection() throws Exception {
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    connection.send(RawServer.soap(200, "OK", "").replaceAll("Content-Length: \\d+\r\n", ""));
                    connection.close();
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            sendInTurn(caller);
            assertThat(caller.responsesRead()).isEqualTo(MESSAGES);
        }
    }

    @Test
    void shouldRetryOnANewConnectionWhenTheKeptOneIsResetByTheRequest() throws Exception {
        AtomicInteger connections = new AtomicInteger();
        try (RawServer server = new RawServer(connection -> {
                    boolean first = connections.incrementAndGet() == 1;
                    connection.request();
                    connection.send(RawServer.ACCEPTED);
                    connection.request();
                    if (first) {
                        // A server does this if it closed the connection while the request was in flight.
                        connection.reset();
                    }
                    connection.send(RawServer.ACCEPTED);
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            answered(caller.send("first"));
            Attempt second = caller.send("second");
            answered(second);
            assertThat(server.requests())
                    .filteredOn(request -> request.contains("second"))
                    .hasSize(2);
            assertThat(server.connections()).isEqualTo(2);
            assertThat(caller.ended()).hasSize(2);
        }
    }

    @Test
    void shouldFailWhenAKeptConnectionBreaksAfterTheFirstByteOfTheResponse() throws Exception {
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    connection.send(RawServer.ACCEPTED);
                    connection.request();
                    connection.send("HTTP/1.1 2");
                    connection.close();
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            answered(caller.send("first"));
            Attempt second = caller.send("second");
            await().until(() -> second.phase().ended());
            assertThat(second.phase()).isEqualTo(Phase.FAILED);
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void shouldLeaveAConnectionThatTheServerClosedWhileItWasIdle() throws Exception {
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    connection.send(RawServer.ACCEPTED);
                    connection.close();
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            sendInTurn(caller);
            assertThat(server.requests()).hasSize(MESSAGES);
        }
    }

    @Test
    void shouldUseAsManyConnectionsAsThereAreAttemptsAtOnce() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (RawServer server = new RawServer(connection -> {
                    while (connection.request() != null) {
                        answer.await();
                        connection.send(RawServer.ACCEPTED);
                    }
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            for (int i = 0; i < MESSAGES; i++) {
                caller.send("text");
            }
            await().until(() -> server.requests().size() == MESSAGES);
            assertThat(server.connections()).isEqualTo(MESSAGES);
            answer.countDown();
            await().until(() -> caller.ended().size() == MESSAGES);
            sendInTurn(caller);
            assertThat(server.connections()).isEqualTo(MESSAGES);
        }
    }

    private static void sendInTurn(HttpCaller caller) {
        for (int i = 0; i < MESSAGES; i++) {
            answered(caller.send("text"));
        }
    }

    private static void answered(Attempt attempt) {
        await().until(() -> attempt.phase().ended());
        assertThat(attempt.phase()).as("%s", attempt.cause()).isEqualTo(Phase.ANSWERED);
    }
}
