package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.oracle.RetransmissionOracle;
import io.github.restartoracle.pending.Pending;
import java.util.Date;
import org.apache.cxf.ws.rm.RetryStatus;
import org.jspecify.annotations.Nullable;

/**
 * The state of one message as CXF's management views show it.
 *
 * @param previousMillis wall clock time of the last transmission, null if there was only the first
 * @param nextMillis wall clock time of the next transmission as things stand, null if none is planned
 * @param retries transmissions after the first
 * @param maxRetries the most there can be, -1 for no limit
 * @param intervalMillis the timeout of the last transmission, in milliseconds
 * @param underWay whether an attempt is under way
 * @param suspended whether restarts are suspended
 */
@SuppressWarnings("JavaUtilDate") // CXF's type
record RetransmissionStatus(
        @Nullable Long previousMillis,
        @Nullable Long nextMillis,
        int retries,
        int maxRetries,
        long intervalMillis,
        boolean underWay,
        boolean suspended)
        implements RetryStatus {

    /**
     * The state of a message; to be called under its path's lock.
     *
     * @param timeoutNanos the timeout of its last transmission, {@link RetransmissionOracle#NEVER} for none
     * @param maxAttempts how often it is transmitted at most, 0 for no limit
     * @param nowNanos the time on the clock of the queue
     * @param wallMillis the same time on the wall clock
     */
    static RetransmissionStatus of(
            Outgoing message, long timeoutNanos, int maxAttempts, long nowNanos, long wallMillis) {
        Pending<Outgoing> entry = message.pending;
        int attempts = message.attemptsMade();
        Long previous = null;
        Long next = null;
        if (entry != null) {
            long lastMillis = wallMillis + (entry.lastDispatchedNanos() - nowNanos) / 1_000_000;
            boolean planned = entry.isPending()
                    && timeoutNanos != RetransmissionOracle.NEVER
                    && !message.sequence.suspended
                    && !message.waiting;
            previous = attempts > 1 ? lastMillis : null;
            next = planned ? lastMillis + timeoutNanos / 1_000_000 : null;
        }
        return new RetransmissionStatus(
                previous,
                next,
                Math.max(0, attempts - 1),
                maxAttempts - 1,
                timeoutNanos == RetransmissionOracle.NEVER ? 0 : timeoutNanos / 1_000_000,
                !message.attempts.isEmpty(),
                message.sequence.suspended);
    }

    @Override
    public @Nullable Date getNext() {
        return nextMillis == null ? null : new Date(nextMillis);
    }

    @Override
    public @Nullable Date getPrevious() {
        return previousMillis == null ? null : new Date(previousMillis);
    }

    @Override
    public int getRetries() {
        return retries;
    }

    @Override
    public int getMaxRetries() {
        return maxRetries;
    }

    @Override
    public long getNextInterval() {
        return intervalMillis;
    }

    /** How the interval grows is the oracle's affair; CXF's views show a factor, which there is none here. */
    @Override
    public long getBackoff() {
        return 1;
    }

    @Override
    public boolean isPending() {
        return underWay;
    }

    @Override
    public boolean isSuspended() {
        return suspended;
    }
}
