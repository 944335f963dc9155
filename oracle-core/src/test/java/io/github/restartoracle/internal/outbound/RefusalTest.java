package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a destination that refuses a message for the time being. */
class RefusalTest {
    private final IOException error = new IOException("an answer that is no acknowledgement");

    private final PathFixture path = PathFixture.canary();

    private void receive(String name) {
        Attempt attempt = path.attempt(name);
        attempt.tellReceipt();
        for (Phase phase : List.of(Phase.CONNECTING, Phase.CONNECTED, Phase.WRITTEN, Phase.RECEIVED)) {
            attempt.advance(phase);
        }
    }

    private void answer(String name, IOException failure) {
        receive(name);
        path.attempt(name).advance(Phase.RESPONDED);
        path.attempt(name).fail(failure);
    }

    /** Returns the dispatches while time passes, without their times. */
    private List<String> pass(int millis) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < millis / 50; i++) {
            path.advance(50);
            path.left().forEach(each -> all.add(each.substring(0, each.indexOf('@'))));
        }
        return all;
    }

    @Test
    void shouldSendWhatTheDestinationTakes() {
        path.send(1);
        path.send(2);
        receive("1#1");
        answer("2#1", new RetryLater(error));
        path.left();

        path.send(3);

        assertThat(pass(3000)).isEmpty();
    }

    @Test
    void shouldSendAsManyAsBeforeAfterAnyOtherError() {
        path.send(1);
        path.send(2);
        receive("1#1");
        answer("2#1", error);
        path.left();

        path.send(3);

        assertThat(path.left()).hasSize(1);
    }

    /** Covers a destination that parks message 2 until message 1 has come. */
    @Test
    void shouldNotLetTheLowestOfAnInOrderSequenceWaitForTheOthers() {
        Sequence<String> ordered = path.sequence("ordered", true);
        path.send(ordered, 1, false);
        answer("1#1", new RetryLater(error));
        path.send(ordered, 2, false);
        receive("2#1");
        path.left();

        assertThat(pass(2000)).containsExactly("1#2");
    }

    @Test
    void shouldFreeTheSlotOfAMessageThatHangsWithoutAForgottenWakeUp() {
        path.send(1);
        answer("1#1", new RetryLater(error));
        path.send(2);
        receive("2#1");
        path.send(3);
        path.left();

        assertThat(pass(9000)).isEmpty();
        assertThat(pass(2000)).contains("1#2");
        assertThat(path.status().missedWakeUps()).isZero();
    }
}
