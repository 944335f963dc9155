package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.status.SampleUse;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PathRestartTest {
    private final PathFixture path = new PathFixture(100, 8, false);

    @Test
    void shouldNotRestartWhatIsStillToBePrepared() {
        PathFixture busy = new PathFixture(100, 8, false);
        busy.stalls = true;
        busy.send(1);
        busy.advance(5000);
        assertThat(busy.left()).containsExactly("1#1@0");
        assertThat(busy.oracle.timeouts).isZero();
        busy.attempt("1#1").advance(Phase.CONNECTING);
        busy.advance(99);
        assertThat(busy.left()).isEmpty();
        busy.advance(1);
        assertThat(busy.left()).containsExactly("1#2@5100");
    }

    @Test
    void shouldNotRestartWhoseAnswerIsStillToBeRead() {
        PathFixture busy = new PathFixture(100, 8, false);
        busy.send(1);
        busy.attempt("1#1").advance(Phase.RESPONDED);
        busy.advance(5000);
        assertThat(busy.left()).containsExactly("1#1@0");
        busy.answer("1#1");
        busy.advance(100);
        assertThat(busy.left()).containsExactly("1#2@5100");
    }

    /** Covers an interceptor that stops the chain without a report. */
    @Test
    void shouldRestartWhatIsNeverPrepared() {
        PathFixture busy = new PathFixture(100, 8, false);
        busy.stalls = true;
        busy.send(1);
        for (int i = 0; i < 101; i++) {
            busy.advance(100);
        }
        assertThat(busy.left()).containsExactly("1#1@0", "1#2@10000");
        assertThat(busy.attempt("1#1").phase()).isEqualTo(Phase.ABANDONED);
    }

    @Test
    void shouldRestartWhenDueWhateverEarlierAttemptsDo() {
        path.send(1);
        path.attempt("1#1").advance(Phase.CONNECTING);
        path.advance(100);
        path.connect("1#2");
        path.advance(100);
        path.attempt("1#3").fail(new IOException("refused"));
        path.advance(99);
        path.advance(1);
        assertThat(path.left()).containsExactly("1#1@0", "1#2@100", "1#3@200", "1#4@300");
        assertThat(path.attempt("1#1").phase()).isEqualTo(Phase.CONNECTING);
        assertThat(path.status().inFlight()).isEqualTo(3);
        assertThat(path.status().restarts()).isEqualTo(3);
    }

    @Test
    void shouldGiveUpWhatTheTransportKnowsToBeUndeliverable() {
        Message<String> message = path.send(1);
        path.answer("1#1");
        path.attempt("1#1").undeliverable("it came back");
        path.advance(1000);
        assertThat(path.left()).containsExactly("1#1@0", "gave up 1 after 1");
        assertThat(message.reason()).isEqualTo("it came back");
    }

    @Test
    void shouldNotGiveUpWhatWasAcknowledgedBeforeItCameBack() {
        Message<String> message = path.send(1);
        path.answer("1#1");
        path.acknowledge(1, 1);
        path.attempt("1#1").undeliverable("it came back");
        assertThat(message.reason()).isNull();
    }

    @Test
    void shouldRestartAtOnceWhenTheTimeoutDrops() {
        path.oracle.timeoutNanos = 1000 * PathFixture.MILLIS;
        path.send(1);
        path.send(2);
        path.advance(500);
        path.oracle.timeoutNanos = 100 * PathFixture.MILLIS;
        path.advance(0);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0", "1#2@500", "2#2@500");
    }

    @Test
    void shouldSendNothingWhenTheAcknowledgementOvertakesTheExecutor() {
        path.stalls = true;
        path.send(1);
        path.acknowledge(1, 1);
        assertThat(path.attempt("1#1").advance(Phase.CONNECTING)).isFalse();
        assertThat(path.attempt("1#1").phase()).isEqualTo(Phase.ABANDONED);
        path.advance(1000);
        assertThat(path.left()).containsExactly("1#1@0");
        assertThat(path.status().inFlight()).isZero();
        assertThat(path.status().unacknowledged()).isZero();
    }

    @Test
    void shouldAbandonOnlyWhatHasNotConnectedWhenAcknowledged() {
        path.send(1);
        path.connect("1#1");
        path.advance(100);
        path.acknowledge(1, 1);
        assertThat(path.attempt("1#1").phase()).isEqualTo(Phase.CONNECTED);
        assertThat(path.attempt("1#2").phase()).isEqualTo(Phase.ABANDONED);
    }

    @Test
    void shouldLetAttemptsGoOnWhenAcknowledgedIfToldSo() {
        PathFixture patient = new PathFixture(100, 0, 8, false, false);
        patient.send(1);
        patient.attempt("1#1").advance(Phase.CONNECTING);
        patient.acknowledge(1, 1);
        assertThat(patient.attempt("1#1").phase()).isEqualTo(Phase.CONNECTING);
        patient.answer("1#1");
        assertThat(patient.status().inFlight()).isZero();
    }

    @Test
    void shouldCountSamplesFromWhenTheTransmissionReallyLeft() {
        path.stalls = true;
        path.send(1);
        path.advance(30);
        path.attempt("1#1").advance(Phase.CONNECTING);
        path.advance(20);
        assertThat(path.acknowledge(1, 1)).extracting(PathFixture::use).containsExactly(SampleUse.UNAMBIGUOUS);
        assertThat(path.oracle.samples.get(0).rttNanos()).isEqualTo(20 * PathFixture.MILLIS);
    }

    @Test
    void shouldKeepAMessageThatWasGivenUpAfterMaxAttempts() {
        PathFixture limited = new PathFixture(100, 2, 8, false, true);
        Message<String> message = limited.send(1);
        limited.answer("1#1");
        limited.advance(100);
        limited.connect("1#2");
        limited.advance(100);
        limited.advance(10_000);
        assertThat(limited.left()).containsExactly("1#1@0", "1#2@100", "gave up 1 after 2");
        assertThat(message.reason()).contains("2 transmissions");
        assertThat(limited.status().unacknowledged()).isZero();
        assertThat(limited.status().givenUp()).isOne();

        assertThat(limited.acknowledge(1, 1)).extracting(PathFixture::attempts).containsExactly(2);
        assertThat(limited.status().unacknowledged()).isZero();
        assertThat(limited.path.retry(message, limited.now())).isFalse();
    }

    @Test
    void shouldNumberTransmissionsOnWhenAMessageIsRetried() {
        PathFixture limited = new PathFixture(100, 2, 8, false, true);
        Message<String> message = limited.send(1);
        limited.advance(100);
        assertThat(limited.path.retry(message, limited.now())).isFalse();
        limited.advance(100);
        limited.left();
        assertThat(limited.path.retry(message, limited.now())).isTrue();
        limited.advance(100);
        limited.advance(100);
        assertThat(limited.left()).containsExactly("1#3@200", "1#4@300", "gave up 1 after 4");
    }

    @Test
    void shouldLearnFromARetriedMessageOnlyWhatAnEchoSays() {
        PathFixture limited = new PathFixture(100, 1, 8, false, true);
        List<Message<String>> messages =
                LongStream.rangeClosed(1, 4).mapToObj(limited::send).toList();
        limited.advance(100);
        for (Message<String> message : messages) {
            limited.path.retry(message, limited.now());
        }
        limited.clock.advance(30 * PathFixture.MILLIS);
        // The first transmission was made before the retry: its dispatch time is no longer known.
        assertThat(limited.acknowledge(new Echo(1, 0), 1, 1))
                .extracting(PathFixture::use)
                .containsExactly(SampleUse.NONE);
        assertThat(limited.acknowledge(2, 2)).extracting(PathFixture::use).containsExactly(SampleUse.NONE);
        assertThat(limited.acknowledge(new Echo(3, 0), 3, 3))
                .extracting(PathFixture::use)
                .containsExactly(SampleUse.REJECTED);
        assertThat(limited.acknowledge(new Echo(2, 0), 4, 4))
                .extracting(PathFixture::use)
                .containsExactly(SampleUse.EXACT);
        assertThat(limited.oracle.samples).singleElement().satisfies(sample -> {
            assertThat(sample.rttNanos()).isEqualTo(30 * PathFixture.MILLIS);
            assertThat(sample.exact()).isTrue();
        });
    }

    @Test
    void shouldGiveUpWhenTheTransmissionFailsAndTheOracleNeverRestarts() {
        PathFixture never = new PathFixture(Long.MAX_VALUE, 8, false);
        Message<String> message = never.send(1);
        never.attempt("1#1").fail(new IOException("refused"));
        assertThat(never.left()).containsExactly("1#1@0", "gave up 1 after 1");
        assertThat(message.reason()).contains("refused");
        assertThat(never.path.retry(message, never.now())).isTrue();
        never.answer("1#2");
        never.advance(1_000_000);
        assertThat(never.left()).containsExactly("1#2@0");
        assertThat(message.reason()).isNull();
        assertThat(never.status().nanosUntilDue()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldNotRestartWhileTheSequenceIsSuspended() {
        path.send(1);
        path.sequence.suspend(path.now());
        path.send(2);
        path.advance(1000);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0");
        path.sequence.resume(path.now());
        path.advance(99);
        assertThat(path.left()).isEmpty();
        path.advance(1);
        assertThat(path.left()).containsExactly("1#2@1100", "2#2@1100");
    }

    @Test
    void shouldAbandonWhatHasNotConnectedWhenTheSequenceIsSuspended() {
        path.send(1);
        path.send(2);
        path.connect("2#1");
        path.sequence.suspend(path.now());
        assertThat(path.attempt("1#1").phase().ended()).isTrue();
        assertThat(path.attempt("2#1").phase().ended()).isFalse();
    }

    @Test
    void shouldSettleAMessageOfASuspendedSequence() {
        path.send(1);
        path.sequence.suspend(path.now());
        assertThat(path.acknowledge(1, 1)).hasSize(1);
        path.sequence.resume(path.now());
        path.advance(1000);
        assertThat(path.left()).containsExactly("1#1@0");
    }

    @Test
    void shouldForgetWhatIsDropped() {
        path.send(1);
        Message<String> second = path.send(2);
        assertThat(path.sequence.drop(path.now())).hasSize(2);
        path.advance(1000);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0");
        assertThat(path.status().inFlight()).isZero();
        assertThat(path.status().unacknowledged()).isZero();
        assertThat(path.path.add(second, path.now()))
                .as("a dropped sequence takes nothing")
                .isFalse();
    }

    @Test
    void shouldRecoverWithoutASample() {
        Message<String> message = PathFixture.message(path.sequence, 7);
        path.path.add(message, path.now());
        path.path.recover(message, path.now());
        path.advance(50);
        assertThat(path.left()).isEmpty();
        path.advance(50);
        assertThat(path.left()).containsExactly("7#2@100");
        assertThat(path.acknowledge(7, 7)).extracting(PathFixture::use).containsExactly(SampleUse.NONE);
        assertThat(path.oracle.samples).isEmpty();
    }

    @Test
    void shouldWaitForTheCallerWhoseChainMakesTheFirstTransmission() {
        path.send(path.sequence, 1, true);
        path.advance(150);
        assertThat(path.left()).as("the answer may be on its way").isEmpty();
        path.attempt("1#1").fail(new IOException("reset"));
        assertThat(path.left()).containsExactly("1#2@150");
        path.attempt("1#2").advance(Phase.CONNECTING);
        path.advance(100);
        assertThat(path.attempt("1#2").phase()).isEqualTo(Phase.ABANDONED);
        assertThat(path.left()).containsExactly("1#3@250");
    }
}
