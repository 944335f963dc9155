package io.github.restartoracle.wsrm.destination;

import java.io.IOException;

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
}
