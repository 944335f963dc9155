package io.github.restartoracle.mail.internal.smtp;

import io.github.restartoracle.internal.attempt.PermanentFailure;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A mail was not sent, or may not have been. The message has the relay's reply, but no content and no secret. */
public final class SmtpException extends IOException implements PermanentFailure {
    private static final long serialVersionUID = 1L;

    /** The reply to a mail that is larger than the relay permits (RFC 1870, section 6.1, and RFC 3463). */
    private static final int EXCEEDED = 552;

    private static final String TOO_LARGE = "5.3.4";

    private final SmtpOutcome outcome;
    private final SmtpStage stage;
    private final int code;
    private final @Nullable String enhancedStatus;

    SmtpException(
            SmtpOutcome outcome,
            SmtpStage stage,
            int code,
            @Nullable String enhancedStatus,
            String reason,
            @Nullable Throwable cause) {
        super("mail not sent (" + outcome + " at " + stage + "): " + reason, cause);
        this.outcome = outcome;
        this.stage = stage;
        this.code = code;
        this.enhancedStatus = enhancedStatus;
    }

    /**
     * Returns the failure of a mail that cannot be sent at all.
     *
     * @param reason the reason, without content
     * @param cause the exception that caused it, or null
     * @return a permanent failure at {@link SmtpStage#PREPARE}
     */
    public static SmtpException unsendable(String reason, @Nullable Throwable cause) {
        return new SmtpException(SmtpOutcome.PERMANENT, SmtpStage.PREPARE, 0, null, reason, cause);
    }

    /**
     * Returns the failure of a mail that cannot be sent now, and may be later.
     *
     * @param reason the reason, without content
     * @param cause the exception that caused it, or null
     * @return a temporary failure at {@link SmtpStage#PREPARE}
     */
    public static SmtpException notNow(String reason, @Nullable Throwable cause) {
        return new SmtpException(SmtpOutcome.TEMPORARY, SmtpStage.PREPARE, 0, null, reason, cause);
    }

    /**
     * Returns whether this mail, or its recipient, was refused for good. A refusal of a certificate, a password or a sender
     * concerns all mails alike, and can be repaired without losing any.
     *
     * @return true for {@link SmtpOutcome#PERMANENT} at {@link SmtpStage#PREPARE}, from {@link SmtpStage#RCPT} on, and for a
     *     size that is refused at {@link SmtpStage#MAIL}
     */
    @Override
    public boolean isPermanent() {
        boolean size = stage == SmtpStage.MAIL && (code == EXCEEDED || TOO_LARGE.equals(enhancedStatus));
        return outcome == SmtpOutcome.PERMANENT
                && (stage == SmtpStage.PREPARE || size || stage.compareTo(SmtpStage.RCPT) >= 0);
    }

    /** Returns the meaning of the failure. */
    public SmtpOutcome outcome() {
        return outcome;
    }

    /** Returns the stage that failed. */
    public SmtpStage stage() {
        return stage;
    }

    /**
     * Returns the relay's reply code.
     *
     * @return 400 to 599, or 0 if the failure was no such reply
     */
    public int code() {
        return code;
    }

    /** Returns the enhanced status code (RFC 3463) of the reply, such as {@code 5.1.1}; null if there is none. */
    @Nullable
    String enhancedStatus() {
        return enhancedStatus;
    }
}
