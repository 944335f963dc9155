package io.github.restartoracle.benchmarks.papers.conditional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.restartoracle.benchmarks.lab.exchange.Exchange;
import io.github.restartoracle.benchmarks.lab.exchange.ResponseTimeParts;
import io.github.restartoracle.benchmarks.papers.conditional.Condition.Mean;
import io.github.restartoracle.benchmarks.papers.conditional.LogFiles.MeteredFlow;
import io.github.restartoracle.benchmarks.papers.conditional.Transaction.Flow;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFilesTest {
    private static final long MS = 1_000_000;

    @TempDir
    Path directory;

    @Test
    void shouldTakeThePathOfAMessageFromTheLastExactTransit() {
        List<JournalRow> rows = List.of(
                row(1, 1, 0, 0, 20 * MS),
                row(2, 1, 500 * MS, 500 * MS, -1),
                row(2, 2, 500 * MS, 4500 * MS, 4525 * MS),
                row(3, 1, 5000 * MS, 5000 * MS, 5030 * MS),
                row(4, 1, 5500 * MS, 5500 * MS, -1));
        List<Transaction> transactions = LogFiles.ofJournal("j", rows, 50);
        assertThat(transactions)
                .containsExactly(
                        new Transaction("j", 50, 1, Double.NaN, 1, Flow.UNKNOWN, 0.02),
                        new Transaction("j", 50, 1, 0.02, 2, Flow.UNKNOWN, 4.025),
                        // The restart of message 2 is ambiguous: its transit does not count.
                        new Transaction("j", 50, 1, 0.02, 1, Flow.UNKNOWN, 0.03));
    }

    private static JournalRow row(long message, int attempt, long due, long dispatched, long arrived) {
        return new JournalRow(
                "run-1",
                "fixed",
                message,
                attempt,
                due,
                dispatched,
                arrived < 0 ? OptionalLong.empty() : OptionalLong.of(arrived));
    }

    @Test
    void shouldNotKnowTheRoundTripOfARepeatedSyn() {
        List<Transaction> transactions = LogFiles.ofExchanges(
                "e",
                List.of(
                        exchange(0, new ResponseTimeParts(15 * MS, 8 * MS, 0, 8 * MS)),
                        exchange(1, new ResponseTimeParts(1015 * MS, 8 * MS, 0, 8 * MS)),
                        new Exchange("p", 2, 400, 12_974, 0, 0, Optional.empty())));
        assertThat(transactions).hasSize(2);
        assertThat(transactions.get(0).rttSeconds()).isEqualTo(0.015);
        assertThat(transactions.get(0).segments()).isEqualTo(9);
        assertThat(transactions.get(1).rttSeconds()).isNaN();
    }

    private static Exchange exchange(int number, ResponseTimeParts parts) {
        return new Exchange("p", number, 400, 12_974, 0, 0, Optional.of(parts));
    }

    @Test
    void shouldReadEveryKindOfLog() throws Exception {
        Path journal = directory.resolve("journal-x.csv");
        new Journal(List.of(row(1, 1, 0, 0, 20 * MS))).write(journal);
        Path exchanges = directory.resolve("exchanges-x.csv");
        Exchange.FILE.write(exchanges, List.of(exchange(0, new ResponseTimeParts(15 * MS, 8 * MS, 0, 8 * MS))));
        Path flows = directory.resolve("flows-x.csv");
        Files.writeString(flows, LogFiles.FLOWS.header() + "\n1,3396,3,500,1448,0.015,0.2\n2,3396,4,400,1448,,0.3\n");
        assertThat(LogFiles.read(journal, 50)).hasSize(1);
        assertThat(LogFiles.read(exchanges, 50)).hasSize(1);
        assertThat(LogFiles.read(flows, 50))
                .extracting(Transaction::flow)
                .containsExactly(Flow.SINGLE, Flow.INTERRUPTED);
        assertThat(LogFiles.leftBeside(directory.resolve("conditional"))).containsExactly(exchanges, flows, journal);
    }

    @Test
    void shouldNameAFileThatIsNoLog() throws Exception {
        Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LogFiles.read(file, 50))
                .withMessageContaining("other.csv");
    }

    @Test
    void shouldPartitionByPathLengthAttemptsAndFlow() {
        List<Mean> means = Condition.means(List.of(
                transaction(0.012, 5, 1, 0.10),
                transaction(0.019, 5, 1, 0.10),
                transaction(0.021, 5, 1, 0.10),
                transaction(0.012, 250, 1, 0.40),
                transaction(0.012, 200, 1, 0.40),
                transaction(0.012, 5, 7, 0.10),
                transaction(Double.NaN, 5, 1, 0.10)));
        assertThat(means).extracting(mean -> mean.ett().count()).containsExactly(1, 2, 1, 1, 2);
        Condition known = means.get(1).condition();
        assertThat(known.rtt()).isEqualTo("10 to 20 ms");
        assertThat(means.get(1).accepted()).isTrue();
        assertThat(means.get(0).condition().rtt()).isEqualTo("unknown");
    }

    private static Transaction transaction(double rtt, int segments, int attempts, double seconds) {
        return new Transaction("t", segments * 1448L, segments, rtt, attempts, Flow.SINGLE, seconds);
    }

    private static boolean single(int... segments) {
        IntSummaryStatistics sizes = IntStream.of(segments).summaryStatistics();
        return metered(sizes.getSum(), segments.length, sizes.getMin(), sizes.getMax());
    }

    private static boolean metered(long bytes, int segments, int smallest, int largest) {
        return new MeteredFlow("1", bytes, segments, smallest, largest, OptionalDouble.empty(), 1).single();
    }

    @Test
    void shouldRecogniseFullSegmentsAndOneRest() {
        assertThat(single(1448, 1448, 1448, 500)).isTrue();
        assertThat(single(1448, 1448)).isTrue();
        assertThat(single(50)).isTrue();
    }

    @Test
    void shouldRecogniseASenderThatHadToWait() {
        // Two pairs of a full segment and a rest: the data would fit into one segment less.
        assertThat(single(1448, 500, 1448, 500)).isFalse();
        // As many segments as needed, but two of them are not full.
        assertThat(single(1448, 1000, 1000)).isFalse();
    }

    @Test
    void shouldAgreeWithWhatAFlowMeterKeeps() {
        assertThat(metered(12_974, 9, 12_974 - 8 * 1448, 1448)).isTrue();
        assertThat(metered(12_974, 10, 500, 1448)).isFalse();
    }
}
