package io.github.restartoracle.world;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.outbound.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A call of an application, with its result. Not thread-safe. */
final class WorldCall {
    enum State {
        /** It has not returned yet. */
        CALLED,
        /** It has returned without an error. */
        RETURNED,
        /** It has thrown an exception. */
        FAILED
    }

    final int source;
    final int id;
    State state = State.CALLED;
    /** Counts the sequences of its source, from 0. */
    int sequence;

    long number;
    /** Its place among all calls in the order in which they returned, from 1. */
    long turn;
    /** The number of times that the service has carried it out. */
    int effects;
    /** True if its request delivers it and is answered after that: its source must not know meanwhile that it is accepted. */
    boolean unsafe;
    /** True if it was carried out and its process died before that was noted: it may be repeated. */
    boolean mayRepeat;

    /** True if the node was killed without a store after it had accepted the call, before the service carried it out. */
    boolean lost;

    /** The times at which it left a sequence. */
    final List<Long> movedNanos = new ArrayList<>();

    /** The message that waits, or has waited last, for a number; null if none has. */
    @Nullable
    Message<WorldCall> waited;

    /** True if the node has told that it could not store it, and has stored it. */
    boolean inDoubt;

    /** The times of its last transmissions. */
    final Deque<Long> dispatchedNanos = new ArrayDeque<>();

    /** The attempts that may have arrived, since they were written and not refused. */
    final Set<Attempt> unclear = new HashSet<>();

    /** True if its caller waits until it has a number; it has that turn in which it was called. */
    boolean awaited;

    /** The time at which it was made. */
    long calledNanos;

    /** The time at which it returned; no later call comes before it in order. */
    long returnedNanos = Long.MAX_VALUE;

    /** The life of its source in which it was called. */
    int began;

    /** The life of its source in which it began to wait for a number. */
    int life;

    /** True if a later process has taken it over. */
    boolean recovered;

    /** True if its caller has the answer of the service. */
    boolean answered;
    /** True if that is a fault. */
    boolean faulted;
    /** True if its caller waits no longer for an answer that the node has lost. */
    boolean left;
    /** The sequence in which it is held back, because an operator has suspended that; -1 if it is not. */
    int suspendedIn = -1;

    boolean givenUp;
    /** True if its source takes it for acknowledged. */
    boolean settled;

    boolean retried;
    /** True if an operator has discarded it after it was given up. */
    boolean discarded;
    /** True if the node has ended its sequence with later calls. */
    boolean overtaken;

    WorldCall(int source, int id) {
        this.source = source;
        this.id = id;
    }

    /** Returns its place among all calls of its source that have a number now. */
    long position() {
        return ((long) sequence << 32) + number;
    }

    @Override
    public String toString() {
        return "call " + source + "." + id + (number == 0 ? "" : " (number " + number + ")");
    }
}
