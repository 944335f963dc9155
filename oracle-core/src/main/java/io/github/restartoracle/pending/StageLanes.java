package io.github.restartoracle.pending;

import io.github.restartoracle.oracle.Stage;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of one stage that are not empty, in the order of their attempt numbers. A restart appends to the neighbour and a
 * first transmission to the front, so neither searches.
 */
final class StageLanes<M> {
    final PendingSet<M> set;
    final Stage stage;

    @Nullable
    Lane<M> lowest;

    @Nullable
    Lane<M> highest;

    int size;

    StageLanes(PendingSet<M> set, Stage stage) {
        this.set = set;
        this.stage = stage;
    }

    void append(Pending<M> pending, Lane<M> lane, long nowNanos) {
        lane.append(pending, nowNanos);
        size++;
    }

    void append(Pending<M> pending, long nowNanos) {
        append(pending, laneFor(pending.attempts(), lowest), nowNanos);
    }

    /**
     * Returns the lane of an attempt number, which is made if it was empty; searches upwards from a lane with a smaller number.
     */
    Lane<M> laneFor(int attempt, @Nullable Lane<M> from) {
        Lane<M> above = from;
        while (above != null && above.attempt < attempt) {
            above = above.higher;
        }
        if (above != null && above.attempt == attempt) {
            return above;
        }
        Lane<M> lane = new Lane<>(this, attempt);
        lane.enter(above == null ? highest : above.lower, above);
        lowest = lane.lower == null ? lane : lowest;
        highest = lane.higher == null ? lane : highest;
        return lane;
    }

    void unlink(Lane<M> lane, Pending<M> pending) {
        lane.unlink(pending);
        size--;
        if (lane.head == null) {
            lane.leave();
            lowest = lane.lower == null ? lane.higher : lowest;
            highest = lane.higher == null ? lane.lower : highest;
        }
    }
}
