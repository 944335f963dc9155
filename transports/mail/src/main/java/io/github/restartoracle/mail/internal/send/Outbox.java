package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.internal.attempt.Attempt;
import io.github.restartoracle.internal.attempt.Phase;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.SmtpRelay;
import io.github.restartoracle.mail.internal.inbox.ReportListener;
import io.github.restartoracle.mail.internal.inbox.SentRequests;
import io.github.restartoracle.mail.internal.mime.OutgoingMail;
import io.github.restartoracle.mail.internal.smtp.SentMailListener;
import io.github.restartoracle.mail.internal.smtp.SmtpException;
import io.github.restartoracle.mail.internal.smtp.SmtpOutcome;
import io.github.restartoracle.wsrm.internal.runtime.BusShutdown;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.cxf.Bus;
import org.jspecify.annotations.Nullable;

/** Sends the mails of a bus through the relays of their accounts. Thread-safe. */
public final class Outbox {
    private final Bus bus;
    private final MailAccounts accounts;
    /** The senders by the name of their account. */
    private final Map<String, AccountSender> senders = new HashMap<>();

    private final AwaitedResponses responses;
    private final AwaitedReports reports = new AwaitedReports();
    private boolean closed;

    private Outbox(Bus bus) {
        this.bus = bus;
        accounts = MailAccounts.of(bus);
        responses = new AwaitedResponses(bus);
    }

    /**
     * Returns the outbox of a bus, which is closed with the bus.
     *
     * @return the same at each call
     */
    public static Outbox of(Bus bus) {
        synchronized (bus) {
            Outbox present = bus.getExtension(Outbox.class);
            if (present == null) {
                present = new Outbox(bus);
                bus.setExtension(present, Outbox.class);
                bus.setExtension(present.reports, ReportListener.class);
                bus.setExtension(present.responses, SentRequests.class);
                // Mails in flight may still arrive.
                BusShutdown.register(bus, present::close);
            }
            return present;
        }
    }

    MailAccounts accounts() {
        return accounts;
    }

    /**
     * Sends a message. One without an attempt is with the relay when this returns; one with an attempt is sent later, and
     * reports its progress to the attempt.
     *
     * @throws SmtpException if it cannot be sent, or was not, or may not have been
     */
    void send(Submission submission) throws IOException {
        AccountSender sender = sender(submission.account());
        Attempt attempt = submission.attempt();
        // An attempt that has not advanced when sending returns counts as failed.
        if (attempt != null && !attempt.advance(Phase.CONNECTING)) {
            return;
        }
        TwoWayCall call = submission.call();
        if (call != null) {
            responses.poll(submission.account(), call);
        }
        OutgoingMail mail = sender.compose(submission);
        reports.add(mail.envelopeId(), attempt, call);
        if (call != null) {
            responses.add(mail.envelopeId(), call);
        }
        sender.send(mail, attempt, submission.answer());
    }

    /** Sends a message later, or drops it: the peer asks for it again. */
    void sendLater(Submission submission) throws IOException {
        AccountSender sender = sender(submission.account());
        OutgoingMail mail = sender.compose(submission);
        reports.add(mail.envelopeId(), null, null);
        sender.sendLater(mail);
    }

    /** Reports that a mail of this account was refused before it was composed. */
    void refused(MailAccount account) {
        listener().sent(account.name(), SmtpOutcome.PERMANENT);
    }

    /**
     * Notes that a mail has come, which shows that mails from its author's domain arrive.
     *
     * @param author the author, null if unknown
     */
    public synchronized void heard(@Nullable MailAddress author) {
        if (author != null) {
            senders.values().forEach(sender -> sender.heard(author.domain()));
        }
    }

    private SentMailListener listener() {
        SentMailListener present = bus.getExtension(SentMailListener.class);
        return present == null ? SentMailListener.NONE : present;
    }

    private synchronized AccountSender sender(MailAccount account) throws SmtpException {
        SmtpRelay relay = account.smtp();
        if (closed) {
            throw SmtpException.notNow("the bus is shut down", null);
        }
        if (relay == null) {
            throw SmtpException.unsendable("account " + account.name() + " cannot send: set its smtp.host", null);
        }
        return senders.computeIfAbsent(account.name(), name -> new AccountSender(account, relay, this::listener));
    }

    private synchronized void close() {
        closed = true;
        senders.values().forEach(AccountSender::close);
        senders.clear();
    }
}
