package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.DeletePolicy;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailLimits;
import io.github.restartoracle.mail.internal.pop3.Listed;
import io.github.restartoracle.mail.internal.pop3.Listing;
import io.github.restartoracle.mail.internal.pop3.Pop3Session;
import io.github.restartoracle.mail.internal.spool.MailKey;
import io.github.restartoracle.mail.internal.spool.Spool;
import io.github.restartoracle.mail.internal.spool.SpooledMail;
import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.mail.internal.wire.WireException.Reason;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Reads new mails of one mailbox into the spool, as many as the limits allow to be fetched before they are processed.
 * Confined to the thread of its mailbox.
 */
final class Fetching {
    /*
     * A mail that ends a session is read last in the next, so that it cannot block the others; after some attempts it is left
     * in the mailbox. If a server breaks the protocol, the mail that was read last is discarded: its end may have been a line
     * of its own text.
     */
    private static final Logger LOG = Logs.of(Fetching.class);

    /** Tolerance for line ends that a server counts and does not send, or the reverse. */
    private static final int SIZE_TOLERANCE = 16;

    private final MailAccount account;
    private final MailLimits limits;
    private final DeletePolicy deletePolicy;
    private final Spool spool;
    private final Tally tally;
    private final Steps steps;
    private final NanoClock clock;
    private final Map<String, Integer> troubles = new HashMap<>();
    /** Digests of mails that were shorter than the server said; a mail that is read twice with the same result is accepted. */
    private final Map<String, String> shorter = new HashMap<>();
    /** The size under which each mail was listed in this poll, by key. */
    private Map<MailKey, Long> read = new HashMap<>();

    private @Nullable SpooledMail last;
    private String lastName = "";
    private boolean warned;
    private int fresh;

    Fetching(MailAccount account, DeletePolicy deletePolicy, Spool spool, Tally tally, Steps steps, NanoClock clock) {
        this.account = account;
        this.limits = account.limits();
        this.deletePolicy = deletePolicy;
        this.spool = spool;
        this.tally = tally;
        this.steps = steps;
        this.clock = clock;
    }

    /**
     * Fetches in one session.
     *
     * @param sessions opens it
     * @param found takes the key and the listed size of each mail that was read
     * @return true if the limits left new mails behind, so that the next poll should follow at once
     * @throws WireException if the server failed
     * @throws IOException if the spool failed; in both cases the mails that were fetched are there
     */
    boolean fetch(Poll.Sessions sessions, Map<MailKey, Long> found) throws IOException {
        read = found;
        last = null;
        fresh = 0;
        steps.before("open");
        try (Pop3Session session = sessions.open()) {
            Listing listing = session.list();
            warnWithoutUniqueIds(listing);
            if (listing.unique() && listing.complete()) {
                Set<String> present = listing.mails().stream()
                        .map(mail -> MailKey.id(mail.uniqueId()))
                        .collect(Collectors.toSet());
                forget(key -> !present.contains(key.id()));
            }
            boolean all = fetch(session, listing);
            if (!listing.unique() && listing.complete() && all) {
                forget(key -> key.id().equals(MailKey.NO_ID) && !read.containsKey(key));
            }
            // Some servers delete every mail that was read, even without a command.
            spool.sync();
            steps.before("quit");
            session.quit();
            // Without a new mail the next poll would read the same again.
            return !all && fresh > 0;
        } catch (WireException e) {
            if (e.reason() == Reason.PROTOCOL && last != null) {
                LOG.warn(
                        "{} KEEP mail: the POP3 server violated the protocol after it; the next poll fetches it again",
                        account.name());
                troubles.merge(lastName, 1, Integer::sum);
                read.remove(last.key());
                spool.discard(last);
            }
            throw e;
        }
    }

    private void warnWithoutUniqueIds(Listing listing) {
        if (!listing.unique() && !warned) {
            warned = true;
            LOG.warn(
                    "{}: the POP3 server does not support UIDL: every poll downloads all mails, and identical"
                            + " mails count as one",
                    account.name());
        }
    }

    private void forget(Predicate<MailKey> gone) throws IOException {
        spool.gone(spool.settled().stream().filter(gone).toList());
    }

