package io.github.restartoracle.internal.sequence;

/** The messages of a sequence that move to another one when their destination takes no part in the sequence any more. */
public enum Resend {
    /** All of them. One that had been delivered is delivered once more, which at-least-once delivery permits. */
    ALL,
    /** Those that the destination cannot have accepted; the others are given up. */
    UNSENT,
    /** None of them: all are given up, and move when an operator retries them. */
    NONE,
    /** None of them, as they cannot move: the other side has made the sequence, or they are requests of WS-RM. */
    IMPOSSIBLE;

    /** Returns whether the source goes on in another sequence by itself. */
    public boolean isAutomatic() {
        return this == ALL || this == UNSENT;
    }

    public boolean includes(boolean mayHaveArrived) {
        return this == ALL || (this == UNSENT && !mayHaveArrived);
    }
}
