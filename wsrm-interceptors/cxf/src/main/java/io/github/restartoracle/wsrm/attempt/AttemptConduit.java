package io.github.restartoracle.wsrm.attempt;

import java.io.OutputStream;
import org.apache.cxf.message.Message;

/**
 * A CXF conduit that knows {@linkplain Attempt attempts}: for a message with an attempt it reports the phases, can be told
 * to abandon, and returns from sending without waiting for the network. Thread-safe.
 */
public interface AttemptConduit {
    /**
     * Whether attempts of a message are sent in this way; a conduit may have to fall back to one that blocks.
     *
     * @param message an outgoing message, with or without an attempt
     * @return false if sending blocks and tells no phases
     */
    boolean takesAttempts(Message message);

    /**
     * Whether a stream is one that this conduit has prepared, and not the stream of an interceptor around it. Only then the
     * chain that captured a message can make its first transmission as well: the stream was prepared before there was an
     * attempt, and is replaced by one of the attempt.
     *
     * @param stream where a message is written to
     * @return false if it is not, or if this conduit does not know; the first transmission is then made as restarts are
     */
    default boolean prepared(OutputStream stream) {
        return false;
    }
}
