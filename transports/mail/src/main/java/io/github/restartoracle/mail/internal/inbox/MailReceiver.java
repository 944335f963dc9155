package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import java.io.IOException;

/** The receiver of mails for one address. */
@FunctionalInterface
public interface MailReceiver {
    /**
     * Processes a mail in the calling thread. When this returns, the mail may be deleted.
     *
     * @param mail the mail; not to be kept
     * @return {@link MailOutcome#ACCEPT} or {@link MailOutcome#FAULT}; {@link MailOutcome#DUP} or {@link MailOutcome#IGNORE} if it is not
     *     awaited any more
     * @throws UnfitMailException if it is for the quarantine
     * @throws IOException if it is to be tried again
     */
    MailOutcome receive(ReceivedMail mail) throws IOException, UnfitMailException;
}
