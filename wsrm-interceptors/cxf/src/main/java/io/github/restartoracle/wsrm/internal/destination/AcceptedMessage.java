package io.github.restartoracle.wsrm.internal.destination;

import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.jspecify.annotations.Nullable;

/** A message as it is stored until its delivery. Not thread-safe. */
public final class AcceptedMessage extends RMMessage {
    private @Nullable String caller;

    /**
     * Returns the caller that was authenticated when the message arrived.
     *
     * @return a description of 16,000 characters at most; null if there was none
     */
    public @Nullable String getCaller() {
        return caller;
    }

    /**
     * Sets the caller.
     *
     * @param caller a description that {@link #getCaller} has returned; null for none
     */
    public void setCaller(@Nullable String caller) {
        this.caller = caller;
    }
}
