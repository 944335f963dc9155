package io.github.restartoracle.harness.testbed;

/**
 * An account on a mail server of the testbed, and the address of the server. No connection is encrypted: passwords are sent in
 * the clear, and are no secret.
 *
 * @param address the mail address
 * @param user the name to log in with
 * @param password the password
 * @param host the host of the server
 * @param smtpPort the SMTP port of the server
 * @param pop3Port the POP3 port of the server
 */
public record Mailbox(String address, String user, String password, String host, int smtpPort, int pop3Port) {
    static Mailbox of(String user, String domain, String host, int smtpPort, int pop3Port) {
        return new Mailbox(user + "@" + domain, user, password(user), host, smtpPort, pop3Port);
    }

    static String password(String user) {
        return "secret-of-" + user;
    }
}
