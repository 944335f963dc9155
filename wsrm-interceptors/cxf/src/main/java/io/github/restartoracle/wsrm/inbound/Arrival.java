package io.github.restartoracle.wsrm.inbound;

/** What is to be done with a message that a request brings. */
public enum Arrival {
    /** It is to be accepted. */
    NEW,
    /** A copy of it was accepted, or is being accepted by its delivery. */
    COPY,
    /** A copy of it is being stored: what becomes of this one depends on that, so its request waits. */
    BUSY,
    /** Its request has to wait for lower messages to be delivered. */
    EARLY,
    /** It is left out: higher messages were delivered, and order is asked for, but not every message. */
    LATE
}
