package io.github.restartoracle.wsrm.queue;

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
