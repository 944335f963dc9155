package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.house.FreePort;
import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import jakarta.xml.ws.soap.SOAPFaultException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.transport.http.HTTPException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAnswersIT {
    private static final String FAULT = RawServer.soap(
            500,
            "Internal Server Error",
            "<s:Fault><faultcode>s:Server</faultcode><faultstring>not today</faultstring></s:Fault>");
    private static final String GREETING =
            "<g:greetResponse xmlns:g=\"urn:greeter\"><return>hello</return></g:greetResponse>";

    @Test
    void shouldNotRunTheInboundChainWhenTheAnswerIsEmpty() throws Exception {
        try (RawServer server = RawServer.answering(RawServer.ACCEPTED);
                HttpCaller caller = new HttpCaller(server.url())) {
            assertThat(end(caller.send("text"))).isEqualTo(Phase.ANSWERED);
            assertThat(caller.responsesRead()).isZero();
        }
    }

    @Test
    void shouldRunTheInboundChainWhenAnOneWayMessageIsAnsweredWithAnEnvelope() throws Exception {
        try (RawServer server = RawServer.answering(RawServer.soap(200, "OK", ""));
                HttpCaller caller = new HttpCaller(server.url())) {
            assertThat(end(caller.send("text"))).isEqualTo(Phase.ANSWERED);
            assertThat(caller.responsesRead()).isEqualTo(1);
        }
    }

    @Test
    void shouldSkipInterimResponses() throws Exception {
        String interim = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
        try (RawServer server = RawServer.answering(interim + RawServer.soap(200, "OK", ""));
                HttpCaller caller = new HttpCaller(server.url())) {
            assertThat(end(caller.send("text"))).isEqualTo(Phase.ANSWERED);
            assertThat(caller.responsesRead()).isEqualTo(1);
        }
    }

    @Test
    void shouldReturnTheResponseOfACallThatIsAnAttempt() throws Exception {
        try (RawServer server = RawServer.answering(RawServer.soap(200, "OK", GREETING));
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.attempt();
            assertThat(caller.greet(attempt, "you")).isEqualTo("hello");
            assertThat(end(attempt)).isEqualTo(Phase.ANSWERED);
        }
    }

    @Test
    void shouldThrowTheFaultOfACallThatIsAnAttempt() throws Exception {
        try (RawServer server = RawServer.answering(FAULT);
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.attempt();
            assertThatThrownBy(() -> caller.greet(attempt, "you"))
                    .isInstanceOf(SOAPFaultException.class)
                    .hasMessageContaining("not today");
            assertThat(end(attempt)).isEqualTo(Phase.ANSWERED);
        }
    }

    @Test
    void shouldLetTheCallerWaitForAnotherAttemptWhenOneFails() throws Exception {
        try (HttpCaller caller = new HttpCaller("http://127.0.0.1:" + FreePort.next() + "/service")) {
            ((ClientImpl) caller.client()).setSynchronousTimeout(500);
            Attempt attempt = caller.attempt();
            assertThatThrownBy(() -> caller.greet(attempt, "you")).rootCause().hasMessageContaining("Timed out");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void shouldFailAnOneWayMessageThatIsAnsweredWithAFault() throws Exception {
        try (RawServer server = RawServer.answering(FAULT);
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause())
                    .isInstanceOfSatisfying(
                            HTTPException.class,
                            e -> assertThat(e.getResponseCode()).isEqualTo(500));
        }
    }

    @Test
    void shouldFailWhenTheServerRefusesTheConnection() throws Exception {
        try (HttpCaller caller = new HttpCaller("http://127.0.0.1:" + FreePort.next() + "/service")) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void shouldFailWhenTheHostHasNoAddress() throws Exception {
        try (HttpCaller caller = new HttpCaller("http://no-such-host.invalid/service")) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(UnknownHostException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<trunc",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
                "HTTP/1.1 200 OK\r\nContent-Le",
                "SMTP ready\r\n\r\nnothing like HTTP",
                ""
            })
    void shouldFailWhenTheResponseIsBrokenAndTheConnectionCloses(String response) throws Exception {
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    connection.send(response);
                    connection.close();
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(IOException.class);
            assertThat(server.requests()).as("a new connection is not retried").hasSize(1);
        }
    }

    @Test
    void shouldFailWhenTheConnectionIsResetInTheMiddleOfTheResponse() throws Exception {
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<half");
                    connection.reset();
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(IOException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: 2000\r\n\r\n", "Connection: close\r\n\r\n"})
    void shouldFailWhenTheResponseIsTooLarge(String length) throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 200 OK\r\n" + length + "x".repeat(2000));
                HttpCaller caller = new HttpCaller(server.url(), Map.of("http.max-response-size", "1000"))) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).hasMessageContaining("1000").hasMessageContaining("max-response-size");
        }
    }

    @Test
    void shouldFailACallWhenNoResponseComesWithinTheReceiveTimeout() throws Exception {
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    connection.request();
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            caller.policy().setReceiveTimeout(100);
            ((ClientImpl) caller.client()).setSynchronousTimeout(500);
            Attempt attempt = caller.attempt();
            assertThatThrownBy(() -> caller.greet(attempt, "you")).rootCause().hasMessageContaining("Timed out");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).isInstanceOf(SocketTimeoutException.class);
        }
    }

    /**
     * Checks an answer that comes late: no thread waits for the answer to a one-way message, and it may bring the
     * acknowledgement.
     */
    @Test
    void shouldAwaitTheAnswerToAnOneWayMessageForLongerThanTheReceiveTimeout() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (RawServer server = new RawServer(connection -> {
                    connection.request();
                    answer.await();
                    connection.send(RawServer.soap(200, "OK", ""));
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            caller.policy().setReceiveTimeout(100);
            Attempt attempt = caller.send("text");
            await().during(Duration.ofMillis(500)).until(() -> !attempt.phase().ended());
            answer.countDown();
            assertThat(end(attempt)).isEqualTo(Phase.ANSWERED);
            assertThat(caller.responsesRead()).isEqualTo(1);
        }
    }

    private static Phase end(Attempt attempt) {
        await().until(() -> attempt.phase().ended());
        return attempt.phase();
    }
}
