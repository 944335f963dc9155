/**
 * From a mailbox to the observers of the destinations that share it: one poller per mailbox reads mails into the spool,
 * tells apart what they are, hands over what is SOAP for one of us, and deletes what is settled.
 *
 * <p>Words: a mail is unfit if it cannot be, or must not be, handed over, and goes to the quarantine; the triage decides what
 * a mail is from its bytes alone; an outcome is what became of a mail or a poll.
 */
@NullMarked
package io.github.restartoracle.mail.inbox;

import org.jspecify.annotations.NullMarked;
