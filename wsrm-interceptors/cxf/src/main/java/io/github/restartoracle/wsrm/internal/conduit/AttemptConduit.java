package io.github.restartoracle.wsrm.internal.conduit;

import io.github.restartoracle.internal.attempt.Attempt;
import org.apache.cxf.message.Message;

/**
 * A CXF conduit that supports {@linkplain Attempt attempts}: for a message with an attempt it reports the phases, can be
 * told to abandon, and returns from sending without waiting for the network. The attempt may be put into the message after
 * {@code prepare}, but before {@code close}: see {@link Attempt#EXPECTED}. The chain that captures a message then makes its
 * first transmission as well. Thread-safe.
 */
public interface AttemptConduit {
    /** Returns whether attempts of a message are sent in this way; a conduit may have to fall back to one that blocks. */
    boolean takesAttempts(Message message);

    /** Returns whether a message has a conduit that {@linkplain #takesAttempts takes attempts} of it. */
    static boolean takes(Message message) {
        return message.getExchange().getConduit(message) instanceof AttemptConduit conduit
                && conduit.takesAttempts(message);
    }
}
