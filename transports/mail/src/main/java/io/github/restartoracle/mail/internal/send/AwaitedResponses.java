package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.inbox.Inboxes;
import io.github.restartoracle.mail.internal.inbox.SentRequest;
import io.github.restartoracle.mail.internal.inbox.SentRequests;
import io.github.restartoracle.mail.internal.mime.OutgoingMail;
import io.github.restartoracle.mail.internal.smtp.SmtpException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.cxf.Bus;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a bus whose responses come to the mailbox of their account, by the random identifier that is the left part of
 * their Message-ID. The last {@value #REMEMBERED} are remembered, with the fact if they were answered. The eldest beyond that
 * is forgotten, and its call fails if a caller still waits. Thread-safe.
 */
final class AwaitedResponses implements SentRequests {
    static final int REMEMBERED = 10_000;

    private final Bus bus;
    private final Map<String, TwoWayCall> calls = new LinkedHashMap<>();

    AwaitedResponses(Bus bus) {
        this.bus = bus;
    }

    /** Begins to poll the mailbox of a call; must be called before the mail is sent. */
    void poll(MailAccount account, TwoWayCall call) throws SmtpException {
        boolean canWait;
        try {
            canWait = Inboxes.of(bus).poll(account);
        } catch (IOException unusable) {
            throw SmtpException.unsendable(
                    "the response to this call cannot be received: " + unusable.getMessage(), unusable);
        }
        if (!canWait && call.blocks()) {
            throw SmtpException.unsendable(
                    "the call would block the thread that polls account " + account.name()
                            + " and has to receive the response: use another account for calls made while a mail is"
                            + " processed",
                    null);
        }
    }

    /** Adds a call; must be called before the mail is sent, since a response can be quick. */
    void add(String id, TwoWayCall call) {
        TwoWayCall eldest = null;
        synchronized (this) {
            calls.values().forEach(TwoWayCall::tidy);
            calls.put(id, call);
            if (calls.size() > REMEMBERED) {
                eldest = calls.remove(calls.keySet().iterator().next());
            }
        }
        if (eldest != null) {
            eldest.fail(new IOException("no response arrived before " + REMEMBERED + " further calls were sent"));
        }
    }

    @Override
    public synchronized @Nullable SentRequest find(String inReplyTo) {
        String id = OutgoingMail.envelopeIdIn(inReplyTo);
        return id == null ? null : calls.get(id);
    }
}
