/**
 * Sending through an SMTP relay (RFC 5321): one {@code MailRelay} per account with a few connections that are used again. The
 * stage decides the meaning of a failure: before the body was complete it is temporary, a reply has its own meaning, and a
 * missing reply after the body leaves the outcome unknown.
 */
@NullMarked
package io.github.restartoracle.mail.internal.smtp;

import org.jspecify.annotations.NullMarked;
