package io.github.restartoracle.status;

/** The use of an acknowledgement as a sample of the round trip time. */
public enum SampleUse {
    /** The destination said which transmission it acknowledges: the oracle got an exact sample. */
    EXACT,
    /** There was only one transmission: the oracle got a sample. */
    UNAMBIGUOUS,
    /**
     * One of several transmissions was acknowledged: the oracle got the sample, and Karn's rule forbids it to learn from it.
     */
    AMBIGUOUS,
    /** The times or the echo contradict the transmissions that were made: the oracle got no sample. */
    REJECTED,
    /** There is no sample: the message was not pending any more, or its dispatch time is not known. */
    NONE
}
