package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.internal.attempt.Causes;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import io.github.restartoracle.mail.internal.spool.MailKey;
import io.github.restartoracle.mail.internal.spool.Spool;
import io.github.restartoracle.mail.internal.spool.SpooledMail;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Settles the mails of the spool. A mail that fails, even with an {@link Error}, waits for its next attempt, and the others are
 * processed. Confined to the thread of its mailbox.
 */
final class Processing {
    private static final Logger LOG = Logs.of(Processing.class);

    /**
     * The time after which a mail without a receiver is quarantined; a service that starts while a client polls its mailbox has
     * to claim its mails before.
     */
    static final Duration UNCLAIMED = Duration.ofHours(1);

    private static final int MOST_CAUSES = 8;

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
    private final Map<MailKey, Long> unclaimedSince = new HashMap<>();
    /** The number of attempts that failed because of the disk; they do not count against the mail. */
    private final Map<MailKey, Integer> forgiven = new HashMap<>();

    private int settled;

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

    /**
     * Settles every mail of the spool, or leaves it for a later poll.
     *
     * @return the number of mails that were settled
     * @throws IOException if the spool could not be written for a mail; the others were settled
     */
    int settleAll() throws IOException {
        settled = 0;
        IOException failure = null;
        for (SpooledMail mail : spool.pending()) {
            try {
                settle(mail);
            } catch (IOException e) {
                failure = e;
            } catch (RuntimeException | Error e) {
                // Not even the log could be written, for example without memory; the mail waits, and the others are
                // processed.
                tally.add(MailOutcome.KEEP);
            }
        }
        if (failure != null && settled == 0) {
            throw failure;
        }
        return settled;
    }

    private void settle(SpooledMail mail) throws IOException {
        MailKey key = mail.key();
        Long earliest = notBefore.get(key);
        if (earliest != null && clock.nanoTime() - earliest < 0) {
            return;
        }
        if (recipients.none() && unclaimedSince.containsKey(key)) {
            quarantineUnclaimed(mail);
            return;
        }
        steps.before("attempt");
        int attempt = spool.attempt(key) - forgiven.getOrDefault(key, 0);
        if (attempt > account.limits().attempts()) {
            quarantine(mail, "processing failed " + (attempt - 1) + " times");
            return;
        }
        try {
            act(mail, judge(mail));
        } catch (Refused e) {
            keep(mail, attempt, e.getCause());
        } catch (RuntimeException | Error e) {
            keep(mail, attempt, e);
        }
    }

    private Verdict judge(SpooledMail mail) throws Refused {
        steps.before("triage");
        try {
            return triage.judge(mail);
        } catch (IOException e) {
            forgiven.merge(mail.key(), 1, Integer::sum);
            throw new Refused(e);
        }
    }

    private void act(SpooledMail mail, Verdict verdict) throws IOException, Refused {
        if (verdict instanceof Verdict.Soap soap) {
            try (ReceivedMail received = soap.mail()) {
                deliver(mail, received);
            }
        } else if (verdict instanceof Verdict.Report report) {
            boolean ours = reports.reported(report.report());
            settle(mail, ours ? MailOutcome.DSN : MailOutcome.IGNORE, List.of(), "a delivery report");
        } else if (verdict instanceof Verdict.Ignored ignored) {
            settle(mail, MailOutcome.IGNORE, List.of(), ignored.reason());
        } else if (verdict instanceof Verdict.Unfit unfit) {
            quarantine(mail, unfit.reason());
        }
    }

    private void deliver(SpooledMail mail, ReceivedMail received) throws IOException, Refused {
        try {
            MailReceiver receiver = recipients.of(received);
            if (receiver == null) {
                leaveUnclaimed(mail);
                return;
            }
            List<String> names = received.names();
            if (names.stream().anyMatch(spool::remembers)) {
                settle(mail, MailOutcome.DUP, List.of(), "a copy of a processed mail");
                return;
            }
            steps.before("deliver");
            MailOutcome outcome = handOver(receiver, received);
            boolean delivered = outcome == MailOutcome.ACCEPT || outcome == MailOutcome.FAULT;
            settle(mail, outcome, names, delivered ? "delivered" : "no longer awaited");
        } catch (UnfitMailException e) {
            quarantine(mail, String.valueOf(e.getMessage()));
        }
    }

    /** A mail could not be processed, and may be later. */
    private static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(Throwable cause) {
            super(cause);
        }
    }

    private static MailOutcome handOver(MailReceiver receiver, ReceivedMail mail) throws Refused, UnfitMailException {
        try {
            return receiver.receive(mail);
        } catch (IOException e) {
            throw new Refused(e);
        }
    }

    private void leaveUnclaimed(SpooledMail mail) {
        unclaimedSince.putIfAbsent(mail.key(), clock.nanoTime());
        tally.add(MailOutcome.KEEP);
        LOG.info("{} KEEP mail {}: no endpoint receives at its address yet", account.name(), name(mail));
    }

    /** Quarantines a mail without a receiver, so that the spool has room for responses. */
    private void quarantineUnclaimed(SpooledMail mail) throws IOException {
        long waitedNanos = clock.nanoTime() - unclaimedSince.getOrDefault(mail.key(), clock.nanoTime());
        boolean full = spool.pendingOctets() > account.limits().spoolBytes() / 2;
        if (full || waitedNanos >= UNCLAIMED.toNanos()) {
            quarantine(mail, "no endpoint receives at its address");
        }
    }

    private void keep(SpooledMail mail, int attempt, @Nullable Throwable why) {
        notBefore.put(mail.key(), clock.nanoTime() + (pauseNanos << Math.min(attempt, 10)) - pauseNanos);
        LOG.warn(
                "{} KEEP mail {}, attempt {} of {}: {}",
                account.name(),
                name(mail),
                attempt,
                account.limits().attempts(),
                causes(why));
        LOG.debug("Failure of mail {}", name(mail), why);
        tally.add(MailOutcome.KEEP);
    }

    /** Returns the class names of the failures only: their messages may have content of the mail, which must not be logged. */
    private static String causes(@Nullable Throwable failure) {
        return Causes.of(failure).stream()
                .limit(MOST_CAUSES)
                .map(cause -> cause.getClass().getName())
                .collect(Collectors.joining(", caused by "));
    }

    private void settle(SpooledMail mail, MailOutcome outcome, List<String> names, String what) throws IOException {
        steps.before("settle");
        spool.settle(mail, names);
        steps.before("settled");
        ended(mail, outcome);
        if (outcome == MailOutcome.ACCEPT) {
            LOG.debug("{} {} mail {}: {}", account.name(), outcome, name(mail), what);
        } else {
            LOG.info("{} {} mail {}: {}", account.name(), outcome, name(mail), what);
        }
    }

    private void quarantine(SpooledMail mail, String reason) throws IOException {
        steps.before("quarantine");
        spool.quarantine(mail, reason);
        steps.before("quarantined");
        ended(mail, MailOutcome.QUAR);
        LOG.warn("{} QUAR mail {}: {}", account.name(), name(mail), reason);
    }

    private void ended(SpooledMail mail, MailOutcome outcome) {
        notBefore.remove(mail.key());
        unclaimedSince.remove(mail.key());
        forgiven.remove(mail.key());
        settled++;
        tally.add(outcome);
    }

    private static String name(SpooledMail mail) {
        return mail.key().digest().substring(0, 12);
    }
}