    /** Fetches mails; returns true if all were read. */
    private boolean fetch(Pop3Session session, Listing listing) throws IOException {
        long startNanos = clock.nanoTime();
        Set<String> spooled =
                spool.pending().stream().map(mail -> mail.key().id()).collect(Collectors.toSet());
        Set<String> ambiguous = listing.ambiguous();
        List<Listed> mails = new ArrayList<>(listing.mails());
        // A settled mail that is still in the mailbox may stay there for good; it must not use up the limits.
        mails.sort(Comparator.<Listed, Integer>comparing(mail -> troubles.getOrDefault(name(mail), 0))
                .thenComparing(mail -> mail.uniqueId() != null
                        && !spool.settled(MailKey.id(mail.uniqueId())).isEmpty()));
        int taken = 0;
        for (Listed mail : mails) {
            String id = MailKey.id(mail.uniqueId());
            boolean named = listing.unique() && !ambiguous.contains(mail.uniqueId());
            if (named && (spooled.contains(id) || isKept(id, mail.octets()))) {
                continue;
            }
            if (taken == limits.mailsPerPoll()
                    || spool.isBatchFull()
                    || spool.pendingOctets() >= limits.spoolBytes()
                    || clock.nanoTime() - startNanos >= limits.timePerPoll().toNanos()) {
                return false;
            }
            if (troubles.getOrDefault(name(mail), 0) < limits.attempts()) {
                take(session, mail, id);
                taken++;
            }
        }
        return true;
    }

    /** Returns the name under which trouble with a mail is counted. */
    private static String name(Listed mail) {
        return mail.uniqueId() == null ? "number " + mail.number() : MailKey.id(mail.uniqueId());
    }

    private boolean isKept(String id, long octets) {
        return deletePolicy == DeletePolicy.NEVER
                && spool.settled(id).stream().anyMatch(key -> {
                    long settled = spool.octets(key);
                    return Math.abs(settled - octets) <= SIZE_TOLERANCE
                            || key.digest().equals(MailKey.UNREAD);
                });
    }

    private void take(Pop3Session session, Listed mail, String id) throws IOException {
        try {
            if (mail.octets() > limits.mailBytes()) {
                refuse(session, mail, id);
            } else {
                retrieve(session, mail, id);
            }
        } catch (WireException e) {
            int count = troubles.merge(name(mail), 1, Integer::sum);
            tally.add(MailOutcome.KEEP);
            LOG.warn(
                    "{} KEEP mail in the mailbox, attempt {} of {}: {}",
                    account.name(),
                    count,
                    limits.attempts(),
                    e.getMessage());
            if (e.fatal()) {
                throw e;
            }
        }
    }

    private void retrieve(Pop3Session session, Listed mail, String id) throws IOException {
        steps.before("retrieve");
        SpooledMail spooled = spool.add(id, target -> session.retrieve(mail.number(), limits.mailBytes(), target));
        last = null;
        steps.before("spooled");
        String digest = spooled.key().digest();
        if (spooled.octets() < mail.octets() - SIZE_TOLERANCE && !digest.equals(shorter.put(name(mail), digest))) {
            spool.discard(spooled);
            throw new WireException(Reason.PROTOCOL, "the mail is shorter than its listed size");
        }
        shorter.remove(name(mail));
        read.put(spooled.key(), mail.octets());
        if (spool.settled(spooled.key())) {
            spool.discard(spooled);
            tally.add(MailOutcome.DUP);
            LOG.info("{} DUP mail {}: already settled", account.name(), digest.substring(0, 12));
        } else {
            fresh++;
            last = spooled;
            lastName = name(mail);
        }
    }

    /** Quarantines the header of a mail that is too large to be read. */
    private void refuse(Pop3Session session, Listed mail, String id) throws IOException {
        MailKey key = new MailKey(id, MailKey.UNREAD);
        read.put(key, mail.octets());
        if (spool.octets(key) == mail.octets()) {
            return;
        }
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        WireException endless = null;
        try {
            session.header(mail.number(), limits.headerBytes(), header);
        } catch (WireException e) {
            if (e.fatal() && e.reason() != Reason.TOO_LARGE) {
                throw e;
            }
            endless = e.fatal() ? e : null;
        }
        String reason =
                "larger than limits.mail-bytes (" + limits.mailBytes() + " octets): " + mail.octets() + " octets";
        spool.quarantineUnread(id, mail.octets(), header.toByteArray(), reason);
        tally.add(MailOutcome.QUAR);
        LOG.warn("{} QUAR mail: {}", account.name(), reason);
        if (endless != null) {
            throw endless;
        }
    }
}
