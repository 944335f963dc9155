package io.github.restartoracle.internal.pending;

import io.github.restartoracle.oracle.PathOracle;
import io.github.restartoracle.oracle.Stage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a pending set in lanes, by the stage and the number of their last transmission, and those that are suspended.
 * Finds the lane whose first message is due, by the timeouts that the oracle gives at this moment.
 */
final class StageLanes<M extends Pending> {
    /**
     * Messages in the order in which they began to wait. Since the timeout depends on the stage and the number alone, none is due
     * before the first.
     */
    static final class Lane<M extends Pending> {
        private final StageLanes<M> owner;
        private final Stage stage;
        private final int attempt;
        private final Set<M> messages = new LinkedHashSet<>(2);
        private long latestNanos;

        Lane(StageLanes<M> owner, Stage stage, int attempt) {
            this.owner = owner;
            this.stage = stage;
            this.attempt = attempt;
        }

        private M first() {
            return messages.iterator().next();
        }
    }

    private final PathOracle oracle;
    private final Map<Stage, NavigableMap<Integer, Lane<M>>> stages = new EnumMap<>(Stage.class);
    private final Lane<M> suspended = new Lane<>(this, Stage.UNOBSERVED, 0);
    private boolean sampled;
    private long sampledAtNanos;
    private long untilMostOverdueNanos;

    StageLanes(PathOracle oracle) {
        this.oracle = oracle;
        for (Stage stage : Stage.values()) {
            stages.put(stage, new TreeMap<>());
        }
    }

    private NavigableMap<Integer, Lane<M>> of(Stage stage) {
        return Objects.requireNonNull(stages.get(stage));
    }

    /** Returns whether the message is in a lane; throws if it is in those of another set. */
    boolean contains(M pending) {
        Lane<?> lane = pending.lane;
        if (lane != null && lane.owner != this) {
            throw new IllegalArgumentException("the message is pending in another set");
        }
        return lane != null;
    }

    /** Returns whether the message is in a lane and not suspended. */
    boolean isWaiting(M pending) {
        return contains(pending) && pending.lane != suspended;
    }

    boolean isSuspended(M pending) {
        return contains(pending) && pending.lane == suspended;
    }

    /** Puts a message, which waits from now, at the end of its lane. */
    void add(M pending, long nowNanos) {
        Stage stage = pending.stage;
        enter(
                pending,
                of(stage).computeIfAbsent(pending.transmissions(), attempt -> new Lane<>(this, stage, attempt)),
                nowNanos);
    }

    void suspend(M pending) {
        remove(pending);
        enter(pending, suspended, pending.waitingSinceNanos);
    }

    /**
     * Adds a message at the end. A time before the latest (threads read the clock before they get the lock) counts as the latest.
     */
    private void enter(M pending, Lane<M> lane, long nowNanos) {
        boolean late = !lane.messages.isEmpty() && nowNanos - lane.latestNanos < 0;
        lane.latestNanos = late ? lane.latestNanos : nowNanos;
        pending.waitingSinceNanos = lane.latestNanos;
        pending.lane = lane;
        lane.messages.add(pending);
    }

    /** Takes out a message that is in a lane. */
    void remove(M pending) {
        Lane<?> lane = pending.lane;
        if (lane != null) {
            pending.lane = null;
            lane.messages.remove(pending);
            if (lane.messages.isEmpty() && lane != suspended) {
                of(lane.stage).remove(lane.attempt);
            }
        }
    }

    int size(Stage stage) {
        return of(stage).values().stream()
                .mapToInt(lane -> lane.messages.size())
                .sum();
    }

    List<M> in(Stage stage) {
        List<M> found = new ArrayList<>();
        of(stage).values().forEach(lane -> found.addAll(lane.messages));
        return found;
    }

    void countByAttempt(SortedMap<Integer, Integer> sizes) {
        if (!suspended.messages.isEmpty()) {
            sizes.put(0, suspended.messages.size());
        }
        for (NavigableMap<Integer, Lane<M>> lanes : stages.values()) {
            lanes.forEach((attempt, lane) -> sizes.merge(attempt, lane.messages.size(), Integer::sum));
        }
    }

    /** Notes that the oracle got a sample, after which the timeout may have dropped. */
    void sampled(long nowNanos) {
        sampled = true;
        sampledAtNanos = nowNanos;
    }

    long nanosUntilDue(long nowNanos) {
        long soonest = Long.MAX_VALUE;
        for (NavigableMap<Integer, Lane<M>> lanes : stages.values()) {
            for (Lane<M> lane : lanes.values()) {
                soonest = Math.min(soonest, nanosUntilDue(lane, nowNanos));
            }
        }
        return Math.max(0, soonest);
    }

    @Nullable
    M mostOverdue(long nowNanos) {
        M most = null;
        long soonest = 1;
        for (NavigableMap<Integer, Lane<M>> lanes : stages.values()) {
            for (Lane<M> lane : lanes.descendingMap().values()) {
                long nanos = nanosUntilDue(lane, nowNanos);
                if (nanos < soonest) {
                    soonest = nanos;
                    most = lane.first();
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

    /** Returns the time until the first message of a lane is due; less than 0 if it is overdue. */
    private long nanosUntilDue(Lane<M> lane, long nowNanos) {
        long timeoutNanos = oracle.timeoutNanos(nowNanos, lane.stage, lane.attempt);
        if (timeoutNanos == PathOracle.NEVER) {
            return Long.MAX_VALUE;
        }
        // An oracle that breaks its contract must not make the same message due twice at one time.
        return Math.max(1, timeoutNanos) - Math.max(0, nowNanos - lane.first().waitingSinceNanos);
    }
}
