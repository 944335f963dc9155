package io.github.restartoracle.mail.mime;

/** A mail that goes to the quarantine. The message is the reason and holds nothing of the mail. */
public final class UnfitMailException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Makes one for a reason, which holds nothing of the mail. */
    public UnfitMailException(String reason) {
        super(reason);
    }

    /** Makes one with its cause. */
    public UnfitMailException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
