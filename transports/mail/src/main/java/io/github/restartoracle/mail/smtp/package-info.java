/**
 * Sending through an SMTP relay (RFC 5321) over Angus Mail: one {@code MailRelay} per account with a few connections that are
 * used again. Angus's exceptions do not tell whether the relay may have taken a mail, so the stage is tracked here: a failure
 * before the body was complete is temporary, a reply has its own meaning, and a missing reply after the body is unknown.
 */
@NullMarked
package io.github.restartoracle.mail.smtp;

import org.jspecify.annotations.NullMarked;
