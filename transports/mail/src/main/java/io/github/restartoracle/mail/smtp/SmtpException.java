package io.github.restartoracle.mail.smtp;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A mail was not sent, or may not have been. The message has the relay's reply, but no content and no secret. */
public final class SmtpException extends IOException {
    private static final long serialVersionUID = 1L;

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
     * A mail that cannot be sent at all.
     *
     * @param reason why, without content
     * @param cause what said so, or null
     * @return a permanent failure at {@link SmtpStage#PREPARE}
     */
    public static SmtpException unsendable(String reason, @Nullable Throwable cause) {
        return new SmtpException(SmtpOutcome.PERMANENT, SmtpStage.PREPARE, 0, null, reason, cause);
    }

    /**
     * What the failure means.
     *
     * @return the outcome
     */
    public SmtpOutcome outcome() {
        return outcome;
    }

    /**
     * How far sending had come.
     *
     * @return the stage that failed
     */
    public SmtpStage stage() {
        return stage;
    }

    /**
     * The relay's reply code.
     *
     * @return 400 to 599, or 0 if the failure was no such reply
     */
    public int code() {
        return code;
    }

    /**
     * The enhanced status code (RFC 3463) of the reply.
     *
     * @return such as {@code 5.1.1}, or null
     */
    public @Nullable String enhancedStatus() {
        return enhancedStatus;
    }
}
