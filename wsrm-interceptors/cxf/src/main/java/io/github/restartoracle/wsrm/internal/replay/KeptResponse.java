package io.github.restartoracle.wsrm.internal.replay;

import java.io.IOException;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.transport.Conduit;

/** A response that can be sent again. Immutable, and thread-safe. */
interface KeptResponse {
    /** Sends it to the source of a restarted request. */
    void send(Exchange exchange, Conduit back) throws IOException;
}
