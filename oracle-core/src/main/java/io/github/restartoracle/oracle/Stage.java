package io.github.restartoracle.oracle;

/** The known progress of the last transmission of a message that waits for its acknowledgement. */
public enum Stage {
    /** Dispatched, and the transport reports no more until it has an answer: the message may have arrived. */
    UNOBSERVED,
    /** A connection is being set up, or could not be: the message cannot have arrived. */
    CONNECTING,
    /** Bytes were sent, and the next machine has not confirmed all of them; the transport will report when it has. */
    WRITTEN,
    /** The next machine has all bytes. */
    RECEIVED,
    /** The transport has its answer, and the message is not acknowledged yet. */
    ANSWERED,
    /** The transmission has failed after its first byte was sent: the connection broke, or the answer was an error. */
    FAILED;

    /**
     * Returns whether the destination may have received a transmission in this stage.
     *
     * @return false for {@link #CONNECTING}
     */
    public boolean mayHaveArrived() {
        return this != CONNECTING;
    }
}
