package io.github.restartoracle.mail.smtp;

import org.jspecify.annotations.Nullable;

/**
 * Told of each mail that was handed to a relay, or could not be. A bus has at most one, as the extension of this type. Called
 * by the thread that sends; must not throw.
 */
@FunctionalInterface
public interface SentMailListener {
    /** Does not care. */
    SentMailListener NONE = (account, failure) -> {};

    /**
     * Sending has ended.
     *
     * @param account the name of the account
     * @param failure what the failure means; null if the relay has taken the mail
     */
    void sent(String account, @Nullable SmtpOutcome failure);
}
