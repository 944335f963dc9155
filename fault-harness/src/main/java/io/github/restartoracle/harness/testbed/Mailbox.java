package io.github.restartoracle.harness.testbed;

/**
 * An account on a mail server of the testbed, and where a client finds the server. Nothing is encrypted: passwords go over
 * the network in the clear, and are no secret.
 *
 * @param address the mail address
 * @param user the name to log in with
 * @param password the password
 * @param host of the server
 * @param smtpPort of the server
 * @param pop3Port of the server
 */
public record Mailbox(String address, String user, String password, String host, int smtpPort, int pop3Port) {
    static Mailbox of(String user, String domain, String host, int smtpPort, int pop3Port) {
        return new Mailbox(user + "@" + domain, user, password(user), host, smtpPort, pop3Port);
    }

    static String password(String user) {
        return "secret-of-" + user;
    }
}
