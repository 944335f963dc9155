package io.github.restartoracle.wsrm.path;

/**
 * For how long nothing has been heard of the destination although messages wait for it.
 *
 * <p>Not thread-safe; confined to its path's lock.
 */
final class Silence {
    private int waiting;
    private long sinceNanos;

    /** A message begins to wait for its acknowledgement. */
    void begin(long nowNanos) {
        if (waiting == 0) {
            sinceNanos = nowNanos;
        }
        waiting++;
    }

    /** A message waits no longer, for whatever reason. */
    void end() {
        waiting--;
    }

    /** The destination was heard of: it has acknowledged something, or created a sequence. */
    void broken(long nowNanos) {
        sinceNanos = nowNanos;
    }

    /** Messages that wait. */
    int waiting() {
        return waiting;
    }

    /** Since it was heard of, but no longer than a message has waited; 0 if none waits. */
    long nanos(long nowNanos) {
        return waiting == 0 ? 0 : Math.max(0, nowNanos - sinceNanos);
    }
}
