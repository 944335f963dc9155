/**
 * The mails that a mailbox handed over and their outcome, on disk. No mail is deleted from the mailbox before it is settled
 * here.
 *
 * <p>Words: a mail is spooled when its bytes are durable; it is settled when its outcome is durable; a tombstone stands for a
 * settled mail until a complete listing of the mailbox proves that it is gone; the quarantine keeps mails that cannot be
 * processed, each with its reason.
 */
@NullMarked
package io.github.restartoracle.mail.internal.spool;

import org.jspecify.annotations.NullMarked;
