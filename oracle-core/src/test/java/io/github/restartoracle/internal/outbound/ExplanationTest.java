package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.attempt.RetryLater;
import io.github.restartoracle.internal.attempt.SequenceRefusedException;
import io.github.restartoracle.internal.attempt.SequenceRefusedException.Code;
import io.github.restartoracle.internal.window.SharedWindow;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private final PathFixture path = new PathFixture(100, 1, false);

    private static String why(PathFixture of, Message<String> message) {
        return of.path.whyWaiting(message, of.now());
    }

    @Test
    void shouldTellThatTheMessageIsInFlightAndWhenTheOracleDecides() {
        Message<String> message = path.send(1);
        path.clock.advance(40 * PathFixture.MILLIS);
        assertThat(why(path, message))
                .isEqualTo("Message s/1 has waited for 0.0 s: transmission 1 is connecting;"
                        + " the oracle decides again in 0.1 s");
        path.attempt("1#1").fail(new IOException("on purpose"));
        assertThat(why(path, message)).contains("transmission 1 has ended without an acknowledgement");
    }

    @Test
    void shouldNameTheLimitOfThePath() {
        path.send(1);
        Message<String> second = path.send(2);
        path.clock.advance(Duration.ofSeconds(3).toNanos());
        assertThat(why(path, second))
                .isEqualTo("Message s/2 has waited for 3.0 s: the attempts in flight of the path are at their limit"
                        + " (max-in-flight, or their bytes): 1");
        assertThat(path.status().reach().oldest()).isEqualTo(why(path, second));
        path.acknowledge(1, 1);
        path.answer("1#1");
        assertThat(path.status().reach().oldest()).isNull();
    }

    @Test
    void shouldNameTheLimitOfAllPaths() {
        SharedWindow shared = new SharedWindow(1, Long.MAX_VALUE);
        PathFixture busy = new PathFixture(100, 10, shared);
        PathFixture other = new PathFixture(100, 10, shared);
        busy.send(1);
        other.send(1);
        assertThat(why(other, other.send(2))).contains("the attempts in flight of all paths");
    }

    @Test
    void shouldTellForHowLongThePeerHasAskedForAPause() {
        Message<String> message = path.send(1);
        path.connect("1#1");
        path.attempt("1#1").fail(new RetryLater(Duration.ofSeconds(9), new IOException("503")));
        path.clock.advance(Duration.ofSeconds(2).toNanos());
        assertThat(why(path, message)).endsWith("the peer has asked for a pause, for 7.0 s more");
    }

    @Test
    void shouldNameTheMessageOfTheSameCaller() {
        PathFixture wide = new PathFixture(100, 8, false);
        wide.sendFrom(7, 1);
        assertThat(why(wide, wide.sendFrom(7, 2)))
                .endsWith("message s/1 of its caller comes first, and holds others for 10 s at most");
    }

    @Test
    void shouldTellTheTurnsOfASequenceInOrder() {
        PathFixture inOrder = new PathFixture(100, 8, true);
        Message<String> first = inOrder.send(1);
        inOrder.connect("1#1");
        Message<String> second = inOrder.send(2);
        Message<String> third = inOrder.send(3);
        assertThat(why(inOrder, second)).endsWith("a message that comes before it in order is in flight");
        inOrder.attempt("1#1").advance(Phase.RESPONDED);
        assertThat(inOrder.left()).contains("2#1@0");
        assertThat(why(inOrder, third)).endsWith("a message that comes before it in order is in flight");
        assertThat(why(inOrder, first)).contains("transmission 1 is responded");
    }

    @Test
    void shouldTellThatThePathIsDown() {
        PathFixture canary = PathFixture.canary();
        canary.send(1);
        for (int i = 0; i < 100; i++) {
            canary.advance(50);
        }
        Message<String> second = canary.send(2);
        assertThat(canary.status().reach().down()).isTrue();
        assertThat(why(canary, second)).contains("the path has been down for ").contains("one message is tried every ");
    }

    @Test
    void shouldTellThatTheSequenceIsInDoubt() {
        PathFixture wide = new PathFixture(100, 8, false);
        wide.send(1);
        wide.connect("1#1");
        wide.send(2);
        wide.attempt("2#1").refuse(new SequenceRefusedException(Code.UNKNOWN));
        wide.connect("2#1");
        wide.answer("2#1");
        wide.advance(501);
        assertThat(why(wide, wide.send(3)))
                .contains("another message confirms that the destination knows the sequence, for 9.5 s more at most");
    }

    @Test
    void shouldTellThatTheSequenceEnds() {
        PathFixture inOrder = new PathFixture(100, 8, true);
        Message<String> first = inOrder.send(1);
        inOrder.connect("1#1");
        assertThat(inOrder.path.giveUp(first, "on purpose", inOrder.now())).isTrue();
        Message<String> second = inOrder.send(2);
        assertThat(why(inOrder, first)).isEqualTo("Message s/1 is given up: on purpose");
        assertThat(why(inOrder, second)).contains("its sequence ends without message 1 that was given up");
    }

    @Test
    void shouldTellThatThereIsNoSequenceAndWhenTheMessageIsGivenUp() {
        PathFixture limited = new PathFixture(100, Duration.ofSeconds(30));
        Message<String> parked = Message.parked(limited.path, "content", 1);
        limited.path.parking().add(parked, 1, limited.now());
        limited.path.parking().failed("connection refused");
        limited.clock.advance(Duration.ofSeconds(10).toNanos());
        assertThat(why(limited, parked))
                .isEqualTo("Message parked/1 has waited for 10.0 s: it has no sequence; the last attempt to create one:"
                        + " connection refused; it is given up if an attempt to create one fails in 20.0 s or later");
    }

    @Test
    void shouldTellThatTheSequenceIsSuspended() {
        Message<String> message = path.send(1);
        path.sequence.suspend(path.now());
        assertThat(why(path, message)).contains("its sequence is suspended");
    }
}
