package io.github.restartoracle.harness.testbed;

/**
 * An account on a mail server of the testbed, and where a client finds the server. Nothing is encrypted: passwords go over
 * the network in the clear.
 *
 * @param address the mail address
 * @param user the name to log in with
 * @param password the password
 * @param host of the server
 * @param smtpPort of the server
 * @param pop3Port of the server
 */
public record Mailbox(String address, String user, String password, String host, int smtpPort, int pop3Port) {}
