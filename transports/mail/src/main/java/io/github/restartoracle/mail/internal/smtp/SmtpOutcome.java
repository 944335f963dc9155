package io.github.restartoracle.mail.internal.smtp;

/** The meaning of a failure to send. */
public enum SmtpOutcome {
    /** The relay does not have the mail; sending it again may succeed. */
    TEMPORARY,
    /** The relay does not have the mail, and sending it again would fail as well. */
    PERMANENT,
    /** The relay may have the mail; sending it again may deliver it twice. */
    UNKNOWN
}
