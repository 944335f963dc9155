package io.github.restartoracle.internal.outbound;

/**
 * The time for which the destination has sent no sign of life although messages wait for it.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class UnansweredTime {
    private int waiting;
    private long sinceNanos;

    /** Adds a message that waits for its acknowledgement. */
    void begin(long nowNanos) {
        if (waiting == 0) {
            sinceNanos = nowNanos;
        }
        waiting++;
    }

    /** Takes out a message that waits no longer, for any reason. */
    void end() {
        waiting--;
    }

    /** Records a sign of life of the destination: it has acknowledged a message, or created a sequence. */
    void broken(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** Returns the number of messages that wait. */
    int waiting() {
        return waiting;
    }

    /** Returns the time since the last sign of life, but no longer than a message has waited; 0 if none waits. */
    long nanos(long nowNanos) {
        return waiting == 0 ? 0 : Math.max(0, nowNanos - sinceNanos);
    }
}
