package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.mime.Envelope;
import io.github.restartoracle.mail.internal.mime.SoapPayload;
import org.jspecify.annotations.Nullable;

/**
 * An order to send a SOAP message as a mail, with everything that depends on its outcome.
 *
 * @param account the account that sends it; it has a relay
 * @param envelope the sender and the recipient
 * @param payload the message as CXF has written it
 * @param attempt the attempt it belongs to, or null if the caller waits for the relay's answer
 * @param call the call that it begins if the response comes to the mailbox of the account, which then has one; else null
 * @param answer the answer that it calls for, or null if none is known
 */
record Submission(
        MailAccount account,
        Envelope envelope,
        SoapPayload payload,
        @Nullable Attempt attempt,
        @Nullable TwoWayCall call,
        @Nullable ExpectedAnswer answer) {}
