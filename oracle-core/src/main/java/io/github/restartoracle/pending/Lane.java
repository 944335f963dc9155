package io.github.restartoracle.pending;

import org.jspecify.annotations.Nullable;

/**
 * The messages of a pending set whose last transmission is in the same stage and has the same number, in the order in which
 * they began to wait. Since the timeout depends on these two alone, no message in a lane is due before its head. Messages and
 * lanes are linked through their own fields: appending and unlinking are O(1) and make no garbage.
 */
final class Lane<M> {
    final StageLanes<M> owner;

    /** The number of the last transmission of all messages here. */
    final int attempt;

    @Nullable
    Pending<M> head;

    @Nullable
    Pending<M> tail;

    /** The non-empty lane with the next smaller attempt number. */
    @Nullable
    Lane<M> lower;

    @Nullable
    Lane<M> higher;

    int size;

    Lane(StageLanes<M> owner, int attempt) {
        this.owner = owner;
        this.attempt = attempt;
    }

    /** Enters the list of lanes between two neighbours. */
    void enter(@Nullable Lane<M> below, @Nullable Lane<M> above) {
        lower = below;
        higher = above;
        if (below != null) {
            below.higher = this;
        }
        if (above != null) {
            above.lower = this;
        }
    }

    /** Leaves the list of lanes. The fields of this lane keep its former neighbours. */
    void leave() {
        if (lower != null) {
            lower.higher = higher;
        }
        if (higher != null) {
            higher.lower = lower;
        }
    }

    /**
     * Adds a message at the end. A time before the tail's (threads read the clock before they get the lock) counts as the
     * tail's.
     */
    void append(Pending<M> pending, long nowNanos) {
        Pending<M> last = tail;
        pending.lane = this;
        pending.earlier = last;
        if (last == null) {
            head = pending;
            pending.waitingSinceNanos = nowNanos;
        } else {
            last.later = pending;
            pending.waitingSinceNanos = nowNanos - last.waitingSinceNanos < 0 ? last.waitingSinceNanos : nowNanos;
        }
        tail = pending;
        size++;
    }

    void unlink(Pending<M> pending) {
        Pending<M> before = pending.earlier;
        Pending<M> after = pending.later;
        if (before == null) {
            head = after;
        } else {
            before.later = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.earlier = before;
        }
        pending.lane = null;
        pending.earlier = null;
        pending.later = null;
        size--;
    }
}
