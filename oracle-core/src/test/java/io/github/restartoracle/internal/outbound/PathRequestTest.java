package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.status.Backlog;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests requests of WS-RM itself. */
class PathRequestTest implements Requester {
    private final PathFixture path = new PathFixture(100, 3, 8, false, true);
    private final Sequence<String> opened = path.sequence("CreateSequence", false);
    private final List<String> heard = new ArrayList<>();
    /** True if the answer to an attempt is not that to the request, which comes on another connection. */
    private boolean answeredElsewhere;

    @Override
    public boolean ended(Attempt attempt) {
        heard.add(attempt.number() + " " + attempt.phase());
        return !answeredElsewhere && attempt.reached().compareTo(Phase.RESPONDED) >= 0;
    }

    @Override
    public void gaveUp(int attempts, String reason) {
        heard.add("gave up after " + attempts);
    }

    private Message<String> request() {
        return path.request(opened, 7, this);
    }

    @Test
    void shouldEndWithTheAnswerAndNotWithAnAcknowledgement() {
        Message<String> request = request();
        path.connect("7#1");
        path.answer("7#1");
        assertThat(request.state()).isEqualTo(MessageState.SETTLED);
        assertThat(heard).containsExactly("1 ANSWERED");
        assertThat(opened.closeIfIdle()).isTrue();
    }

    @Test
    void shouldBeRestartedUntilItIsConnected() {
        Message<String> request = request();
        path.advance(100);
        assertThat(path.left()).contains("7#2@100");
        assertThat(path.attempt("7#1").phase()).isEqualTo(Phase.ABANDONED);
        path.attempt("7#2").fail(new ConnectException("refused"));
        assertThat(request.isUnresolved()).isTrue();
        path.advance(100);
        path.connect("7#3");
        path.answer("7#3");
        assertThat(request.state()).isEqualTo(MessageState.SETTLED);
    }

    private void shouldNotBeTransmittedAgain(Message<String> request) {
        path.left();
        for (int i = 0; i < 10; i++) {
            path.advance(100);
        }
        assertThat(path.left()).isEmpty();
        assertThat(request.isUnresolved()).isTrue();
    }

    @Test
    void shouldNotBeTransmittedAgainOnceItMayHaveArrived() {
        Message<String> request = request();
        path.hang("7#1");
        shouldNotBeTransmittedAgain(request);
        path.answer("7#1");
        assertThat(request.state()).isEqualTo(MessageState.SETTLED);
    }

    @Test
    void shouldNotBeTransmittedAgainWhileItsAnswerIsAwaitedOnAnotherConnection() {
        answeredElsewhere = true;
        Message<String> request = request();
        path.connect("7#1");
        path.answer("7#1");
        shouldNotBeTransmittedAgain(request);
        assertThat(heard).containsExactly("1 ANSWERED");
    }

    @Test
    void shouldWaitForAsLongAsTheDestinationAsks() {
        Message<String> request = request();
        path.attempt("7#1").advance(Phase.RESPONDED);
        path.attempt("7#1").fail(new RetryLater(Duration.ofSeconds(2), new IOException("503")));
        assertThat(heard).isEmpty();
        path.left();
        path.advance(1_900);
        assertThat(path.left()).isEmpty();
        path.advance(100);
        assertThat(path.left()).containsExactly("7#2@2000");
        assertThat(request.isUnresolved()).isTrue();
    }

    @Test
    void shouldBeGivenUpWhenTheLastTransmissionHasFailed() {
        Message<String> request = request();
        for (int attempt = 1; attempt <= 3; attempt++) {
            path.attempt("7#" + attempt).fail(new ConnectException("refused"));
            path.advance(100);
        }
        assertThat(heard).contains("gave up after 3");
        assertThat(path.left()).noneMatch(line -> line.startsWith("gave up"));
        assertThat(path.path.givenUp()).isEmpty();
        assertThat(path.path.withdraw(request, path.now())).isTrue();
        assertThat(opened.closeIfIdle()).isTrue();
    }

    @Test
    void shouldNotBeCounted() {
        request();
        path.send(1);
        assertThat(path.path.backlog()).isEqualTo(new Backlog(1, 1, 1, 1));
        path.answer("7#1");
        assertThat(path.path.backlog()).isEqualTo(new Backlog(1, 1, 1, 1));
        assertThat(path.parked).isEmpty();
    }
}
