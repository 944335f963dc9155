/**
 * The way from a mailbox to the observers of the destinations that share it. One poller per mailbox reads mails into the spool,
 * distinguishes their kinds, hands SOAP over to its receiver, and deletes settled mails.
 *
 * <p>Words: a mail is unfit if it cannot be, or must not be, handed over, and goes to the quarantine; the triage decides the
 * kind of a mail from its bytes alone; an outcome is the result of a mail or a poll.
 */
@NullMarked
package io.github.restartoracle.mail.internal.inbox;

import org.jspecify.annotations.NullMarked;
