package io.github.restartoracle.pending;

import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.Stage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** The lanes of all stages; finds the lane whose head is due, by the timeouts that the oracle gives at this moment. */
final class Schedule<M> {
    private static final Stage[] STAGES = Stage.values();

    private final PathOracle oracle;
    private final Map<Stage, StageLanes<M>> stages = new EnumMap<>(Stage.class);
    private boolean sampled;
    private long sampledAtNanos;
    private long untilMostOverdueNanos;

    Schedule(PendingSet<M> owner, PathOracle oracle) {
        this.oracle = oracle;
        for (Stage stage : STAGES) {
            stages.put(stage, new StageLanes<>(owner, stage));
        }
    }

    StageLanes<M> of(Stage stage) {
        return Objects.requireNonNull(stages.get(stage));
    }

    List<Pending<M>> in(Stage stage) {
        List<Pending<M>> found = new ArrayList<>(of(stage).size);
        for (Lane<M> lane = of(stage).lowest; lane != null; lane = lane.higher) {
            for (Pending<M> each = lane.head; each != null; each = each.later) {
                found.add(each);
            }
        }
        return found;
    }

    void countByAttempt(SortedMap<Integer, Integer> sizes) {
        for (StageLanes<M> lanes : stages.values()) {
            for (Lane<M> lane = lanes.lowest; lane != null; lane = lane.higher) {
                sizes.merge(lane.attempt, lane.size, Integer::sum);
            }
        }
    }

    /** Notes that the oracle got a sample, after which the timeout may have dropped. */
    void sampled(long nowNanos) {
        sampled = true;
        sampledAtNanos = nowNanos;
    }

    long nanosUntilDue(long nowNanos) {
        long soonest = Long.MAX_VALUE;
        for (Stage stage : STAGES) {
            for (Lane<M> lane = of(stage).lowest; lane != null; lane = lane.higher) {
                soonest = Math.min(soonest, nanosUntilDue(lane, nowNanos));
            }
        }
        return Math.max(0, soonest);
    }

    @Nullable
    Pending<M> mostOverdue(long nowNanos) {
        Pending<M> most = null;
        long soonest = 1;
        for (Stage stage : STAGES) {
            for (Lane<M> lane = of(stage).highest; lane != null; lane = lane.lower) {
                long nanos = nanosUntilDue(lane, nowNanos);
                if (nanos < soonest) {
                    soonest = nanos;
                    most = lane.head;
                }
            }
        }
        untilMostOverdueNanos = soonest;
        return most;
    }

    /**
     * Returns when the most overdue message was due. If the timeout has dropped below its age, that is the time of the drop.
     */
    long dueNanos(long nowNanos) {
        long dueNanos = nowNanos + untilMostOverdueNanos;
        boolean dropped = sampled && sampledAtNanos - dueNanos > 0 && sampledAtNanos - nowNanos <= 0;
        return dropped ? sampledAtNanos : dueNanos;
    }

    /** Returns the time until the head of the lane is due; less than 0 if it is overdue. */
    private long nanosUntilDue(Lane<M> lane, long nowNanos) {
        long timeoutNanos = oracle.timeoutNanos(nowNanos, lane.owner.stage, lane.attempt);
        Pending<M> head = lane.head;
        if (timeoutNanos == PathOracle.NEVER || head == null) {
            return Long.MAX_VALUE;
        }
        // An oracle that breaks its contract must not make the same message due twice at one time.
        return Math.max(1, timeoutNanos) - Math.max(0, nowNanos - head.waitingSinceNanos);
    }
}
