package io.github.restartoracle.mail.internal.inbox;

import org.jspecify.annotations.Nullable;

/**
 * Finds the requests whose responses come to the mailbox of their sender. A bus has at most one, as the extension of this type.
 * Called by the poller of the mailbox that a mail came to.
 */
@FunctionalInterface
public interface SentRequests {
    /**
     * Returns the request that a mail claims to answer. The claim may be forged.
     *
     * @param inReplyTo the In-Reply-To of the mail, as its sender wrote it
     * @return null if it names none of ours, or one that is forgotten
     */
    @Nullable
    SentRequest find(String inReplyTo);
}
