package io.github.restartoracle.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.restartoracle.ledger.TransmissionSummary;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransmissionLedgerTest {
    private static final long SECOND = 1_000_000_000;

    private final TransmissionLedger ledger = new TransmissionLedger();

    /**
     * Records one message: for each transmission its dispatch and arrival in seconds, such as {@code 0-93 4-97 8-x} with
     * x for one that is lost.
     */
    private MessageOutcome outcome(String transmissions) {
        int attempt = 0;
        for (String transmission : transmissions.split(" ", -1)) {
            attempt++;
            String[] times = transmission.split("-", -1);
            ledger.dispatched(1, attempt, Long.parseLong(times[0]) * SECOND);
            if (!times[1].equals("x")) {
                ledger.arrived(1, attempt, Long.parseLong(times[1]) * SECOND);
            }
        }
        return ledger.outcomes().get(0);
    }

    @ParameterizedTest
    @CsvSource({
        // once and well
        "0-1, 1, 1, 0",
        // the first arrives first: every restart was unnecessary, lost or not
        "0-10 4-11 8-x, 3, 10, 2",
        // the first is lost and the second had to be: no transmission was unnecessary
        "0-x 4-5, 2, 5, 0",
        // the third arrives first, the others later: they did not fail, so they were unnecessary
        "0-30 4-31 8-9, 3, 9, 2",
        // the third arrives first, of the others one failed
        "0-x 4-31 8-9, 3, 9, 1",
        // a restart after the first arrival is unnecessary even if it is lost
        "0-x 4-x 8-9 12-x 16-20, 5, 9, 2",
        // two arrive at the same time: the earlier transmission counts as the first, and the other as unnecessary
        "0-x 4-9 8-9, 3, 9, 1",
        // the paper's example of fixed intervals: 16 transmissions in a disruption of 60 s, all of which arrive
        "0-93 4-97 8-101 12-105 16-61 20-65 24-69 28-73 32-77 36-81 40-61 44-65 48-69 52-61 56-65 60-60, 16, 60, 15",
        // and of growing intervals
        "0-93 4-97 12-105 28-73 60-60, 5, 60, 4",
    })
    void shouldComputeEttAndUrc(String transmissions, int attempts, long ettSeconds, int urc) {
        MessageOutcome outcome = outcome(transmissions);

        assertThat(outcome.attempts()).isEqualTo(attempts);
        assertThat(outcome.ettNanos()).isEqualTo(ettSeconds * SECOND);
        assertThat(outcome.urc()).isEqualTo(urc);
        assertThat(outcome.lost()).isFalse();
    }

    @Test
    void shouldCountNothingAsUnnecessaryWhenAMessageNeverArrives() {
        MessageOutcome outcome = outcome("0-x 4-x 8-x");

        assertThat(outcome.attempts()).isEqualTo(3);
        assertThat(outcome.ettNanos()).isEqualTo(MessageOutcome.INFINITE);
        assertThat(outcome.urc()).isZero();
        assertThat(outcome.lost()).isTrue();
    }

    @Test
    void shouldCountFromTheTimeAMessageWasDue() {
        ledger.dispatched(1, 1, 7);
        ledger.arrived(1, 1, 9);
        ledger.due(1, 5);

        assertThat(ledger.outcomes()).containsExactly(new MessageOutcome(1, 5, 1, 4, 0, 1));
    }

    @Test
    void shouldCountFromTheEarliestDispatchWhenItIsNotKnownWhenAMessageWasDue() {
        ledger.dispatched(1, 1, 8);
        ledger.dispatched(1, 2, 7);
        ledger.arrived(1, 1, 9);

        assertThat(ledger.outcomes()).containsExactly(new MessageOutcome(1, 7, 2, 2, 1, 1));
    }

    @Test
    void shouldCountAnArrivalWithoutADispatchAsATransmission() {
        ledger.due(1, 0);
        ledger.arrived(1, 3, 9);
        ledger.dispatched(1, 2, 6);

        // The first is not recorded at all, the second failed.
        assertThat(ledger.outcomes()).containsExactly(new MessageOutcome(1, 0, 2, 9, 0, 1));
    }

    @Test
    void shouldLeaveAMessageOutUntilItIsKnownWhenItBegan() {
        ledger.arrived(1, 1, 9);
        assertThat(ledger.outcomes()).isEmpty();

        ledger.dispatched(1, 1, 8);
        assertThat(ledger.outcomes()).hasSize(1);
    }

    @Test
    void shouldTakeTheEarliestOfSeveralArrivalsAndCountTheOthersAsDuplicates() {
        ledger.dispatched(1, 1, 0);
        ledger.arrived(1, 1, 9);
        ledger.arrived(1, 1, 5);
        ledger.arrived(1, 1, 7);
        ledger.dispatched(2, 1, 0);
        ledger.arrived(2, 1, 1);

        assertThat(ledger.outcomes().get(0).ettNanos()).isEqualTo(5);
        assertThat(ledger.outcomes().get(0).urc()).isZero();
        assertThat(ledger.summary().duplicateArrivals()).isEqualTo(2);
    }

    @Test
    void shouldWorkAcrossTheOverflowOfTheClock() {
        ledger.dispatched(1, 1, Long.MAX_VALUE - 1);
        ledger.dispatched(1, 2, Long.MIN_VALUE + 2);
        ledger.arrived(1, 1, Long.MIN_VALUE + 5);
        ledger.arrived(1, 2, Long.MIN_VALUE + 3);

        assertThat(ledger.outcomes()).containsExactly(new MessageOutcome(1, Long.MAX_VALUE - 1, 2, 5, 1, 2));
    }

    @Test
    void shouldListMessagesInTheOrderOfTheirNumbers() {
        for (long message : new long[] {5, -1, Long.MAX_VALUE, 3}) {
            ledger.dispatched(message, 1, 0);
        }
        assertThat(ledger.outcomes()).extracting(MessageOutcome::message).containsExactly(-1L, 3L, 5L, Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 1_000_001})
    void shouldRefuseAttemptNumbersThatCannotBe(int attempt) {
        assertThatIllegalArgumentException().isThrownBy(() -> ledger.dispatched(1, attempt, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> ledger.arrived(1, attempt, 0));
    }

    @Test
    void shouldKeepTheGreatestAttemptNumber() {
        ledger.dispatched(1, TransmissionLedger.MOST_ATTEMPTS, 0);
        assertThat(ledger.outcomes().get(0).attempts()).isOne();
    }

    @Test
    void shouldSummarise() {
        // ETT 1, 2, 3 s and one lost; URC 0, 0, 1, 0
        for (int message = 1; message <= 4; message++) {
            ledger.due(message, 0);
            ledger.dispatched(message, 1, 0);
        }
        ledger.arrived(1, 1, SECOND);
        ledger.arrived(2, 1, 2 * SECOND);
        ledger.arrived(3, 1, 3 * SECOND);
        ledger.dispatched(3, 2, SECOND);
        ledger.arrived(3, 2, 4 * SECOND);

        TransmissionSummary summary = ledger.summary();

        assertThat(summary.messages()).isEqualTo(4);
        assertThat(summary.lost()).isOne();
        assertThat(summary.attemptsMean()).isEqualTo(1.25);
        assertThat(summary.ettSeconds().mean()).isEqualTo(2);
        // sd 1 s, n 3
        assertThat(summary.ettSeconds().halfWidth95()).isCloseTo(1.13159, within(1e-5));
        assertThat(summary.ettP50Seconds()).isCloseTo(2, within(0.002));
        assertThat(summary.ettP95Seconds()).isCloseTo(3, within(0.003));
        assertThat(summary.ettP99Seconds()).isCloseTo(3, within(0.003));
        assertThat(summary.ettMaxSeconds()).isEqualTo(3);
        // Of the messages that arrived: 0, 0 and 1; sd sqrt(1/3), n 3
        assertThat(summary.urc().mean()).isCloseTo(1 / 3.0, within(1e-12));
        assertThat(summary.urc().halfWidth95()).isCloseTo(0.653321, within(1e-6));
        assertThat(summary.duplicateArrivals()).isOne();
    }

    @Test
    void shouldTellPercentilesApart() {
        long seed = 99;
        Random random = new Random(seed);
        for (int i = 0; i < 10_000; i++) {
            ledger.due(i, 0);
            ledger.dispatched(i, 1, 0);
            ledger.arrived(i, 1, (long) (random.nextDouble() * SECOND));
        }
        TransmissionSummary summary = ledger.summary();

        assertThat(summary.ettP50Seconds()).as("seed %d", seed).isCloseTo(0.5, within(0.02));
        assertThat(summary.ettP95Seconds()).as("seed %d", seed).isCloseTo(0.95, within(0.01));
        assertThat(summary.ettP99Seconds()).as("seed %d", seed).isCloseTo(0.99, within(0.005));
        assertThat(summary.ettMaxSeconds()).as("seed %d", seed).isBetween(0.999, 1.0);
    }

    @Test
    void shouldSayThatNothingIsKnownWhenNothingArrived() {
        TransmissionSummary empty = ledger.summary();
        assertThat(empty.messages()).isZero();
        assertThat(empty.attemptsMean()).isNaN();
        assertThat(empty.ettSeconds().mean()).isNaN();
        assertThat(empty.ettSeconds().halfWidth95()).isNaN();
        assertThat(empty.ettP50Seconds()).isNaN();
        assertThat(empty.ettMaxSeconds()).isNaN();
        assertThat(empty.urc().mean()).isNaN();

        ledger.dispatched(1, 1, 0);
        ledger.arrived(1, 1, SECOND);
        assertThat(ledger.summary().ettSeconds().halfWidth95()).isNaN();
        assertThat(ledger.summary().ettSeconds().mean()).isOne();
    }

    @Test
    void shouldKeepANegativeEttInTheMeanOnly() {
        ledger.dispatched(1, 1, SECOND);
        ledger.arrived(1, 1, 0);

        assertThat(ledger.summary().ettSeconds().mean()).isEqualTo(-1);
        assertThat(ledger.summary().ettP50Seconds()).isZero();
    }

    @Test
    void shouldWriteALogThatTheHistogramsOwnReaderReads() {
        ledger.due(1, 10 * SECOND);
        ledger.dispatched(1, 1, 10 * SECOND);
        ledger.arrived(1, 1, 12 * SECOND);
        ledger.due(2, 11 * SECOND);
        ledger.dispatched(2, 1, 11 * SECOND);
        ledger.dispatched(3, 1, 14 * SECOND);
        ledger.arrived(3, 1, 17 * SECOND);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        ledger.writeHistogramLog(new PrintStream(bytes, true, StandardCharsets.UTF_8), "qest");

        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .startsWith("#[Histogram log format version")
                .contains("\"StartTimestamp\",\"Interval_Length\"");
        EncodableHistogram read =
                new HistogramLogReader(new ByteArrayInputStream(bytes.toByteArray())).nextIntervalHistogram();
        assertThat(read).isInstanceOfSatisfying(Histogram.class, histogram -> {
            assertThat(histogram.getTag()).isEqualTo("qest");
            assertThat(histogram.getTotalCount()).isEqualTo(2);
            assertThat(histogram.getMaxValue() / 1e6).isCloseTo(3, within(0.003));
            assertThat(histogram.getEndTimeStamp() - histogram.getStartTimeStamp())
                    .isEqualTo(7000);
        });
    }

    @Test
    void shouldLoseNothingWhenManyThreadsRecord() throws InterruptedException {
        int threads = 4;
        int each = 2000;
        CountDownLatch done = new CountDownLatch(threads);
        for (int t = 0; t < threads; t++) {
            int attempt = t + 1;
            new Thread(() -> {
                        for (int i = 0; i < each; i++) {
                            ledger.dispatched(i, attempt, 0);
                            ledger.arrived(i, attempt, attempt);
                        }
                        done.countDown();
                    })
                    .start();
        }

        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(ledger.outcomes())
                .hasSize(each)
                .allSatisfy(
                        outcome -> assertThat(outcome).isEqualTo(new MessageOutcome(outcome.message(), 0, 4, 1, 3, 4)));
    }
}
