package io.github.restartoracle.benchmarks.lab.results;

import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import io.github.restartoracle.benchmarks.lab.theory.SynSchedule;
import io.github.restartoracle.harness.journal.JournalRow;
import io.github.restartoracle.oracle.RetransmissionOracle;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntToLongFunction;

/** Journals of a queue that keeps the schedule of its oracle, over a link without noise. */
public final class Journals {
    private static final long LOSS_FREE = 160_000_000;

    private Journals() {}

    /** Returns the attempts of one run over a path with the scenario's outages and the paper's SYN timer. */
    public static List<JournalRow> obedient(Scenario scenario, String run, String oracle, IntToLongFunction timeouts) {
        List<JournalRow> rows = new ArrayList<>();
        long[] syn = SynSchedule.PAPER.offsets().stream()
                .mapToLong(offset -> offset.toNanos())
                .toArray();
        for (int message = 1; message <= scenario.messages(); message++) {
            long due = scenario.workload().dueNanos(message);
            long start = due;
            long first = Long.MAX_VALUE;
            for (int attempt = 1; start < first; attempt++) {
                long arrival = arrival(scenario, syn, start);
                first = Math.min(first, arrival);
                rows.add(row(run, oracle, message, attempt, due, start, arrival + LOSS_FREE));
                long timeout = timeouts.applyAsLong(attempt);
                if (timeout == RetransmissionOracle.NEVER) {
                    break;
                }
                start += timeout;
            }
        }
        return rows;
    }

    private static long arrival(Scenario scenario, long[] syn, long start) {
        for (long offset : syn) {
            if (!scenario.outages().down(start + offset)) {
                return start + offset;
            }
        }
        throw new IllegalArgumentException("the outage is longer than the SYN schedule");
    }

    static JournalRow row(
            String run, String oracle, long message, int attempt, long due, long dispatched, long arrived) {
        return new JournalRow(run, oracle, message, attempt, due, dispatched, OptionalLong.of(arrived));
    }

    static JournalRow lost(String run, String oracle, long message, int attempt, long due, long dispatched) {
        return new JournalRow(run, oracle, message, attempt, due, dispatched, OptionalLong.empty());
    }
}
