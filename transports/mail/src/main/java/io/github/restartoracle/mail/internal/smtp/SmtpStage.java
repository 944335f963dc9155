package io.github.restartoracle.mail.internal.smtp;

/** The stage that the transmission of a mail had reached; in this order. */
public enum SmtpStage {
    /** No command was sent: the mail itself or its size is refused here. */
    PREPARE,
    /** The TCP connection. */
    CONNECT,
    /** The TLS handshake, or the STARTTLS command before it. */
    TLS,
    /** The relay's first reply. */
    GREETING,
    /** EHLO or HELO. */
    HELLO,
    /** AUTH. */
    LOGIN,
    /** MAIL FROM. */
    MAIL,
    /** RCPT TO. */
    RCPT,
    /** DATA. */
    DATA,
    /** The body is being written; the relay must not act upon it yet. */
    BODY,
    /** The body is complete and the reply to it awaited: from here on the relay may have taken the mail. */
    FINAL
}
