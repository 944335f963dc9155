package io.github.restartoracle.mail.inbox;

import io.github.restartoracle.mail.account.DeletePolicy;
import io.github.restartoracle.mail.account.MailAccount;
import io.github.restartoracle.mail.account.MailLimits;
import io.github.restartoracle.mail.pop3.Listed;
import io.github.restartoracle.mail.pop3.Listing;
import io.github.restartoracle.mail.pop3.Pop3Exception;
import io.github.restartoracle.mail.pop3.Pop3Exception.Reason;
import io.github.restartoracle.mail.pop3.Pop3Session;
import io.github.restartoracle.mail.spool.MailKey;
import io.github.restartoracle.mail.spool.Spool;
import io.github.restartoracle.mail.spool.SpooledMail;
import io.github.restartoracle.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One poll after another of one mailbox: reads new mails into the spool in one session, settles them without any, and
 * deletes what is settled in another. Confined to the thread of its mailbox.
 */
final class Poll {
    /*
     * A mail is deleted by what it is, never by where it was. In the session that deletes, its unique id and its listed size
     * must be those under which it was read moments before. Where that says too little (no unique ids, or two mails under
     * one) it is read again and its digest compared; likewise in a later poll, if it is still listed although it is settled:
     * then either the deletion failed, or the server has used the unique id again for another mail.
     *
     * A mail that ends a session is read last in the next, so that it cannot hold up the others, and after some attempts it
     * is left alone where it is. What was read last before a server stops making sense is not relied on: its end may
     * have been a line of its own text.
     */
    private static final Logger LOG = LoggerFactory.getLogger(Poll.class);

    /** Line ends that a server counts and does not send, or the other way round. */
    private static final int SIZE_TOLERANCE = 16;

    /** Opens a session. */
    @FunctionalInterface
    interface Sessions {
        Pop3Session open() throws Pop3Exception;
    }

    private final MailAccount account;
    private final MailLimits limits;
    private final DeletePolicy deletePolicy;
    private final Sessions sessions;
    private final Spool spool;
    private final Processing processing;
    private final Tally tally;
    private final Steps steps;
    private final NanoClock clock;
    private final Map<String, Integer> troubles = new HashMap<>();
    /** What a mail was that is shorter than the server said; read twice with the same result it is taken. */
    private final Map<String, String> shorter = new HashMap<>();
    /** By key, the size under which it was listed in this poll. */
    private final Map<MailKey, Long> read = new HashMap<>();

    private @Nullable SpooledMail last;
    private String lastName = "";
    private boolean warned;
    private int fresh;

    Poll(
            MailAccount account,
            DeletePolicy deletePolicy,
            Sessions sessions,
            Spool spool,
            Processing processing,
            Tally tally,
            Steps steps,
            NanoClock clock) {
        this.account = account;
        this.limits = account.limits();
        this.deletePolicy = deletePolicy;
        this.sessions = sessions;
        this.spool = spool;
        this.processing = processing;
        this.tally = tally;
        this.steps = steps;
        this.clock = clock;
    }

    /**
     * Polls once.
     *
     * @return whether the limits of a poll left new mails behind, so that the next should follow at once
     * @throws Pop3Exception if the server failed; what could be done was done
     * @throws IOException if the spool failed
     */
    boolean run() throws IOException {
        Pop3Exception failure = null;
        boolean more = false;
        read.clear();
        try {
            more = fetch();
        } catch (Pop3Exception e) {
            failure = e;
            tally.add(Outcome.ABORT);
            spool.sync();
        }
        if (deletePolicy == DeletePolicy.AFTER_SPOOL) {
            spool.commit();
            delete(read.keySet());
        }
        for (SpooledMail mail : spool.pending()) {
            processing.settle(mail);
        }
        spool.commit();
        if (deletePolicy == DeletePolicy.AFTER_PROCESSING) {
            delete(read.keySet().stream().filter(spool::settled).collect(Collectors.toSet()));
        }
        spool.tidy();
        if (failure != null) {
            throw failure;
        }
        return more;
    }

