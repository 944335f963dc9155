package io.github.restartoracle.http;

import java.io.IOException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** Told how a transmission goes on; called by a thread of the path, one call at a time. */
interface TransmissionListener {
    /**
     * The connection stands and nothing has been sent. Only called if the call asks for it.
     *
     * @param session the TLS session, or null for plain HTTP
     * @throws IOException if nothing must be sent on this connection
     */
    void trust(@Nullable SSLSession session) throws IOException;

    /** The whole response arrived. Not called for a transmission that was abandoned. */
    void answered(HttpReply reply);

    /** There will be no response. Not called for a transmission that was abandoned. */
    void failed(Throwable cause);
}
