package io.github.restartoracle.mail.account;

/** When a mail is deleted from its POP3 mailbox. */
public enum DeletePolicy {
    /** When what became of it is durable: processed, quarantined or ignored. The default. */
    AFTER_PROCESSING("after-processing"),
    /** As soon as it is durable in the spool. */
    AFTER_SPOOL("after-spool"),
    /** Never; somebody else empties the mailbox. */
    NEVER("never");

    private final String word;

    DeletePolicy(String word) {
        this.word = word;
    }

    /**
     * The word of this policy in a property.
     *
     * @return such as {@code after-processing}
     */
    public String word() {
        return word;
    }
}
