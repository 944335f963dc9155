package io.github.restartoracle.mail.pop3;

import java.util.List;

/**
 * The mails of a mailbox.
 *
 * @param mails in the order of the server; two may share a unique id
 * @param unique whether the server gives unique ids
 * @param complete whether these are all mails of the mailbox, so that one which is absent is gone
 */
public record Listing(List<Listed> mails, boolean unique, boolean complete) {
    public Listing {
        mails = List.copyOf(mails);
    }
}
