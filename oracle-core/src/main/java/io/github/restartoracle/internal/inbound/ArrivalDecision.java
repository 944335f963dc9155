package io.github.restartoracle.internal.inbound;

/** The decision on a message that a request brings. */
public enum ArrivalDecision {
    /** It is to be accepted. */
    NEW,
    /** A copy of it was accepted, or is being accepted by its delivery: this one is dropped, and acknowledged. */
    COPY,
    /** It is such a copy, and is delivered beside its message if there is room for it. */
    BESIDE,
    /** A copy of it is being stored. The decision on this one depends on the result, so its request waits. */
    BUSY,
    /** Its request has to wait until lower messages, or the one before it of the same caller, are delivered. */
    EARLY,
    /** It is refused, because its sequence has ended, or would have with a lower number. */
    CLOSED,
    /** It is left out, because higher messages were delivered and the policy requires the order but not every message. */
    LATE;

    /** Returns whether the request is to wait for the decision. */
    boolean isPending() {
        return this == BUSY || this == EARLY;
    }
}
