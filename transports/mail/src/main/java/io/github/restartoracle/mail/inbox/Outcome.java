package io.github.restartoracle.mail.inbox;

/** What became of a mail or, for {@link #ABORT}, of a session. */
public enum Outcome {
    /** Handed over, and taken. */
    ACCEPT,
    /** A copy of a mail that was handed over before. */
    DUP,
    /** In the quarantine, with the reason beside it. */
    QUAR,
    /** Handed over, and answered or refused with a SOAP fault. */
    FAULT,
    /** A report on the delivery of a mail of ours. */
    DSN,
    /** Not for us to act on: an automatic answer, a receipt, a report that concerns nothing of ours. */
    IGNORE,
    /** Left in the mailbox or the spool, to be tried again. */
    KEEP,
    /** A session that was dropped. */
    ABORT
}
