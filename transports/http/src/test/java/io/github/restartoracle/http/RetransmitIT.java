package io.github.restartoracle.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.configuration.security.AuthorizationPolicy;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.http.HTTPException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetransmitIT {
    private static final String CHALLENGE = String.join(
            "\r\n",
            "HTTP/1.1 401 Unauthorized",
            "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=MD5",
            "Content-Length: 0",
            "",
            "");
    private static final String ELSEWHERE = String.join(
            "\r\n",
            "HTTP/1.1 503 Service Unavailable",
            "Restart-Oracle: elsewhere",
            "Connection: close",
            "Content-Length: 0",
            "",
            "");

    @Test
    void shouldFollowARedirectWithTheSameBodyWhenThePolicySaysSo() throws Exception {
        try (RawServer target = RawServer.answering(RawServer.ACCEPTED);
                RawServer first = RawServer.answering("HTTP/1.1 307 Temporary Redirect\r\nLocation: " + target.url()
                        + "/moved?x=1\r\nContent-Length: 0\r\n\r\n");
                HttpCaller caller = new HttpCaller(first.url())) {
            caller.policy().setAutoRedirect(true);
            Attempt attempt = caller.send("moving text");
            assertThat(end(attempt)).as("%s", attempt.cause()).isEqualTo(Phase.ANSWERED);
            assertThat(first.requests()).hasSize(1);
            assertThat(target.requests())
                    .singleElement()
                    .asString()
                    .startsWith("POST /service/moved?x=1 HTTP/1.1")
                    .contains("Host: 127.0.0.1:" + target.port())
                    .contains("moving text");
        }
    }

    @Test
    void shouldFailWhenARedirectLeadsBack() throws Exception {
        try (RawServer server =
                        RawServer.answering("HTTP/1.1 302 Found\r\nLocation: /service\r\nContent-Length: 0\r\n\r\n");
                HttpCaller caller = new HttpCaller(server.url())) {
            caller.policy().setAutoRedirect(true);
            caller.client().getRequestContext().put("http.redirect.relative.uri", true);
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).hasMessageContaining("Redirect loop");
        }
    }

    @Test
    void shouldNotFollowARedirectUnlessThePolicySaysSo() throws Exception {
        try (RawServer server = RawServer.answering(
                        "HTTP/1.1 307 Temporary Redirect\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n");
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause())
                    .isInstanceOfSatisfying(
                            HTTPException.class,
                            e -> assertThat(e.getResponseCode()).isEqualTo(307));
        }
    }

    @Test
    void shouldSendAgainAtOnceWhenAnotherConnectionMayHelp() throws Exception {
        AtomicInteger refusals = new AtomicInteger();
        try (RawServer server = new RawServer(connection -> {
                    if (connection.request() != null) {
                        connection.send(refusals.getAndIncrement() < 2 ? ELSEWHERE : RawServer.ACCEPTED);
                        connection.close();
                    }
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).as("%s", attempt.cause()).isEqualTo(Phase.ANSWERED);
            assertThat(server.requests()).hasSize(3).allMatch(request -> request.contains("text"));
        }
    }

    @Test
    void shouldLeaveItToALaterAttemptWhenNobodyTakesARequest() throws Exception {
        try (RawServer server = RawServer.answering(ELSEWHERE);
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(server.requests()).hasSize(9);
            assertThat(server.connections()).isEqualTo(9);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Retry-After: 0\r\nConnection: close", "Restart-Oracle: elsewhere", "Connection: close"})
    void shouldNotSendAgainAtOnceUnlessTheServerAsksForIt(String headers) throws Exception {
        try (RawServer server = RawServer.answering(
                        "HTTP/1.1 503 Service Unavailable\r\n" + headers + "\r\nContent-Length: 0\r\n\r\n");
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void shouldPassOnHowLongTheServerAsksToWait(int status) throws Exception {
        try (RawServer server = RawServer.answering(
                        "HTTP/1.1 " + status + " Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n");
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(RetryLater.in(attempt.cause())).isEqualTo(Duration.ofSeconds(7));
        }
    }

    /** The clock of the server, to which the date belongs, may differ from the own. */
    @ParameterizedTest
    @CsvSource({
        "'Date: Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:44 GMT', 7",
        "'Date: Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:37 GMT', 0",
        "'X: ', 'Fri, 31 Dec 9999 23:59:59 GMT', 300",
        "'X: ', 'Sun, 06 Nov 1994 08:49:37 GMT', 0",
        "'X: ', soon, 0"
    })
    void shouldWaitUntilTheDateThatTheServerNames(String date, String until, long seconds) throws Exception {
        try (RawServer server = RawServer.answering("HTTP/1.1 503 Busy\r\n" + date + "\r\nRetry-After: " + until
                        + "\r\nContent-Length: 0\r\n\r\n");
                HttpCaller caller = new HttpCaller(server.url())) {
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(RetryLater.in(attempt.cause())).isEqualTo(seconds == 0 ? null : Duration.ofSeconds(seconds));
        }
    }

    @Test
    void shouldKeepCredentialsAndCookiesFromAnotherHost() throws Exception {
        try (RawServer other = RawServer.answering(CHALLENGE);
                RawServer server = RawServer.answering("HTTP/1.1 307 Temporary Redirect\r\nLocation: " + other.url()
                        + "\r\nSet-Cookie: session=42; Path=/\r\nContent-Length: 0\r\n\r\n");
                HttpCaller caller = new HttpCaller(server.url())) {
            caller.policy().setAutoRedirect(true);
            caller.conduit().setAuthorization(login("Basic"));
            caller.client().getRequestContext().put(Message.MAINTAIN_SESSION, true);
            caller.client().getRequestContext().put("http.redirect.allow.uri", other.url());
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(server.requests()).hasSize(1).allMatch(request -> request.contains("Authorization: Basic "));
            assertThat(other.requests())
                    .hasSize(1)
                    .allMatch(request -> !request.contains("Authorization") && !request.contains("Cookie"));
        }
    }

    @Test
    void shouldAnswerADigestChallenge() throws Exception {
        try (RawServer server = new RawServer(connection -> {
                    String request = connection.request();
                    while (request != null) {
                        boolean answersChallenge =
                                request.contains("Authorization: Digest ") && request.contains("username=\"me\"");
                        connection.send(answersChallenge ? RawServer.ACCEPTED : CHALLENGE);
                        request = connection.request();
                    }
                });
                HttpCaller caller = new HttpCaller(server.url())) {
            caller.conduit().setAuthorization(login("Digest"));
            Attempt attempt = caller.send("secret text");
            assertThat(end(attempt)).as("%s", attempt.cause()).isEqualTo(Phase.ANSWERED);
            assertThat(server.requests()).hasSize(2).allMatch(request -> request.contains("secret text"));
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void shouldFailWhenTheChallengeIsRepeated() throws Exception {
        try (RawServer server = RawServer.answering(CHALLENGE);
                HttpCaller caller = new HttpCaller(server.url())) {
            caller.conduit().setAuthorization(login("Digest"));
            Attempt attempt = caller.send("text");
            assertThat(end(attempt)).isEqualTo(Phase.FAILED);
            assertThat(attempt.cause()).hasMessageContaining("Authorization loop");
        }
    }

    @Test
    void shouldSendBasicCredentialsAndCookiesAndHeadersOfTheCaller() throws Exception {
        try (RawServer server = RawServer.answering(
                        "HTTP/1.1 202 Accepted\r\nSet-Cookie: session=42; Path=/\r\nContent-Length: 0\r\n\r\n");
                HttpCaller caller = new HttpCaller(server.url())) {
            caller.conduit().setAuthorization(login("Basic"));
            caller.policy().setAcceptEncoding("gzip");
            caller.client().getRequestContext().put(Message.MAINTAIN_SESSION, true);
            assertThat(end(caller.send("first"))).isEqualTo(Phase.ANSWERED);
            assertThat(end(caller.send("second"))).isEqualTo(Phase.ANSWERED);
            assertThat(server.requests().get(0))
                    .contains(
                            "Authorization: Basic ", "Accept-Encoding: gzip", "SOAPAction: ", "Content-Type: text/xml")
                    .doesNotContain("Cookie: ");
            assertThat(server.requests().get(1)).contains("Cookie: ", "session=42");
        }
    }

    private static AuthorizationPolicy login(String type) {
        AuthorizationPolicy login = new AuthorizationPolicy();
        login.setAuthorizationType(type);
        login.setUserName("me");
        login.setPassword("secret");
        return login;
    }

    private static Phase end(Attempt attempt) {
        await().until(() -> attempt.phase().ended());
        return attempt.phase();
    }
}
