package io.github.restartoracle.mail.internal.inbox;

/** Outcome of a mail or, for {@link #ABORT}, of a session. */
public enum MailOutcome {
    /** Handed over, and taken. */
    ACCEPT("accepted"),
    /** A copy of a mail that was handed over before. */
    DUP("duplicate"),
    /** Put into the quarantine, with the reason beside it. */
    QUAR("quarantined"),
    /** Handed over, and answered with a SOAP fault. */
    FAULT("fault"),
    /** A report on the delivery of a mail of this side. */
    DSN("delivery-report"),
    /** No action needed: an automatic answer, a receipt, a report on another sender's mail. */
    IGNORE("ignored"),
    /** Left in the mailbox or the spool, to be tried again. */
    KEEP("kept"),
    /** A session that was dropped. */
    ABORT("aborted");

    private final String word;

    MailOutcome(String word) {
        this.word = word;
    }

    /** Returns the word for it in meters. */
    public String word() {
        return word;
    }
}
