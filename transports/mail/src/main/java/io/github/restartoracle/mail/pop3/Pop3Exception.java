package io.github.restartoracle.mail.pop3;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A POP3 session cannot go on, or one command was refused. The message holds no secret and nothing of a mail. */
public final class Pop3Exception extends IOException {
    private static final long serialVersionUID = 1L;

    /** What happened. */
    public enum Reason {
        /** No connection, or it broke. */
        CONNECTION(true),
        /** The deadline of the session or a read passed. */
        DEADLINE(true),
        /** TLS is required and not offered, or failed. */
        TLS(true),
        /** The mailbox is in use by another session ({@code [IN-USE]}, RFC 2449). */
        IN_USE(true),
        /** The server wants a pause between logins ({@code [LOGIN-DELAY]}, RFC 2449). */
        LOGIN_DELAY(true),
        /** The login was refused. */
        LOGIN(true),
        /** The server is out of order for now ({@code [SYS/TEMP]}, RFC 3206). */
        UNAVAILABLE(true),
        /** The server said something that is not POP3, or without end. */
        PROTOCOL(true),
        /** A mail is longer than it may be. */
        TOO_LARGE(true),
        /** One command was refused; the session can go on. */
        REFUSED(false);

        private final boolean fatal;

        Reason(boolean fatal) {
            this.fatal = fatal;
        }
    }

    private final Reason reason;

    /**
     * A session that cannot go on, or a command that was refused.
     *
     * @param reason what happened
     * @param message for a person, without secrets
     */
    public Pop3Exception(Reason reason, String message) {
        this(reason, message, null);
    }

    Pop3Exception(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * What happened.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }

    /**
     * Whether the session is over.
     *
     * @return false if only one command was refused
     */
    public boolean fatal() {
        return reason.fatal;
    }
}
