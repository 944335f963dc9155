package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.DeletePolicy;
import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.pop3.Pop3Session;
import io.github.restartoracle.mail.internal.spool.MailKey;
import io.github.restartoracle.mail.internal.spool.Spool;
import io.github.restartoracle.mail.internal.wire.WireException;
import io.github.restartoracle.time.NanoClock;
import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Polls one mailbox again and again: reads new mails into the spool in one session, settles them without a session, and deletes
 * the settled ones in another. Confined to the thread of its mailbox.
 */
final class Poll {
    private static final Logger LOG = Logs.of(Poll.class);

    /** Opens a session. */
    @FunctionalInterface
    interface Sessions {
        Pop3Session open() throws WireException;
    }

    private final String account;
    private final DeletePolicy deletePolicy;
    private final Sessions sessions;
    private final Spool spool;
    private final Fetching fetching;
    private final Processing processing;
    private final Deletion deletion;
    private final Tally tally;

    Poll(
            MailAccount account,
            DeletePolicy deletePolicy,
            Sessions sessions,
            Spool spool,
            Processing processing,
            Tally tally,
            Steps steps,
            NanoClock clock) {
        this.account = account.name();
        this.deletePolicy = deletePolicy;
        this.sessions = sessions;
        this.spool = spool;
        this.fetching = new Fetching(account, deletePolicy, spool, tally, steps, clock);
        this.processing = processing;
        this.deletion = new Deletion(account, tally, steps);
        this.tally = tally;
    }

    /**
     * Polls once. Spooled mails are processed even if fetching fails: on a full disk that makes room.
     *
     * @return true if the next poll should follow at once
     * @throws WireException if the server failed
     * @throws IOException if the spool failed, and no mail was settled that makes room in it
     */
    boolean run() throws IOException {
        Map<MailKey, Long> read = new HashMap<>();
        IOException failure = null;
        boolean more = false;
        try {
            more = fetching.fetch(sessions, read);
        } catch (WireException e) {
            tally.add(MailOutcome.ABORT);
            failure = e;
        } catch (IOException e) {
            LOG.warn(
                    "{}: could not write to the spool; further mails stay in the mailbox until it can be written: {}",
                    account,
                    e.toString());
            failure = e;
        }
        if (deletePolicy == DeletePolicy.AFTER_SPOOL) {
            spool.commit();
            deletion.delete(sessions, read);
        }
        int settled = processing.settleAll();
        spool.commit();
        if (deletePolicy == DeletePolicy.AFTER_PROCESSING) {
            read.keySet().removeIf(key -> !spool.settled(key));
            deletion.delete(sessions, read);
        }
        spool.tidy();
        if (failure instanceof WireException || (failure != null && settled == 0)) {
            throw failure;
        }
        return more || failure != null;
    }
}
