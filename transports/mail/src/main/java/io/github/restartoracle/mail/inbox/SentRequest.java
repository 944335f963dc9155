package io.github.restartoracle.mail.inbox;

import io.github.restartoracle.mail.account.MailAddress;
import org.jspecify.annotations.Nullable;

/** A request that was mailed, and takes its response once. Thread-safe. */
public interface SentRequest extends MailReceiver {
    /**
     * Whom it went to: nobody else answers it.
     *
     * @return the one recipient of its mail
     */
    MailAddress addressee();

    /**
     * What a response that uses WS-Addressing has to relate to.
     *
     * @return its {@code wsa:MessageID}; null if it uses no WS-Addressing
     */
    @Nullable
    String messageId();
}
