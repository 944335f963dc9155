package io.github.restartoracle.benchmarks.lab.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.oracle.RetransmissionOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SchedulingFidelityTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    @Test
    void shouldCountWhatIsMissingWhenTheLogHasTransmissionsThatWereNeverMade() {
        SchedulingFidelity fidelity = SchedulingFidelity.ofLog(List.of(
                new RestartRow("1", "qest", 1, 1, 0, OptionalLong.of(0)),
                new RestartRow("1", "qest", 1, 2, SECOND, OptionalLong.of(SECOND + 100 * MILLI)),
                new RestartRow("1", "qest", 1, 3, 2 * SECOND, OptionalLong.of(2 * SECOND + 101 * MILLI)),
                new RestartRow("1", "qest", 1, 4, 3 * SECOND, OptionalLong.empty())));

        assertThat(fidelity).isEqualTo(new SchedulingFidelity(4, 2));
        assertThat(fidelity.share()).isEqualTo(0.5);
    }

    /** Copies the behaviour of the stock queue: the timer thread hangs in connect() for 30 s, twice. */
    @Test
    void shouldMissThirteenWhenAQueueMakesTwoRestartsInsteadOfFifteen() {
        long arrival = 60 * SECOND + 1;
        List<JournalRow> rows = List.of(
                Journals.row("1", "fixed", 1, 1, 0, 0, arrival + SECOND),
                Journals.row("1", "fixed", 1, 2, 0, 4 * SECOND, arrival),
                Journals.row("1", "fixed", 1, 3, 0, 34 * SECOND, arrival + SECOND));

        assertThat(SchedulingFidelity.ofJournal(rows, attempt -> 4 * SECOND)).isEqualTo(new SchedulingFidelity(16, 2));
    }

    @Test
    void shouldNotBlameDriftWhenEveryRestartIsALittleLate() {
        List<JournalRow> rows = new ArrayList<>();
        long dispatched = 0;
        for (int attempt = 1; attempt <= 15; attempt++) {
            rows.add(Journals.row("1", "fixed", 1, attempt, 0, dispatched, 58 * SECOND));
            dispatched += 4 * SECOND + 20 * MILLI;
        }

        assertThat(SchedulingFidelity.ofJournal(rows, attempt -> 4 * SECOND)).isEqualTo(new SchedulingFidelity(15, 15));
    }

    @Test
    void shouldCallForOneTransmissionWhenTheOracleDoesNotRestart() {
        List<JournalRow> rows =
                List.of(Journals.row("1", "none", 1, 1, 0, 0, SECOND), Journals.lost("1", "none", 2, 1, 0, SECOND));

        assertThat(SchedulingFidelity.ofJournal(rows, attempt -> RetransmissionOracle.NEVER))
                .isEqualTo(new SchedulingFidelity(1, 1));
    }

    @Test
    void shouldCountARestartAsNotOnTimeWhenTheScheduleDoesNotCallForIt() {
        List<JournalRow> rows = List.of(
                Journals.row("1", "fixed", 1, 1, 0, 0, 2 * SECOND),
                Journals.row("1", "fixed", 1, 2, 0, SECOND, 3 * SECOND));

        assertThat(SchedulingFidelity.ofJournal(rows, attempt -> 4 * SECOND)).isEqualTo(new SchedulingFidelity(2, 1));
        assertThat(new SchedulingFidelity(0, 0).share()).isEqualTo(1);
    }
}
