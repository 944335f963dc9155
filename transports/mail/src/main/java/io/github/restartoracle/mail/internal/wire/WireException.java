package io.github.restartoracle.mail.internal.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A session with a mail server cannot go on, or one command was refused. The message has no secret and no content of a mail.
 */
public final class WireException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Reason of a failure. */
    public enum Reason {
        /** There is no connection, or it broke. */
        CONNECTION,
        /** The deadline of the session or a read passed. */
        DEADLINE,
        /** TLS is required and not offered, or its certificate or version is not acceptable. */
        TLS,
        /** The mailbox is in use by another session ({@code [IN-USE]}, RFC 2449). */
        IN_USE,
        /** The server wants a pause between logins ({@code [LOGIN-DELAY]}, RFC 2449). */
        LOGIN_DELAY,
        /** The login was refused. */
        LOGIN,
        /** The server is out of order for now ({@code [SYS/TEMP]}, RFC 3206). */
        UNAVAILABLE,
        /** The server violated the protocol, or sent an answer without end. */
        PROTOCOL,
        /** A text is longer than it may be. */
        TOO_LARGE,
        /** One command was refused; the session can go on. */
        REFUSED
    }

    private final Reason reason;

    /** Creates an exception without a cause. */
    public WireException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** Creates an exception with a cause. */
    public WireException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns the reason. */
    public Reason reason() {
        return reason;
    }

    /** Returns whether the session is over. */
    public boolean fatal() {
        return reason != Reason.REFUSED;
    }
}
