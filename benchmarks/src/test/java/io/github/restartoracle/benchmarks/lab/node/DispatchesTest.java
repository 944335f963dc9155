package io.github.restartoracle.benchmarks.lab.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.restartoracle.harness.journal.ArrivalRow;
import io.github.restartoracle.harness.journal.Journal;
import io.github.restartoracle.harness.journal.JournalRow;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DispatchesTest {
    private static final Duration INTERVAL = Duration.ofNanos(100);

    private final Dispatches dispatches = new Dispatches();

    @Test
    void shouldCountTheLaterDispatchOfATransmissionThatWasWithdrawn() {
        dispatches.add(1, 1, 1, 10, 11);
        dispatches.add(2, 2, 1, 100, 101);
        dispatches.add(1, 1, 1, 500, 502);
        dispatches.add(1, 1, 2, 600, 603);
        Journal journal = new Journal(dispatches.journal("run", "canary", 0, INTERVAL));

        assertThat(journal.join(List.of(new ArrivalRow("run", 1, 1, 550))).rows())
                .filteredOn(row -> row.message() == 1)
                .extracting(JournalRow::attempt, JournalRow::dueNanos, JournalRow::dispatchedNanos)
                .containsExactly(tuple(1, 0L, 502L), tuple(2, 0L, 603L));
        assertThat(dispatches.restarts("run", "canary"))
                .extracting(row -> row.message() + "/" + row.attempt() + " due " + row.scheduledNanos())
                .containsExactly("2/1 due 100", "1/1 due 500", "1/2 due 600");
    }
}
