package io.github.restartoracle.internal.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.internal.pending.Echo;
import io.github.restartoracle.status.SampleUse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathAcknowledgementTest {
    private final PathFixture path = new PathFixture(100, 8, false);

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 1", "-5, 2", "2, 1", "1, 4", "4, 4", "1, 9223372036854775807", "-9223372036854775808, 3"})
    void shouldChangeNothingWhenAnAcknowledgementIsUnsound(long lower, long upper) {
        for (long number = 1; number <= 3; number++) {
            path.send(number);
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> path.acknowledge(1, 1, lower, upper))
                .withMessageContaining(lower + " to " + upper);
        assertThat(path.status().rejectedAcknowledgements()).isOne();
        assertThat(path.status().unacknowledged()).isEqualTo(3);
        assertThat(path.status().samples()).isEmpty();
        assertThat(path.oracle.samples).isEmpty();
        assertThat(path.acknowledge(1, 3)).hasSize(3);
    }

    @Test
    void shouldSettleAMessageWhoseNumberWasAcknowledgedBeforeItCame() {
        path.send(1);
        // Message 2 has its number but is not captured yet.
        assertThat(path.sequence
                        .acknowledge(new long[] {1, 2}, 2, 0, path.now(), number -> null)
                        .settled())
                .hasSize(1);
        path.send(2);
        path.send(1);
        path.advance(100);
        assertThat(path.left()).containsExactly("1#1@0", "2#1@0", "1#1@0", "2#2@100", "1#2@100");
        assertThat(path.acknowledge(2, 2)).hasSize(1);
        assertThat(path.acknowledge(1, 2)).hasSize(1);
        assertThat(path.acknowledge(1, 2)).isEmpty();
        assertThat(path.status().unacknowledged()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-1, 0",
        "3, 0",
        "2147483647, 0",
        "1, -1",
        "1, 30000001",
        "1, 9223372036854775807",
        "1, -9223372036854775808"
    })
    void shouldLearnNothingFromAnImpossibleEcho(int transmission, long heldNanos) {
        path.send(1);
        path.clock.advance(30 * PathFixture.MILLIS);
        assertThat(path.acknowledge(new Echo(transmission, heldNanos), 1, 1))
                .extracting(PathFixture::use)
                .containsExactly(SampleUse.REJECTED);
        assertThat(path.oracle.samples).isEmpty();
        assertThat(path.status().unacknowledged()).isZero();
        assertThat(path.status().samples()).containsEntry(SampleUse.REJECTED, 1L);
    }

    @Test
    void shouldTakeAnExactSampleOfARestartedMessageFromItsEcho() {
        path.send(1);
        path.advance(100);
        path.clock.advance(20 * PathFixture.MILLIS);
        assertThat(path.acknowledge(new Echo(2, 5 * PathFixture.MILLIS), 1, 1))
                .extracting(PathFixture::use)
                .containsExactly(SampleUse.EXACT);
        assertThat(path.oracle.samples.get(0).rttNanos()).isEqualTo(15 * PathFixture.MILLIS);
    }

    @Test
    void shouldCallASampleAmbiguousWhenTheMessageWasRestarted() {
        path.send(1);
        path.advance(100);
        assertThat(path.acknowledge(1, 1)).extracting(PathFixture::use).containsExactly(SampleUse.AMBIGUOUS);
    }

    @Test
    void shouldTakeNoSampleFromWhatMayHaveBeenWithheldBehindARestartedMessage() {
        path.send(1);
        path.clock.advance(20 * PathFixture.MILLIS);
        path.send(2);
        path.send(3);
        path.clock.advance(80 * PathFixture.MILLIS);
        path.path.expire(path.now());
        path.clock.advance(10 * PathFixture.MILLIS);
        assertThat(path.acknowledge(1, 2))
                .extracting(PathFixture::use)
                .containsExactly(SampleUse.AMBIGUOUS, SampleUse.NONE);
        // Even if its acknowledgement comes later than that of the gap.
        assertThat(path.acknowledge(1, 3)).extracting(PathFixture::use).containsExactly(SampleUse.NONE);
        // It is sent after the gap was closed.
        path.clock.advance(1);
        path.send(4);
        path.clock.advance(PathFixture.MILLIS);
        assertThat(path.acknowledge(1, 4)).extracting(PathFixture::use).containsExactly(SampleUse.UNAMBIGUOUS);
        assertThat(path.oracle.samples).hasSize(2);
    }

    @Test
    void shouldTakeTheSampleOfAWithheldMessageFromItsEcho() {
        path.send(1);
        path.send(2);
        path.clock.advance(100 * PathFixture.MILLIS);
        path.path.expire(path.now());
        path.left();
        path.clock.advance(10 * PathFixture.MILLIS);
        assertThat(path.acknowledge(new Echo(1, 90 * PathFixture.MILLIS), 1, 2))
                .extracting(PathFixture::use)
                .containsExactly(SampleUse.EXACT, SampleUse.EXACT);
    }

    @Test
    void shouldSettleEachMessageOnceWhenAcknowledgementsComeLateOrTwice() {
        for (long number = 1; number <= 4; number++) {
            path.send(number);
        }
        assertThat(path.acknowledge(1, 1, 3, 3)).hasSize(2);
        assertThat(path.acknowledge(1, 1)).isEmpty();
        assertThat(path.acknowledge(1, 1, 3, 3)).isEmpty();
        assertThat(path.acknowledge(1, 4))
                .extracting(settled -> settled.message().number())
                .containsExactly(2L, 4L);
        assertThat(path.status().samples()).containsEntry(SampleUse.UNAMBIGUOUS, 4L);
    }

    @Test
    void shouldKeepAMessageThatIsAcknowledgedBeforeItWasSent() {
        PathFixture full = new PathFixture(100, 1, false);
        full.send(1);
        full.connect("1#1");
        full.send(2);
        full.send(3);
        Applied<String> applied = full.apply(1, 3);
        assertThat(applied.settled()).extracting(PathFixture::attempts).containsExactly(1);
        assertThat(applied.neverSent()).extracting(Message::number).containsExactly(2L, 3L);
        assertThat(full.status().rejectedAcknowledgements()).isOne();
        assertThat(full.status().unacknowledged()).isEqualTo(2);

        full.answer("1#1");
        assertThat(full.left()).containsExactly("1#1@0", "2#1@0");
        // The same acknowledgement again, as a destination repeats it: now 2 may have arrived.
        full.clock.advance(30 * PathFixture.MILLIS);
        assertThat(full.acknowledge(1, 3)).extracting(PathFixture::use).containsExactly(SampleUse.UNAMBIGUOUS);
        assertThat(full.left()).containsExactly("3#1@30");
        assertThat(full.acknowledge(1, 3)).hasSize(1);
        assertThat(full.status().rejectedAcknowledgements()).isOne();
        assertThat(full.status().unacknowledged()).isZero();
    }

    @Test
    void shouldSettleWhatWasSentWithoutTheQueueSeeingIt() {
        Message<String> answer = PathFixture.message(path.sequence, 1);
        path.path.add(answer, path.now());
        path.path.answer(answer, path.now());
        Applied<String> applied = path.apply(1, 1);
        assertThat(applied.settled()).extracting(PathFixture::use).containsExactly(SampleUse.NONE);
        assertThat(applied.neverSent()).isEmpty();
        assertThat(path.status().rejectedAcknowledgements()).isZero();
    }

    @Test
    void shouldSettleARecoveredMessageWhichAnEarlierLifeMayHaveSent() {
        Message<String> message = PathFixture.message(path.sequence, 7);
        path.path.add(message, path.now());
        path.path.recover(message, path.now());
        assertThat(path.apply(7, 7).settled()).hasSize(1);
        assertThat(path.status().rejectedAcknowledgements()).isZero();
    }

    @Test
    void shouldSettleARetriedMessageThatWaitsForAPlace() {
        PathFixture limited = new PathFixture(100, 1, 1, false, true);
        Message<String> message = limited.send(1);
        limited.answer("1#1");
        limited.advance(100);
        limited.send(2);
        limited.connect("2#1");
        assertThat(limited.path.retry(message, limited.now())).isTrue();
        assertThat(limited.left()).containsExactly("1#1@0", "gave up 1 after 1", "2#1@100");
        assertThat(limited.acknowledge(1, 1)).extracting(PathFixture::attempts).containsExactly(1);
        limited.answer("2#1");
        assertThat(limited.left()).isEmpty();
    }

    @Test
    void shouldNotBlameTheDestinationForAMessageThatSharesTheNumberOfOneThatWasSent() {
        PathFixture full = new PathFixture(100, 1, false);
        full.send(1);
        full.connect("1#1");
        full.send(1);
        Applied<String> applied = full.apply(1, 1);
        assertThat(applied.settled()).hasSize(1);
        assertThat(applied.neverSent()).isEmpty();
        full.answer("1#1");
        assertThat(full.left()).containsExactly("1#1@0", "1#1@0");
        assertThat(full.acknowledge(1, 1)).hasSize(1);
        assertThat(full.status().rejectedAcknowledgements()).isZero();
    }

    @Test
    void shouldTakeTheArrivalForSamplesOnly() {
        PathFixture one = new PathFixture(100, 1, false);
        one.send(1);
        one.send(2);
        one.clock.advance(60 * PathFixture.MILLIS);
        Applied<String> applied = one.sequence.acknowledge(
                new long[] {1, 1}, 2, one.now() - 50 * PathFixture.MILLIS, one.now(), number -> null);
        assertThat(applied.settled()).hasSize(1);
        assertThat(one.oracle.samples.get(0).rttNanos()).isEqualTo(10 * PathFixture.MILLIS);
        assertThat(one.left()).containsExactly("1#1@0", "2#1@60");
        assertThat(one.dueInNanos).isEqualTo(100 * PathFixture.MILLIS);
        one.advance(99);
        assertThat(one.left()).isEmpty();
        one.advance(1);
        assertThat(one.left()).containsExactly("2#2@160");
    }
}
