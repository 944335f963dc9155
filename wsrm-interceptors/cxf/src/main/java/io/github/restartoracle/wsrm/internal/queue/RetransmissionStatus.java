package io.github.restartoracle.wsrm.internal.queue;

import io.github.restartoracle.internal.outbound.MessageState;
import io.github.restartoracle.internal.outbound.MessageStatus;
import io.github.restartoracle.oracle.RetransmissionOracle;
import java.util.Date;
import org.apache.cxf.ws.rm.RetryStatus;
import org.jspecify.annotations.Nullable;

/**
 * The state of a message as CXF's management views show it.
 *
 * @param nowNanos the time on the clock of the path
 * @param wallMillis the same time on the wall clock
 */
@SuppressWarnings("JavaUtilDate") // CXF's type
record RetransmissionStatus(MessageStatus status, int maxAttempts, long nowNanos, long wallMillis)
        implements RetryStatus {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private long lastMillis() {
        return wallMillis + (status.lastDispatchedNanos() - nowNanos) / NANOS_PER_MILLI;
    }

    @Override
    public @Nullable Date getNext() {
        return status.isPlanned() ? new Date(lastMillis() + getNextInterval()) : null;
    }

    @Override
    public @Nullable Date getPrevious() {
        return status.attempts() > 1 ? new Date(lastMillis()) : null;
    }

    @Override
    public int getRetries() {
        return Math.max(0, status.attempts() - 1);
    }

    @Override
    public int getMaxRetries() {
        return maxAttempts - 1;
    }

    @Override
    public long getNextInterval() {
        return status.timeoutNanos() == RetransmissionOracle.NEVER ? 0 : status.timeoutNanos() / NANOS_PER_MILLI;
    }

    /** Returns 1: the oracle decides how the interval grows, while CXF's views show a factor, of which there is none here. */
    @Override
    public long getBackoff() {
        return 1;
    }

    @Override
    public boolean isPending() {
        return status.inFlight() > 0;
    }

    @Override
    public boolean isSuspended() {
        return status.state() == MessageState.SUSPENDED;
    }
}
