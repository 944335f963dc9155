package io.github.restartoracle.mail.internal.mime;

import java.io.IOException;

/** A message that no mail can carry, independent of the relay; a retry does not help. */
public final class UnsendableMailException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param reason the reason why the message cannot be sent, without its content
     */
    public UnsendableMailException(String reason) {
        super(reason);
    }
}
