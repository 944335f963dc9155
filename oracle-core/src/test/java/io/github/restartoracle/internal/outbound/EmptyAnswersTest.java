package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Phase;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmptyAnswersTest {
    private final PathFixture path = PathFixture.canary();

    private boolean mayBe(String attempt, int status) {
        return path.attempt(attempt).mayBeAnsweredWith(status);
    }

    EmptyAnswersTest() {
        path.sequence.acknowledgedInAnswers();
        path.clock.advance(1);
    }

    @Test
    void shouldTakeAnyStatusBeforeTheFirstAcknowledgement() {
        path.send(1);
        assertThat(mayBe("1#1", 202)).isTrue();
        assertThat(mayBe("1#1", 204)).isTrue();
    }

    @Test
    void shouldTakeTheStatusOfAnswersThatBringAcknowledgements() {
        path.path.acknowledgedWith(200, path.now());
        path.clock.advance(1);
        path.send(1);
        assertThat(mayBe("1#1", 200)).isTrue();
        assertThat(mayBe("1#1", 202)).isFalse();
    }

    /** The answer to another message may have brought the acknowledgement of this one. */
    @Test
    void shouldTakeAnyStatusIfAnAcknowledgementHasComeSince() {
        path.path.acknowledgedWith(200, path.now());
        path.clock.advance(1);
        path.send(1);
        path.clock.advance(1);
        path.path.acknowledgedWith(200, path.now());
        assertThat(mayBe("1#1", 202)).isTrue();
    }

    /** The answer to another message may still bring the acknowledgement of this one. */
    @Test
    void shouldSendSoonAgainWithoutAJudgementWhileAnotherIsInFlight() {
        path.path.acknowledgedWith(200, path.now());
        path.clock.advance(1);
        path.send(1);
        path.send(2);
        for (String attempt : List.of("1#1", "2#1")) {
            path.attempt(attempt).tellReceipt();
            path.attempt(attempt).advance(Phase.RESPONDED);
        }
        path.left();
        assertThat(mayBe("1#1", 202)).isTrue();
        path.answer("1#1");
        assertThat(mayBe("2#1", 202)).isFalse();
        path.attempt("2#1").fail(new IOException("not the destination"));
        path.advance(1100);
        assertThat(path.left()).hasSize(2);
    }

    @Test
    void shouldTakeAnyStatusIfAcknowledgementsComeOnAnotherConnection() {
        path.path.acknowledgedWith(200, path.now());
        path.clock.advance(1);
        path.send(path.sequence("decoupled", false), 1, false);
        assertThat(mayBe("1#1", 202)).isTrue();
    }

    @Test
    void shouldTakeAnyStatusForARequest() {
        path.path.acknowledgedWith(200, path.now());
        path.clock.advance(1);
        path.request(path.sequence, 1, new PathRequestTest());
        assertThat(mayBe("1#1", 202)).isTrue();
    }
}
