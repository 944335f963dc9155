package io.github.restartoracle.internal.attempt;

/** The progress of an attempt. Phases are passed in this order; the last three end the attempt. */
public enum Phase {
    /** The interceptors are at work; no byte has reached a transport. */
    PREPARING,
    /** A connection is being set up. The destination cannot have received the message. */
    CONNECTING,
    /** The connection is set up; parts of the message may have been sent. */
    CONNECTED,
    /** The whole message was handed to the operating system. */
    WRITTEN,
    /** The next machine has confirmed every byte. Few transports can tell. */
    RECEIVED,
    /** The transport's own answer has arrived and is about to be processed. */
    RESPONDED,
    /** The answer was processed, or a transport that reports no phases returned without an error. */
    ANSWERED,
    /** The transport gave up; the cause is kept. */
    FAILED,
    /** The owner abandoned the attempt. */
    ABANDONED;

    /**
     * Returns whether an attempt in this phase is over.
     *
     * @return true for {@link #ANSWERED}, {@link #FAILED} and {@link #ABANDONED}
     */
    public boolean ended() {
        return compareTo(ANSWERED) >= 0;
    }

    /**
     * Returns whether the destination may have received the message of an attempt in this phase.
     *
     * @return false for {@link #PREPARING} and {@link #CONNECTING}
     */
    public boolean mayHaveArrived() {
        return compareTo(CONNECTING) > 0;
    }

    /**
     * Returns whether the network still holds the attempt up: it has not ended or been answered.
     *
     * @return false from {@link #RESPONDED} on
     */
    public boolean isAwaited() {
        return compareTo(RESPONDED) < 0;
    }
}
