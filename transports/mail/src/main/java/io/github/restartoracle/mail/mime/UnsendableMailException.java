package io.github.restartoracle.mail.mime;

import java.io.IOException;

/** A message that no mail can carry, whatever the relay; trying again does not help. */
public final class UnsendableMailException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * A message that cannot be sent.
     *
     * @param reason what is wrong with it, without its content
     */
    public UnsendableMailException(String reason) {
        super(reason);
    }
}
