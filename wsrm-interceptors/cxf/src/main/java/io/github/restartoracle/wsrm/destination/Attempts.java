package io.github.restartoracle.wsrm.destination;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The act of delivering one message once. Thread-safe. */
interface Attempts {
    /** Whether the content of a message is still there after a failed attempt. */
    boolean canRepeat(Undelivered message);

    /**
     * Delivers a message; {@link Undelivered#isProcessed()} tells its success.
     *
     * @return true if the service has suspended its invocation, so that the attempt goes on
     */
    boolean run(Undelivered message) throws IOException;

    /** The service has returned, only the note of it has failed: the service must not be called again. */
    void note(Undelivered message);

    /**
     * The message is not delivered again before an operator says so.
     *
     * @param reason the last failure; null if an operator has it delivered again
     * @return whether a store keeps the message, and that it was given up
     */
    boolean giveUp(Undelivered message, @Nullable String reason);
}
