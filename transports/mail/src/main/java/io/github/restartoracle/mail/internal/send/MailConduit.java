package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailAddressException;
import io.github.restartoracle.mail.internal.message.AnswerState;
import io.github.restartoracle.mail.internal.message.DecoupledFlags;
import io.github.restartoracle.mail.internal.message.OutgoingMessages;
import io.github.restartoracle.mail.internal.mime.Envelope;
import io.github.restartoracle.mail.internal.smtp.SmtpException;
import io.github.restartoracle.wsrm.internal.conduit.AttemptConduit;
import java.io.IOException;
import java.io.OutputStream;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.cxf.common.logging.LogUtils;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.AbstractConduit;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.apache.cxf.ws.addressing.EndpointReferenceType;
import org.apache.cxf.ws.addressing.EndpointReferenceUtils;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages as mails. CXF keeps one conduit for all addresses of a scheme, so the recipient is taken from each message
 * ({@link Message#ENDPOINT_ADDRESS}) and from the conduit's own target only if the message has none. These messages are sent
 * later by another thread: one that belongs to an attempt, a stand-alone acknowledgement, and an answer of WS-RM itself,
 * because CXF sends the latter two in the thread of a mailbox, for the message that it processes. Any other message is with the
 * relay when the stream is closed.
 *
 * <p>The response to a two-way call comes to the {@code mailto:} address that WS-Addressing names as its ReplyTo. Without one
 * it comes to the mailbox of the account that sends the call. That account must have one ({@code pop3.host}), which is polled
 * from then on. The service answers the author of the call if its {@code allowed-senders} list the author. The response is
 * recognized by its In-Reply-To and its author, which must be the addressee of the call. The caller waits as long as {@code
 * cxf.synchronous.timeout} says; a mail that is returned ends the wait.
 *
 * <p>Thread-safe.
 */
public final class MailConduit extends AbstractConduit implements AttemptConduit {
    private static final Logger LOG = LogUtils.getL7dLogger(MailConduit.class);

    private final Outbox outbox;
    private final DecoupledFlags flags;
    private final SendingAccounts sendingAccounts;

    /**
     * Creates a conduit.
     *
     * @param outbox sends its mails
     * @param flags warns about flags that answers to its messages need
     * @param endpoint the endpoint that sends
     * @param target the recipient of messages that name none; null for the address of the endpoint
     */
    public MailConduit(
            Outbox outbox, DecoupledFlags flags, EndpointInfo endpoint, @Nullable EndpointReferenceType target) {
        super(target == null ? EndpointReferenceUtils.getEndpointReference(endpoint.getAddress()) : target);
        this.outbox = outbox;
        this.flags = flags;
        this.sendingAccounts = new SendingAccounts(outbox.accounts());
    }

    @Override
    public void prepare(Message message) throws IOException {
        MailAddress recipient = recipient(message);
        boolean fault = OutgoingMessages.failed(message);
        message.setContent(OutputStream.class, new MailStream(content -> {
            if (Attempt.isExpected(message) && Attempt.of(message) == null) {
                // The queue has not accepted the message: it is transmitted later, or never.
                return;
            }
            if (!fault && OutgoingMessages.failed(message)) {
                // CXF closes the stream also when it could not write the message.
                return;
            }
            try {
                send(message, recipient, content);
            } catch (IOException | RuntimeException failure) {
                if (OutgoingMessages.isAcknowledgement(OutgoingMessages.addressing(message))) {
                    // A failure must not fail the message that asks for it, in whose thread CXF may send it.
                    LOG.log(
                            Level.WARNING,
                            "Could not send a WS-RM acknowledgement; the peer requests it again: {0}",
                            failure.toString());
                    return;
                }
                failed(message, failure);
                throw failure;
            }
            AnswerState answered = fault ? AnswerState.of(message) : null;
            if (answered != null) {
                answered.faultSent();
            }
        }));
    }

    /** Reports a failure to the attempt, because the chain may remove it from the message before the queue sees it. */
    private static void failed(Message message, Exception failure) {
        Attempt attempt = Attempt.of(message);
        if (attempt != null) {
            attempt.fail(failure);
        }
    }

    private MailAddress recipient(Message message) throws SmtpException {
        String uri = (String) message.get(Message.ENDPOINT_ADDRESS);
        if (uri == null) {
            uri = OutgoingMessages.uriOf(getTarget());
        }
        try {
            return MailAddress.ofUri(uri == null ? "" : uri);
        } catch (MailAddressException unusable) {
            SmtpException refused = SmtpException.unsendable("the recipient is " + unusable.getMessage(), unusable);
            failed(message, refused);
            throw refused;
        }
    }

    private void send(Message message, MailAddress recipient, CachedOutputStream content) throws IOException {
        MailAccount sender = sendingAccounts.sender(message, recipient);
        try {
            sendingAccounts.requireAllowed(message, recipient, sender);
        } catch (SmtpException refusal) {
            outbox.refused(sender);
            throw refusal;
        }
        AddressingProperties addressing = OutgoingMessages.addressing(message);
        TwoWayCall call = call(message, addressing, recipient, sender);
        if (addressing != null && call == null) {
            flags.check("The client of " + recipient, true);
        }
        Envelope envelope = new Envelope(
                sender.address(), recipient, OutgoingMessages.inReplyTo(message), !MessageUtils.isRequestor(message));
        Submission submission = new Submission(
                sender,
                envelope,
                OutgoingMessages.payload(message, content),
                Attempt.of(message),
                call,
                ExpectedAnswer.to(message, call));
        if (call == null && OutgoingMessages.isAskedForAgain(message, addressing)) {
            outbox.sendLater(submission);
            return;
        }
        if (call == null) {
            outbox.send(submission);
            return;
        }
        try {
            outbox.send(submission);
            call.sent();
        } catch (IOException | RuntimeException failure) {
            call.abandon();
            throw failure;
        }
    }

    /**
     * Returns the call that a message begins; null if no response is expected, or if it comes to an endpoint of the caller's.
     */
    private @Nullable TwoWayCall call(
            Message message, @Nullable AddressingProperties addressing, MailAddress recipient, MailAccount sender)
            throws SmtpException {
        String replyTo = addressing == null ? null : OutgoingMessages.uriOf(addressing.getReplyTo());
        if (!OutgoingMessages.expectsResponse(message) || (replyTo != null && MailAddress.isMailUri(replyTo))) {
            return null;
        }
        if (sender.pop3() == null || Attempt.of(message) != null || !OutgoingMessages.repliesAnonymously(addressing)) {
            throw SmtpException.unsendable(
                    "the response to this call has no address: give account " + sender.name()
                            + " a mailbox (pop3.host) or, for WS-RM, use WS-Addressing and set the request property"
                            + " org.apache.cxf.ws.addressing.replyto to the mailto: address of an account",
                    null);
        }
        String messageId = addressing == null || addressing.getMessageID() == null
                ? null
                : addressing.getMessageID().getValue();
        return new TwoWayCall(recipient, messageId, message, getMessageObserver(), sender.policy(), outbox);
    }

    @Override
    public boolean takesAttempts(Message message) {
        return true;
    }

    @Override
    protected Logger getLogger() {
        return LOG;
    }
}
