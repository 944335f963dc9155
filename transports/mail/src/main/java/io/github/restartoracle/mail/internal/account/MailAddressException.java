package io.github.restartoracle.mail.internal.account;

/** A text is not one mail address, as it should be. The message has the reason, but never the text. */
public final class MailAddressException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param reason the reason why the address cannot be used, without the address
     */
    public MailAddressException(String reason) {
        super("not a usable mail address: " + reason);
    }
}
