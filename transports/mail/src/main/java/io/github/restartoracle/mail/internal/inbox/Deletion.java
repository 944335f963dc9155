package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.pop3.Listed;
import io.github.restartoracle.mail.internal.pop3.Listing;
import io.github.restartoracle.mail.internal.pop3.Pop3Session;
import io.github.restartoracle.mail.internal.spool.MailKey;
import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;

/**
 * Deletes mails from one mailbox, in a session of its own. A mail is identified by its properties, never by its position: its
 * unique id and its listed size must be those under which it was read shortly before. If that is ambiguous (no unique ids, or
 * two mails under one), it is read again and its digest compared. Confined to the thread of its mailbox.
 */
final class Deletion {
    private static final Logger LOG = Logs.of(Deletion.class);

    private final MailAccount account;
    private final Tally tally;
    private final Steps steps;

    Deletion(MailAccount account, Tally tally, Steps steps) {
        this.account = account;
        this.tally = tally;
        this.steps = steps;
    }

    /**
     * Deletes mails, as far as the server lets it; the next poll tries the others again.
     *
     * @param sessions opens the session
     * @param read keys of the mails, each with the size under which it was listed
     */
    void delete(Poll.Sessions sessions, Map<MailKey, Long> read) throws IOException {
        if (read.isEmpty()) {
            return;
        }
        Map<String, Set<MailKey>> byId =
                read.keySet().stream().collect(Collectors.groupingBy(MailKey::id, Collectors.toSet()));
        steps.before("open-delete");
        try (Pop3Session session = sessions.open()) {
            Listing listing = session.list();
            Set<String> ambiguous = listing.ambiguous();
            for (Listed mail : listing.mails()) {
                String id = MailKey.id(mail.uniqueId());
                Set<MailKey> candidates = byId.getOrDefault(id, Set.of());
                boolean named = listing.unique() && !ambiguous.contains(mail.uniqueId()) && candidates.size() == 1;
                boolean same = named
                        ? candidates.stream().allMatch(key -> mail.octets() == read.getOrDefault(key, -1L))
                        : !candidates.isEmpty() && isOneOf(candidates, session, mail);
                if (same) {
                    steps.before("dele");
                    if (!session.delete(mail.number())) {
                        LOG.info(
                                "{}: the POP3 server refused to delete a mail; the next poll tries again",
                                account.name());
                    }
                }
            }
            steps.before("quit-delete");
            if (!session.quit()) {
                LOG.info(
                        "{}: the POP3 server did not delete all marked mails; the next poll tries again",
                        account.name());
            }
            steps.before("deleted");
        } catch (WireException e) {
            tally.add(MailOutcome.ABORT);
            LOG.info("{} ABORT deletion; the next poll tries again: {}", account.name(), e.getMessage());
        }
    }

    private boolean isOneOf(Set<MailKey> candidates, Pop3Session session, Listed mail) throws IOException {
        String id = MailKey.id(mail.uniqueId());
        int most = account.limits().mailBytes();
        if (mail.octets() > most) {
            return candidates.contains(new MailKey(id, MailKey.UNREAD));
        }
        MessageDigest digest = MailKey.sha256();
        session.retrieve(mail.number(), most, new DigestOutputStream(OutputStream.nullOutputStream(), digest));
        return candidates.contains(new MailKey(id, HexFormat.of().formatHex(digest.digest())));
    }
}
