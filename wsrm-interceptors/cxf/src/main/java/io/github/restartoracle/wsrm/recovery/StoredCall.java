package io.github.restartoracle.wsrm.recovery;

import io.github.restartoracle.status.MessageId;
import org.apache.cxf.ws.rm.persistence.RMMessage;

/**
 * A message that a {@link CallStore} has under another name, and that gets a number: a call without a number, or a message
 * of a sequence that its destination has forsaken.
 */
public final class StoredCall extends RMMessage {
    private final MessageId former;

    /**
     * Creates a message without number and content.
     *
     * @param former the name under which the store has it
     */
    public StoredCall(MessageId former) {
        this.former = former;
    }

    /** {@return the name under which the store has it} */
    public MessageId former() {
        return former;
    }
}
