package io.github.restartoracle.wsrm.internal.replay;

import java.io.IOException;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.transport.Conduit;

/** A response that can be sent again. Immutable, and thread-safe. */
final class KeptResponse {
    /** An estimate of the memory beside the content. */
    private static final long OVERHEAD_BYTES = 1024;

    /** A way to send it. Thread-safe. */
    interface Sending {
        void send(Exchange exchange, Conduit back) throws IOException;
    }

    private final long size;
    private final Sending sending;

    /**
     * Keeps a response.
     *
     * @param size of its content, in bytes
     */
    KeptResponse(long size, Sending sending) {
        this.size = size;
        this.sending = sending;
    }

    /** {@return an estimate of the memory that it takes} */
    long bytes() {
        return OVERHEAD_BYTES + size;
    }

    /** Sends it to the source of a restarted request. */
    void send(Exchange exchange, Conduit back) throws IOException {
        sending.send(exchange, back);
    }
}
