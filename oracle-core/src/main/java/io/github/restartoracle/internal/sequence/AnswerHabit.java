package io.github.restartoracle.internal.sequence;

/**
 * The knowledge of a path whether its destination acknowledges each message in the answer to it. After an exception it is to do
 * so 8 times, after the next 64 times, and then 512 times, before another exception is a surprise.
 *
 * <p>Not thread-safe; confined to the lock of its path.
 */
public final class AnswerHabit {
    private static final int GROWTH = 8;
    private static final int MOST = 512;

    private int needed = 1;
    private int acknowledged;

    /** Creates the knowledge of a path that has received no answer. */
    public AnswerHabit() {}

    /** Records that a message was acknowledged in the answer to it. */
    public void acknowledged() {
        acknowledged = Math.min(needed, acknowledged + 1);
    }

    /** Records that the destination takes part in a sequence although an answer lacked an acknowledgement. */
    void omitted() {
        needed = Math.min(MOST, GROWTH * needed);
        acknowledged = 0;
    }

    /** Returns whether an answer without an acknowledgement is a surprise. */
    boolean isSteady() {
        return acknowledged >= needed;
    }
}
