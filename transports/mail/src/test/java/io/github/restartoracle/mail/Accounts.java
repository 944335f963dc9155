package io.github.restartoracle.mail;

import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.settings.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Accounts on a mail server of this host, for tests. */
public final class Accounts {
    private Accounts() {}

    /** Returns an account whose user and password are its address, with further properties as names and values. */
    public static MailAccounts at(int smtpPort, int pop3Port, Path spool, String address, String... more) {
        Mailbox mailbox = new Mailbox(address, address, address, "localhost", smtpPort, pop3Port);
        return MailAccounts.from(Settings.of(properties(mailbox, spool, more)));
    }

    /** Returns the account of a mailbox on a server. */
    static MailAccounts at(Mailbox mailbox, Path spool, String... more) {
        return MailAccounts.from(Settings.of(properties(mailbox, spool, more)));
    }

    /** Returns properties by name without {@code restart-oracle.}; without a POP3 port, those of an account that only sends. */
    static Map<String, String> properties(Mailbox mailbox, Path spool, String... more) {
        Map<String, String> values = new HashMap<>();
        values.put("mail.address", mailbox.address());
        values.put("mail.smtp.host", mailbox.host());
        values.put("mail.smtp.port", String.valueOf(mailbox.smtpPort()));
        values.put("mail.smtp.tls", "none");
        if (mailbox.pop3Port() > 0) {
            values.put("mail.pop3.host", mailbox.host());
            values.put("mail.pop3.port", String.valueOf(mailbox.pop3Port()));
            values.put("mail.pop3.tls", "none");
            values.put("mail.pop3.plaintext-login", "true");
            values.put("mail.pop3.user", mailbox.user());
            values.put("mail.pop3.password", mailbox.password());
            values.put("mail.pop3.poll-interval", "100ms");
        }
        values.put("mail.spool-directory", spool.resolve(mailbox.address()).toString());
        for (int i = 0; i < more.length; i += 2) {
            values.put("mail." + more[i], more[i + 1]);
        }
        return values;
    }
}
