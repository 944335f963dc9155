package io.github.restartoracle.pending;

/** What an acknowledgement was good for. */
public enum SampleUse {
    /** The destination said which transmission it acknowledges: the oracle got an exact sample. */
    EXACT,
    /** There was only one transmission: the oracle got a sample. */
    UNAMBIGUOUS,
    /** One of several transmissions: the oracle was told, and Karn's rule forbids it to learn from the sample. */
    AMBIGUOUS,
    /** The times or the echo contradict what was sent: the oracle got nothing. */
    REJECTED,
    /** There is no sample: the message was not pending any more, or nobody knows when it was dispatched. */
    NONE
}
