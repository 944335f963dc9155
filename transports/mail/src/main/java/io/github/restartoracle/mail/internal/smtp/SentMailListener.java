package io.github.restartoracle.mail.internal.smtp;

import org.jspecify.annotations.Nullable;

/**
 * Called for each mail that was handed to a relay, or could not be. A bus has at most one, as the extension of this type.
 * Called by the thread that sends; must not throw.
 */
@FunctionalInterface
public interface SentMailListener {
    /** A listener without effect. */
    SentMailListener NONE = (account, failure) -> {};

    /**
     * Notes the end of sending.
     *
     * @param account the name of the account
     * @param failure the outcome of the failure; null if the relay has taken the mail
     */
    void sent(String account, @Nullable SmtpOutcome failure);
}
