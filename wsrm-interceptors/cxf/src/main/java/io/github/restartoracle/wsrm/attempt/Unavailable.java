package io.github.restartoracle.wsrm.attempt;

import java.io.IOException;

/** The failure of an attempt whose peer has too much to do at the moment: the path sends it fewer messages at once. */
public sealed class Unavailable extends IOException permits RetryLater {
    private static final long serialVersionUID = 1L;

    /**
     * A failure that names no time to come back.
     *
     * @param cause the failure
     */
    public Unavailable(Throwable cause) {
        this(String.valueOf(cause.getMessage()), cause);
    }

    Unavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
