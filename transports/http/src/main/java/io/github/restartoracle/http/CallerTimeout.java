package io.github.restartoracle.http;

import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.message.Message;

/**
 * The time for which the caller of a two-way call waits: as long as with CXF's own conduit, and never less than the default of
 * CXF's clients. Stateless.
 */
final class CallerTimeout {
    private static final long LEAST_MILLIS = 60_000;

    private CallerTimeout() {}

    /**
     * Sets the limit for the caller, unless there is one.
     *
     * @param connectMillis the connection timeout of the call, 0 for none
     * @param receiveMillis the receive timeout of the call, 0 for none
     */
    static void set(Message message, long connectMillis, long receiveMillis) {
        if (message.getExchange().isOneWay() || message.getContextualProperty(ClientImpl.SYNC_TIMEOUT) != null) {
            return;
        }
        long bothMillis = receiveMillis == 0 ? Integer.MAX_VALUE : connectMillis + receiveMillis;
        if (bothMillis > LEAST_MILLIS) {
            message.put(ClientImpl.SYNC_TIMEOUT, bothMillis);
        }
    }
}
