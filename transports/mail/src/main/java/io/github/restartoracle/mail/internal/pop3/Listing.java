package io.github.restartoracle.mail.internal.pop3;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The mails of a mailbox.
 *
 * @param mails in the order of the server; two may share a unique id
 * @param unique true if the server gives unique ids
 * @param complete true if these are all mails of the mailbox, so that one which is absent is gone
 */
public record Listing(List<Listed> mails, boolean unique, boolean complete) {
    public Listing {
        mails = List.copyOf(mails);
    }

    /**
     * Returns the unique ids that more than one mail has.
     *
     * @return ids as the server says them; none if it gives none
     */
    public Set<String> ambiguous() {
        Set<String> seen = new HashSet<>();
        return mails.stream()
                .map(mail -> String.valueOf(mail.uniqueId()))
                .filter(id -> !seen.add(id))
                .collect(Collectors.toSet());
    }
}
