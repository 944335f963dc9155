package io.github.restartoracle.wsrm.internal.destination;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The acts of delivering a message, and of noting its end. Each may block. Thread-safe. */
interface Attempts {
    /** Returns whether the content of a message is still available after a failed attempt. */
    boolean canRepeat(Content content);

    /**
     * Delivers a message; {@link DeliveryRun#outcome()} tells its success.
     *
     * @return true if the service has suspended its invocation, so that the attempt goes on
     */
    boolean run(DeliveryRun run) throws IOException;

    /** Notes that a message needs no further attempt: the service has returned, or an operator has discarded it. */
    void note(Content content);

    /**
     * Notes that the message is given up, or, without a reason, that an operator has it delivered again.
     *
     * @param reason the last failure; null if an operator has it delivered again
     * @return true if a store keeps the message and the note
     */
    boolean giveUp(Content content, @Nullable String reason);
}
