package io.github.restartoracle.benchmarks.lab.simulator;

import org.jspecify.annotations.Nullable;

/** Messages in the order in which they were added, linked through their own fields. Not thread-safe. */
final class MessageList {
    private @Nullable SimulatedMessage first;
    private @Nullable SimulatedMessage last;

    @Nullable
    SimulatedMessage first() {
        return first;
    }

    void add(SimulatedMessage message) {
        SimulatedMessage tail = last;
        message.listed = true;
        message.before = tail;
        if (tail == null) {
            first = message;
        } else {
            tail.after = message;
        }
        last = message;
    }

    /** Removes a message; returns false if it is not there. */
    boolean remove(SimulatedMessage message) {
        if (!message.listed) {
            return false;
        }
        SimulatedMessage before = message.before;
        SimulatedMessage after = message.after;
        if (before == null) {
            first = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.before = before;
        }
        message.listed = false;
        message.before = null;
        message.after = null;
        return true;
    }
}
