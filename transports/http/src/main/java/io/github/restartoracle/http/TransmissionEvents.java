package io.github.restartoracle.http;

import java.io.IOException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Receives the events of a transmission; called by a thread of the path, one call at a time. */
interface TransmissionEvents {
    /**
     * Decides about a connection that is established, before any byte is sent. Only called if the call asks for it.
     *
     * @param session the TLS session, or null for plain HTTP
     * @throws IOException if no byte must be sent on this connection
     */
    void trust(@Nullable SSLSession session) throws IOException;

    /** Handles the whole response. Not called for a transmission that was abandoned. */
    void answered(HttpReply reply);

    /** Handles a failure: there will be no response. Not called for a transmission that was abandoned. */
    void failed(Throwable cause);
}
