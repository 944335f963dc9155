package io.github.restartoracle.mail.account;

/** Something that should be one mail address is not. The message says why, and never repeats what was given. */
public final class MailAddressException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * An address that cannot be used.
     *
     * @param reason what is wrong with it, without the address
     */
    public MailAddressException(String reason) {
        super("not a usable mail address: " + reason);
    }
}
