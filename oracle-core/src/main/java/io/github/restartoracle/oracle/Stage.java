package io.github.restartoracle.oracle;

/** What is known of the last transmission of a message that waits for its acknowledgement. */
public enum Stage {
    /** Dispatched, and the transport tells nothing more until it has an answer: the message may have arrived. */
    UNOBSERVED,
    /** A connection is being set up, or could not be: nothing can have arrived. */
    CONNECTING,
    /** Bytes are on their way, and the next machine has not confirmed all of them; the transport will tell when it has. */
    WRITTEN,
    /** The next machine has all bytes. */
    RECEIVED,
    /** The transport has its answer, and the message is not acknowledged yet. */
    ANSWERED,
    /** The transmission has failed after its first byte was sent: the connection broke, or the answer was an error. */
    FAILED;

    /**
     * Tells if the destination may have received a transmission in this stage.
     *
     * @return false for {@link #CONNECTING}
     */
    public boolean mayHaveArrived() {
        return this != CONNECTING;
    }
}
