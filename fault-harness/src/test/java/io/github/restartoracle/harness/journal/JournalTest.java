package io.github.restartoracle.harness.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.restartoracle.harness.csv.CsvFormatException;
import io.github.restartoracle.harness.csv.CsvWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JournalTest {
    private static final OptionalLong LOST = OptionalLong.empty();

    @TempDir
    Path directory;

    private static JournalRow row(long message, int attempt, OptionalLong arrived) {
        return new JournalRow("run-1", "qest", message, attempt, -5, 7, arrived);
    }

    @Test
    void shouldReadBackEqualRowsWhenWritten() throws IOException {
        Journal journal = new Journal(List.of(row(1, 1, LOST), row(1, 2, OptionalLong.of(99))));

        journal.write(directory.resolve("journal.csv"));

        assertThat(directory.resolve("journal.csv")).hasContent("""
                run,oracle,message,attempt,due_ns,dispatched_ns,arrived_ns
                run-1,qest,1,1,-5,7,
                run-1,qest,1,2,-5,7,99""");
        assertThat(Journal.read(directory.resolve("journal.csv"))).isEqualTo(journal);
    }

    @Test
    void shouldTakeTheEarliestArrivalWhenJoined() throws IOException {
        Path file = directory.resolve("arrivals.csv");
        try (CsvWriter<ArrivalRow> writer = Journal.ARRIVALS.writer(file)) {
            writer.write(new ArrivalRow("run-1", 2, 1, 80));
            writer.write(new ArrivalRow("run-1", 2, 1, 70));
        }

        Journal joined = new Journal(List.of(row(1, 1, LOST), row(2, 1, LOST))).join(Journal.ARRIVALS.read(file));

        assertThat(joined.rows()).containsExactly(row(1, 1, LOST), row(2, 1, OptionalLong.of(70)));
    }

    @Test
    void shouldRefuseArrivalsWhenNothingWasDispatched() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Journal(List.of()).join(List.of(new ArrivalRow("run-1", 3, 2, 1))))
                .withMessage("1 arrivals without a dispatch, such as attempt 2 of message 3 in run run-1");
    }

    @Test
    void shouldRefuseAnAttemptWhenItIsThereTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Journal(List.of(row(1, 1, LOST), row(1, 1, OptionalLong.of(1)))))
                .withMessageContaining("attempt 1 of message 1 in run run-1 is there twice");
    }

    @Test
    void shouldTellOraclesApartWhenTheirRunsHaveOneName() throws IOException {
        JournalRow other = new JournalRow("run-1", "fixed", 1, 1, 0, 0, LOST);
        Journal journal = new Journal(List.of(row(1, 1, LOST), other));

        journal.write(directory.resolve("journal.csv"));

        assertThat(Journal.read(directory.resolve("journal.csv"))).isEqualTo(journal);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> journal.join(List.of(new ArrivalRow("run-1", 1, 1, 5))))
                .withMessageContaining("run-1 is of qest and of fixed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            run-1,qest,1,1,0,0     | :2: Not enough column values: expected 7, found 6
            run-1,qest,one,1,0,0,  | :2: message: "one" cannot be used: expected a whole number
            run-1,qest,1,0,0,0,    | :2: attempt: expected a number from 1, not 0
            run-1,qest,1,1,0,0,1.5 | :2: arrived_ns: "1.5" cannot be used: expected a whole number
            ,qest,1,1,0,0,1        | :2: run: expected a name
            """)
    void shouldNameTheLineWhenARowCannotBeRead(String line, String message) throws IOException {
        Path file = Files.writeString(directory.resolve("broken.csv"), Journal.FILE.header() + "\n" + line + "\n");

        assertThatThrownBy(() -> Journal.read(file))
                .isInstanceOf(CsvFormatException.class)
                .hasMessageContaining("broken.csv" + message);
    }

    @Test
    void shouldCountTheCommentsBeforeALine() {
        String text =
                "# one\n# two\n" + Journal.FILE.header() + "\nrun-1,qest,1,1,0,0,\n# three\nrun-1,qest,one,1,0,0,\n";

        assertThatThrownBy(() -> Journal.FILE.read("text", text)).hasMessageStartingWith("text:6: message: \"one\"");
        assertThat(Journal.FILE.read("text", text.replace("one", "2"))).hasSize(2);
    }

    @Test
    void shouldNameTheHeaderWhenItIsMissing() throws IOException {
        Path file = Files.writeString(directory.resolve("broken.csv"), "run,oracle\n");

        assertThatThrownBy(() -> Journal.read(file)).hasMessageContaining(":1: expected the header run,oracle,message");
    }
}
