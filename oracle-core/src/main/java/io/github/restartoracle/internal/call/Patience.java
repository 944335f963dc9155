package io.github.restartoracle.internal.call;

/** The time for which a caller waits for a sequence. */
public enum Patience {
    /** Until a step was taken or has failed; its call may be made without a sequence. */
    BRIEF,
    /** Until its turn, or a failure. */
    ONE_FAILURE,
    /** Until its turn; but it gets a failure as long as there was no sequence yet. */
    LASTING
}
