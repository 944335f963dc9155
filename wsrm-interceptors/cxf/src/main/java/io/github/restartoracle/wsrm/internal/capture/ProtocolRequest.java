package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.internal.attempt.Attempt;
import java.util.Optional;

/**
 * A request of WS-ReliableMessaging itself, such as CreateSequence, which is transmitted until it is answered. Thread-safe.
 *
 * <p>Its caller waits within the outgoing chain, whether the request has a response or not: as with CXF alone, it has been
 * answered when the chain ends.
 */
public interface ProtocolRequest {
    /**
     * Takes the request when it is written. From now on it is transmitted until it has an outcome.
     *
     * @return the attempt that the chain is to make; empty if another thread makes it
     */
    Optional<Attempt> captured(Template template);

    /** Records that its response has been read. */
    void answered();

    /** Ends the request, because the chain has failed: it is transmitted no more. */
    void failed(Throwable cause);

    /**
     * Waits for the outcome.
     *
     * @throws org.apache.cxf.interceptor.Fault if the request is refused, is given up, or has no answer in time
     */
    void await();
}
