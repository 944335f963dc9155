package io.github.restartoracle.wsrm.path;

import java.util.concurrent.TimeUnit;

/**
 * Counts the answers to the transmissions of a sequence that do not acknowledge it, although its acknowledgements come in
 * answers. A destination that has lost its sequences in a restart may answer so for ever: CXF does. A destination that
 * knows the sequence acknowledges copies of the messages that it has.
 *
 * <p>The sequence is taken for forgotten after {@value #ANSWERS} such answers, {@value #RESTARTS} of them to restarts,
 * spread over {@value #SECONDS} s without an acknowledgement in between. Not thread-safe; confined to the lock of its path.
 */
final class AnswersWithoutAck {
    private static final int ANSWERS = 3;
    private static final int RESTARTS = 2;
    private static final int SECONDS = 30;
    private static final long SPREAD_NANOS = TimeUnit.SECONDS.toNanos(SECONDS);

    private boolean expectsAcknowledgements;
    private int answers;
    private int restarts;
    private long firstNanos;

    /** Records that the sequence is acknowledged in the answers to its transmissions. */
    void expectAcknowledgements() {
        expectsAcknowledgements = true;
    }

    /** Records that the sequence was acknowledged. */
    void acknowledged() {
        answers = 0;
        restarts = 0;
    }

    /** Counts an answer without an acknowledgement; returns true if the destination has forgotten the sequence. */
    boolean answered(boolean restart, long nowNanos) {
        if (!expectsAcknowledgements) {
            return false;
        }
        if (answers++ == 0) {
            firstNanos = nowNanos;
        }
        restarts += restart ? 1 : 0;
        return answers >= ANSWERS && restarts >= RESTARTS && nowNanos - firstNanos >= SPREAD_NANOS;
    }
}
