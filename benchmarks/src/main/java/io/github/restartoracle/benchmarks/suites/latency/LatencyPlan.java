package io.github.restartoracle.benchmarks.suites.latency;

import io.github.restartoracle.benchmarks.exchange.Call;
import io.github.restartoracle.benchmarks.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.exchange.Load;
import io.github.restartoracle.benchmarks.exchange.Load.Paced;
import io.github.restartoracle.benchmarks.exchange.Load.Sequential;
import io.github.restartoracle.benchmarks.exchange.Phase;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.RandomLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All cells of one payload, one after the other over one link.
 *
 * <p>The blog does not say which packets its loss took. From server to client is the only single direction that explains both
 * of its ends: 1 % of 3 s, the timer of a lost SYN-ACK, is the 30 ms that small files cost, and large files, which are
 * data of that direction alone, cost far more. Requests have a connection each, or the 30 ms had no cause.
 */
final class LatencyPlan {
    /** Between two requests of an open loop: less than half of the link for the largest file. */
    static final Duration INTERVAL = Duration.ofMillis(50);

    private static final long FAST_ETHERNET = 100_000_000;
    private static final int REQUEST_BYTES = 200;

    /** What a Tomcat writes before a file. */
    private static final int HEAD_BYTES = 230;

    private LatencyPlan() {}

    /**
     * The plan of a payload.
     *
     * @param requests of each cell, at most
     * @param window of each cell, whole seconds: a closed loop that is not done by then ends early
     */
    static LinkPlan of(int payloadBytes, int requests, Duration window) {
        List<Phase> phases = new ArrayList<>();
        FaultSchedule faults = FaultSchedule.none();
        Duration from = Duration.ZERO;
        Call call = new Call(REQUEST_BYTES, HEAD_BYTES + payloadBytes, Duration.ZERO);
        for (LatencyCell cell : LatencyCell.of(payloadBytes)) {
            int fitting = (int) Math.min(requests, window.dividedBy(INTERVAL));
            Load load = cell.open() ? new Paced(fitting, Duration.ZERO, INTERVAL) : new Sequential(requests);
            // What hangs at the end of a window must not meet the next one.
            Duration used = window.minusSeconds(1);
            phases.add(new Phase(cell.label(), from, cell.open() ? window : used, call, load));
            if (cell.lossPercent() > 0) {
                faults = faults.and(
                        new RandomLoss(from, Optional.of(window), cell.lossPercent() / 100, Direction.BACKWARD));
            }
            from = from.plus(window);
        }
        return new LinkPlan("payload-" + payloadBytes, phases, Link.of(FAST_ETHERNET), faults);
    }
}
