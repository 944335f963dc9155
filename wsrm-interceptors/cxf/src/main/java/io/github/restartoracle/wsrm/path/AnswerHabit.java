package io.github.restartoracle.wsrm.path;

/**
 * The knowledge of a path whether its destination acknowledges each message in the answer to it.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
final class AnswerHabit {
    private boolean acknowledged;
    private boolean omitted;

    /** Records that a message was acknowledged in the answer to it. */
    void acknowledged() {
        acknowledged = true;
    }

    /** Records that the destination takes part in a sequence although an answer lacked an acknowledgement. */
    void omitted() {
        omitted = true;
    }

    /** Tells if an answer without an acknowledgement is a surprise. */
    boolean isSteady() {
        return acknowledged && !omitted;
    }
}
