package io.github.restartoracle.mail.inbox;

import io.github.restartoracle.mail.account.MailAccount;
import io.github.restartoracle.mail.spool.MailKey;
import io.github.restartoracle.mail.spool.Spool;
import io.github.restartoracle.mail.spool.SpooledMail;
import io.github.restartoracle.time.NanoClock;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Settles what is in the spool. Confined to the thread of its mailbox. */
final class Processing {
    private static final Logger LOG = LoggerFactory.getLogger(Processing.class);

    private final MailAccount account;
    private final Spool spool;
    private final Triage triage;
    private final Recipients recipients;
    private final ReportListener reports;
    private final Tally tally;
    private final Steps steps;
    private final NanoClock clock;
    private final long pauseNanos;
    private final Map<MailKey, Long> notBefore = new HashMap<>();
    private final Set<MailKey> unclaimed = new HashSet<>();

    Processing(
            MailAccount account,
            Spool spool,
            Recipients recipients,
            ReportListener reports,
            Tally tally,
            Steps steps,
            NanoClock clock) {
        this.account = account;
        this.spool = spool;
        this.triage = new Triage(account);
        this.recipients = recipients;
        this.reports = reports;
        this.tally = tally;
        this.steps = steps;
        this.clock = clock;
        this.pauseNanos =
                account.pop3() == null ? 0 : account.pop3().pollInterval().toNanos();
    }

    /** Settles a mail, or leaves it for a later poll. Throws only if the spool cannot be written. */
    void settle(SpooledMail mail) throws IOException {
        Long earliest = notBefore.get(mail.key());
        if (earliest != null && clock.nanoTime() - earliest < 0) {
            return;
        }
        if (recipients.none() && unclaimed.contains(mail.key())) {
            return;
        }
        unclaimed.remove(mail.key());
        steps.before("attempt");
        int attempt = spool.attempt(mail.key());
        if (attempt > account.limits().attempts()) {
            quarantine(mail, "it failed " + (attempt - 1) + " times");
            return;
        }
        try {
            steps.before("triage");
            handle(mail, triage.judge(mail));
            notBefore.remove(mail.key());
        } catch (Retry e) {
            notBefore.put(mail.key(), clock.nanoTime() + (pauseNanos << Math.min(attempt, 10)) - pauseNanos);
            tally.add(Outcome.KEEP);
            LOG.warn(
                    "{} KEEP mail {}, attempt {} of {}: {}",
                    account.name(),
                    name(mail),
                    attempt,
                    account.limits().attempts(),
                    e.getCause() == null ? "unknown" : e.getCause().getClass().getName());
            LOG.debug("Mail {}", name(mail), e);
        }
    }

    /** Processing failed, and may succeed later. */
    private static final class Retry extends Exception {
        private static final long serialVersionUID = 1L;

        Retry(Throwable cause) {
            super(cause);
        }
    }

    private void handle(SpooledMail mail, Verdict verdict) throws IOException, Retry {
        if (verdict instanceof Verdict.Soap soap) {
            try (ReceivedMail received = soap.mail()) {
                deliver(mail, received);
            } catch (UnfitMailException e) {
                quarantine(mail, String.valueOf(e.getMessage()));
            }
        } else if (verdict instanceof Verdict.Report report) {
            boolean ours = reports.reported(report.report());
            settle(mail, ours ? Outcome.DSN : Outcome.IGNORE, List.of(), "a delivery report");
        } else if (verdict instanceof Verdict.Ignored ignored) {
            settle(mail, Outcome.IGNORE, List.of(), ignored.reason());
        } else if (verdict instanceof Verdict.Unfit unfit) {
            quarantine(mail, unfit.reason());
        }
    }

    private void deliver(SpooledMail mail, ReceivedMail received) throws IOException, UnfitMailException, Retry {
        MailReceiver receiver = recipients.of(received);
        if (receiver == null) {
            unclaimed.add(mail.key());
            tally.add(Outcome.KEEP);
            LOG.info("{} KEEP mail {} until its address is received at", account.name(), name(mail));
            return;
        }
        List<String> names = received.names();
        if (names.stream().anyMatch(spool::remembers)) {
            settle(mail, Outcome.DUP, List.of(), "a copy");
            return;
        }
        steps.before("deliver");
        Outcome outcome;
        try {
            outcome = receiver.receive(received);
        } catch (IOException | RuntimeException e) {
            throw new Retry(e);
        }
        settle(
                mail,
                outcome,
                names,
                outcome == Outcome.ACCEPT || outcome == Outcome.FAULT ? "delivered" : "nobody awaits it");
    }

    private void settle(SpooledMail mail, Outcome outcome, List<String> names, String what) throws IOException {
        steps.before("settle");
        spool.settle(mail, names);
        steps.before("settled");
        tally.add(outcome);
        if (outcome == Outcome.ACCEPT) {
            LOG.debug("{} {} mail {}: {}", account.name(), outcome, name(mail), what);
        } else {
            LOG.info("{} {} mail {}: {}", account.name(), outcome, name(mail), what);
        }
    }

    private void quarantine(SpooledMail mail, String reason) throws IOException {
        steps.before("quarantine");
        spool.quarantine(mail, reason);
        steps.before("quarantined");
        tally.add(Outcome.QUAR);
        LOG.warn("{} QUAR mail {}: {}", account.name(), name(mail), reason);
    }

    private static String name(SpooledMail mail) {
        return mail.key().digest().substring(0, 12);
    }
}
