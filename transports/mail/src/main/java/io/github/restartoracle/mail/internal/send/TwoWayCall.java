package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.inbox.MailOutcome;
import io.github.restartoracle.mail.internal.inbox.ReceivedMail;
import io.github.restartoracle.mail.internal.inbox.SentRequest;
import io.github.restartoracle.mail.internal.message.IncomingMessages;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.conduit.AttemptExchange;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.apache.cxf.endpoint.ClientCallback;
import org.apache.cxf.endpoint.ClientImpl;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.transport.MessageObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * A call whose response comes to the mailbox that it was mailed from. The caller waits as for a decoupled endpoint ({@link
 * ClientImpl#SYNC_TIMEOUT}); an asynchronous call waits until it is forgotten. Thread-safe.
 */
final class TwoWayCall implements SentRequest {
    private static final Logger LOG = Logs.of(TwoWayCall.class);

    private final MailAddress addressee;
    private final @Nullable String messageId;
    private final MessageObserver observer;
    private final MailPolicy policy;
    private final Outbox outbox;
    private final NanoClock clock = NanoClock.system();
    private final boolean synchronous;
    private final long timeoutNanos;
    /** Null when no caller waits for the response any more. */
    private @Nullable Exchange exchange;

    private boolean sent;
    private long sentNanos;
    private volatile boolean answered;

    /**
     * Creates a call.
     *
     * @param addressee the recipient of its mail
     * @param messageId its WS-Addressing message ID, null without WS-Addressing
     * @param request the request; its exchange gets the response
     * @param observer takes the response
     * @param policy decides about the addresses in the response
     * @param outbox notes that mails from the addressee arrive
     */
    TwoWayCall(
            MailAddress addressee,
            @Nullable String messageId,
            Message request,
            MessageObserver observer,
            MailPolicy policy,
            Outbox outbox) {
        this.policy = policy;
        this.outbox = outbox;
        this.addressee = addressee;
        this.messageId = messageId;
        this.observer = observer;
        Exchange called = request.getExchange();
        exchange = called;
        synchronous = called.isSynchronous();
        timeoutNanos = TimeUnit.MILLISECONDS.toNanos(AttemptExchange.timeoutMillis(called, request));
    }

    /** Returns whether a thread waits for the response. */
    boolean blocks() {
        return synchronous;
    }

    /** Returns whether a caller waits for the response. */
    synchronized boolean isAwaited() {
        tidy();
        return exchange != null;
    }

    /** Begins the wait of the caller. */
    synchronized void sent() {
        sent = true;
        sentNanos = clock.nanoTime();
    }

    /** Forgets a caller whose time is over. The rest is kept, so that a late response is recognized. */
    synchronized void tidy() {
        if (synchronous && sent && clock.nanoTime() - sentNanos > timeoutNanos) {
            exchange = null;
        }
    }

    /** Ends the wait for the response. */
    synchronized void abandon() {
        exchange = null;
    }

    private synchronized @Nullable Exchange take() {
        tidy();
        Exchange taken = exchange;
        exchange = null;
        return taken;
    }

    @Override
    public MailAddress addressee() {
        return addressee;
    }

    @Override
    public @Nullable String messageId() {
        return messageId;
    }

    @Override
    public MailOutcome receive(ReceivedMail mail) throws IOException {
        outbox.heard(mail.author());
        // The caller may read attachments after the mail was closed.
        CachedOutputStream copy = new CachedOutputStream();
        try (copy;
                InputStream in = mail.stream()) {
            in.transferTo(copy);
            Message response = IncomingMessages.of(mail, copy.getInputStream(), policy);
            Exchange waiting = take();
            if (waiting == null) {
                response.getContent(InputStream.class).close();
                return answered ? MailOutcome.DUP : MailOutcome.IGNORE;
            }
            answered = true;
            if (give(waiting, response)) {
                return MailOutcome.ACCEPT;
            }
            response.getContent(InputStream.class).close();
            return MailOutcome.IGNORE;
        }
    }

    /** Fails the call: there will be no response. */
    void fail(Exception failure) {
        Exchange waiting = take();
        if (waiting != null) {
            Message none = new MessageImpl();
            none.setContent(Exception.class, failure);
            if (!synchronous) {
                // A callback gets the failure from the exchange.
                waiting.put(Exception.class, failure);
            }
            give(waiting, none);
        }
    }

    /**
     * Gives a message to the client. CXF gives nothing to the callback of a client that is closed, or was collected: the callback
     * then gets the failure in the message, or that of CXF.
     *
     * @return false if the client is closed
     */
    private boolean give(Exchange waiting, Message message) {
        message.setExchange(waiting);
        try {
            observer.onMessage(message);
            return true;
        } catch (IllegalStateException closed) {
            Exception failure = message.getContent(Exception.class);
            ClientCallback callback = waiting.remove(ClientCallback.class);
            if (callback == null) {
                LOG.debug("A call has ended, and its client is closed", closed);
            } else {
                callback.handleException(null, failure == null ? closed : failure);
            }
            return false;
        }
    }
}
