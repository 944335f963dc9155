package io.github.restartoracle.mail.inbox;

/** A mail that goes to the quarantine. The message is the reason and has nothing of the mail in it. */
final class UnfitMailException extends Exception {
    private static final long serialVersionUID = 1L;

    UnfitMailException(String reason) {
        super(reason);
    }

    UnfitMailException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
