package io.github.restartoracle.mail.internal.mime;

/** A mail that goes to the quarantine. The message is the reason and has no content of the mail. */
public final class UnfitMailException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Creates an exception for a reason, which must not have content of the mail. */
    public UnfitMailException(String reason) {
        super(reason);
    }

    /** Creates an exception with its cause. */
    public UnfitMailException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