    private boolean fetch() throws IOException {
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
            // Some servers delete what was read, whatever they are told.
            spool.sync();
            steps.before("quit");
            session.quit();
            // Without anything new the next would read the same again.
            return !all && fresh > 0;
        } catch (Pop3Exception e) {
            if (e.reason() == Reason.PROTOCOL && last != null) {
                LOG.warn("{} KEEP mail: the server stopped making sense after it", account.name());
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
                    "{}: the POP3 server has no unique ids (UIDL); each mail is read as often as it is listed, and two"
                            + " identical mails are one",
                    account.name());
        }
    }

    private void forget(Predicate<MailKey> gone) throws IOException {
        spool.gone(spool.settled().stream().filter(gone).toList());
    }

    /** Whether every mail was read. */
    private boolean fetch(Pop3Session session, Listing listing) throws IOException {
        long deadline = clock.nanoTime() + limits.timePerPoll().toNanos();
        Set<String> spooled =
                spool.pending().stream().map(mail -> mail.key().id()).collect(Collectors.toSet());
        Set<String> ambiguous = ambiguous(listing);
        List<Listed> mails = new ArrayList<>(listing.mails());
        // What is settled and still there may be there for good; it must not use up the limits.
        mails.sort(Comparator.<Listed, Integer>comparing(mail -> troubles.getOrDefault(name(mail), 0))
                .thenComparing(mail -> mail.uniqueId() != null
                        && !spool.settled(MailKey.id(mail.uniqueId())).isEmpty()));
        int taken = 0;
        for (Listed mail : mails) {
            String id = MailKey.id(mail.uniqueId());
            boolean named = listing.unique() && !ambiguous.contains(id);
            if (named && (spooled.contains(id) || isKept(id, mail.octets()))) {
                continue;
            }
            if (taken == limits.mailsPerPoll() || clock.nanoTime() - deadline >= 0) {
                return false;
            }
            if (troubles.getOrDefault(name(mail), 0) < limits.attempts()) {
                take(session, mail, id);
                taken++;
            }
        }
        return true;
    }

    /** Under which trouble with a mail is counted. */
    private static String name(Listed mail) {
        return mail.uniqueId() == null ? "number " + mail.number() : MailKey.id(mail.uniqueId());
    }

    private static Set<String> ambiguous(Listing listing) {
        Set<String> seen = new HashSet<>();
        return listing.mails().stream()
                .map(mail -> MailKey.id(mail.uniqueId()))
                .filter(id -> !seen.add(id))
                .collect(Collectors.toSet());
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
        } catch (Pop3Exception e) {
            int count = troubles.merge(name(mail), 1, Integer::sum);
            tally.add(Outcome.KEEP);
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
            throw new Pop3Exception(Reason.PROTOCOL, "it is shorter than the server says");
        }
        shorter.remove(name(mail));
        read.put(spooled.key(), mail.octets());
        if (spool.settled(spooled.key())) {
            spool.discard(spooled);
            tally.add(Outcome.DUP);
            LOG.info("{} DUP mail {}: settled before", account.name(), digest.substring(0, 12));
        } else {
            fresh++;
            last = spooled;
            lastName = name(mail);
        }
    }

    /** What is too large is never read; its header is kept for whoever looks for it. */
    private void refuse(Pop3Session session, Listed mail, String id) throws IOException {
        MailKey key = new MailKey(id, MailKey.UNREAD);
        read.put(key, mail.octets());
        if (spool.octets(key) == mail.octets()) {
            return;
        }
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        Pop3Exception endless = null;
        try {
            session.header(mail.number(), limits.headerBytes(), header);
        } catch (Pop3Exception e) {
            if (e.fatal() && e.reason() != Reason.TOO_LARGE) {
                throw e;
            }
            endless = e.fatal() ? e : null;
        }
        String reason = "larger than " + limits.mailBytes() + " octets: " + mail.octets();
        spool.quarantineUnread(id, mail.octets(), header.toByteArray(), reason);
        tally.add(Outcome.QUAR);
        LOG.warn("{} QUAR mail: {}", account.name(), reason);
        if (endless != null) {
            throw endless;
        }
    }

    private void delete(Set<MailKey> keys) throws IOException {
        if (keys.isEmpty()) {
            return;
        }
        Map<String, Set<MailKey>> byId = keys.stream().collect(Collectors.groupingBy(MailKey::id, Collectors.toSet()));
        steps.before("open-delete");
        try (Pop3Session session = sessions.open()) {
            Listing listing = session.list();
            Set<String> ambiguous = ambiguous(listing);
            for (Listed mail : listing.mails()) {
                String id = MailKey.id(mail.uniqueId());
                Set<MailKey> candidates = byId.getOrDefault(id, Set.of());
                boolean named = listing.unique() && !ambiguous.contains(id) && candidates.size() == 1;
                if (!candidates.isEmpty()
                        && (named ? isAsRead(candidates, mail) : isOneOf(candidates, session, mail))) {
                    steps.before("dele");
                    if (!session.delete(mail.number())) {
                        LOG.info("{}: the server refuses to delete a mail; it is tried again", account.name());
                    }
                }
            }
            steps.before("quit-delete");
            if (!session.quit()) {
                LOG.info("{}: the server did not delete everything; it is tried again", account.name());
            }
            steps.before("deleted");
        } catch (Pop3Exception e) {
            tally.add(Outcome.ABORT);
            LOG.info("{} ABORT the deleting session, which is tried again: {}", account.name(), e.getMessage());
        }
    }

    private boolean isAsRead(Set<MailKey> candidates, Listed mail) {
        return candidates.stream().allMatch(key -> mail.octets() == read.getOrDefault(key, -1L));
    }

    private boolean isOneOf(Set<MailKey> candidates, Pop3Session session, Listed mail) throws IOException {
        if (mail.octets() > limits.mailBytes()) {
            return candidates.contains(new MailKey(MailKey.id(mail.uniqueId()), MailKey.UNREAD));
        }
        MessageDigest digest = MailKey.sha256();
        session.retrieve(
                mail.number(), limits.mailBytes(), new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return candidates.contains(
                new MailKey(MailKey.id(mail.uniqueId()), HexFormat.of().formatHex(digest.digest())));
    }
}
