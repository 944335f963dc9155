package io.github.restartoracle.wsrm.internal.recovery;

import io.github.restartoracle.status.MessageId;
import io.github.restartoracle.wsrm.recovery.CallStore;
import org.apache.cxf.endpoint.Endpoint;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * A retransmission queue that takes calls before they have a number. CXF's does not.
 *
 * <p>Thread-safe.
 */
public interface CallQueue {
    /**
     * Takes a call without a number of an earlier process, or of another one: it waits for a sequence.
     *
     * @param recovered a {@linkplain RecoveredMessage#of recovered message}, whose number has no meaning
     * @param name the name under which its {@link CallStore} has it
     * @param givenUp the reason why it was given up, and waits for an operator; null if it was not
     */
    void recoverCall(Message recovered, MessageId name, @Nullable String givenUp);

    /**
     * Returns whether a client that is destroyed has messages left, which the queue still sends.
     *
     * @param client the endpoint of the client
     * @return true until its {@link CallStore} is told that it has {@linkplain CallStore#ended ended}
     */
    boolean outlives(Endpoint client);
}
