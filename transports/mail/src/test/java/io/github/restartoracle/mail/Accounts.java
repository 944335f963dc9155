package io.github.restartoracle.mail;

import io.github.restartoracle.mail.account.MailAccounts;
import io.github.restartoracle.settings.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Accounts on a mail server of this host, for tests. */
final class Accounts {
    private Accounts() {}

    /** One account per address, whose user and password are its address; further properties as names and values. */
    static MailAccounts at(int smtpPort, int pop3Port, Path spool, String address, String... more) {
        Map<String, String> values = new HashMap<>();
        values.put("mail.address", address);
        values.put("mail.smtp.host", "localhost");
        values.put("mail.smtp.port", String.valueOf(smtpPort));
        values.put("mail.smtp.tls", "none");
        if (pop3Port > 0) {
            values.put("mail.pop3.host", "localhost");
            values.put("mail.pop3.port", String.valueOf(pop3Port));
            values.put("mail.pop3.tls", "none");
            values.put("mail.pop3.plaintext-login", "true");
            values.put("mail.pop3.user", address);
            values.put("mail.pop3.password", address);
            values.put("mail.pop3.poll-interval", "100ms");
        }
        values.put("mail.spool-directory", spool.resolve(address).toString());
        for (int i = 0; i < more.length; i += 2) {
            values.put("mail." + more[i], more[i + 1]);
        }
        return MailAccounts.from(Settings.of(values));
    }
}
