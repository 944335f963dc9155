package io.github.restartoracle.benchmarks.papers.latency;

import io.github.restartoracle.benchmarks.lab.exchange.Call;
import io.github.restartoracle.benchmarks.lab.exchange.ExchangePhase;
import io.github.restartoracle.benchmarks.lab.exchange.LinkPlan;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Paced;
import io.github.restartoracle.benchmarks.lab.exchange.RequestTimes.Sequential;
import io.github.restartoracle.harness.fault.Direction;
import io.github.restartoracle.harness.fault.FaultSchedule;
import io.github.restartoracle.harness.fault.Link;
import io.github.restartoracle.harness.fault.RandomLoss;
import io.github.restartoracle.harness.fault.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All cells of one payload, one after the other over one link. Each request has one connection. */
final class LatencyPlan {
    /** The time between two requests of an open loop: the largest file then needs less than half of the link. */
    static final Duration INTERVAL = Duration.ofMillis(50);

    private static final long FAST_ETHERNET = 100_000_000;
    private static final int REQUEST_BYTES = 200;

    /** The size of the headers that a Tomcat writes before a file. */
    private static final int HEAD_BYTES = 230;

    private LatencyPlan() {}

    /**
     * Returns the plan of a payload.
     *
     * @param requests of each cell, at most
     * @param direction the direction of the packets that are lost: the blog does not state it
     * @param window of each cell, whole seconds: a closed loop that is not done by then ends early
     */
    static LinkPlan of(int payloadBytes, int requests, Duration window, Direction direction) {
        List<ExchangePhase> phases = new ArrayList<>();
        FaultSchedule faults = FaultSchedule.none();
        Duration from = Duration.ZERO;
        Call call = new Call(REQUEST_BYTES, HEAD_BYTES + payloadBytes, Duration.ZERO);
        for (LatencyCell cell : LatencyCell.of(payloadBytes)) {
            int fitting = (int) Math.min(requests, window.dividedBy(INTERVAL));
            RequestTimes load = cell.open() ? new Paced(fitting, Duration.ZERO, INTERVAL) : new Sequential(requests);
            // The last second stays free, so that requests that hang at the end of a window do not overlap the next
            // one.
            Duration used = window.minusSeconds(1);
            phases.add(new ExchangePhase(cell.label(), from, cell.open() ? window : used, call, load));
            if (cell.lossPercent() > 0) {
                faults = faults.and(
                        new RandomLoss(Window.once(from, Optional.of(window)), cell.lossPercent() / 100, direction));
            }
            from = from.plus(window);
        }
        return new LinkPlan("payload-" + payloadBytes, phases, Link.of(FAST_ETHERNET), faults);
    }
}
