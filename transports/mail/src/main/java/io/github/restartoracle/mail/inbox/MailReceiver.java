package io.github.restartoracle.mail.inbox;

import java.io.IOException;

/** What mails for one address are handed to. */
@FunctionalInterface
public interface MailReceiver {
    /**
     * Processes a mail in the calling thread. When this returns, the mail may be deleted.
     *
     * @param mail the mail; not to be kept
     * @return {@link Outcome#ACCEPT} or {@link Outcome#FAULT}; {@link Outcome#DUP} or {@link Outcome#IGNORE} if
     *     nobody awaits it any more
     * @throws IOException if it is to be tried again
     */
    Outcome receive(ReceivedMail mail) throws IOException;
}
