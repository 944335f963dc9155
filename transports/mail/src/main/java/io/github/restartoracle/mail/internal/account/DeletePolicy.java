package io.github.restartoracle.mail.internal.account;

/** The time at which a mail is deleted from its POP3 mailbox. */
public enum DeletePolicy {
    /** Deletes a mail when its outcome is durable: processed, quarantined or ignored. The default. */
    AFTER_PROCESSING("after-processing"),
    /** Deletes a mail as soon as it is durable in the spool. */
    AFTER_SPOOL("after-spool"),
    /** Never deletes a mail; another program empties the mailbox. */
    NEVER("never");

    private final String word;

    DeletePolicy(String word) {
        this.word = word;
    }

    /**
     * Returns the word of this policy in a property.
     *
     * @return such as {@code after-processing}
     */
    public String word() {
        return word;
    }
}
