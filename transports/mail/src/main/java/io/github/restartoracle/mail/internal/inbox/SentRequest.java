package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAddress;
import org.jspecify.annotations.Nullable;

/** A request that was mailed, and takes its response once. Thread-safe. */
public interface SentRequest extends MailReceiver {
    /**
     * Returns the addressee; only the addressee can answer the request.
     *
     * @return the one recipient of its mail
     */
    MailAddress addressee();

    /**
     * Returns the identifier that a response with WS-Addressing must relate to.
     *
     * @return its {@code wsa:MessageID}; null if it uses no WS-Addressing
     */
    @Nullable
    String messageId();
}
