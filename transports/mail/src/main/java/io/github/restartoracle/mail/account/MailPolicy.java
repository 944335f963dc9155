package io.github.restartoracle.mail.account;

import io.github.restartoracle.mail.address.MailAddress;
import java.time.Duration;
import java.util.Set;

/**
 * Whom an account writes to and hears.
 *
 * @param recipientDomains domains, in lower case, that a mail may go to when its recipient was named by a peer (reply,
 *     fault and acknowledgement addresses of WS-Addressing and WS-RM); {@code *} for all, which lets whoever can send a
 *     request make this account write to anybody. Addresses that are configured locally are always allowed
 * @param allowedSenders addresses and {@code @domain}s, in lower case, that mails are taken from; empty for all
 * @param replayMemory how long a processed mail is remembered, so that a copy is known
 */
public record MailPolicy(Set<String> recipientDomains, Set<String> allowedSenders, Duration replayMemory) {
    /** The entry that stands for all domains. */
    public static final String ALL = "*";

    public MailPolicy {
        recipientDomains = Set.copyOf(recipientDomains);
        allowedSenders = Set.copyOf(allowedSenders);
        if (replayMemory.isNegative()) {
            throw new IllegalArgumentException("replayMemory = " + replayMemory);
        }
    }

    /**
     * Whether a mail may go to an address that a peer named.
     *
     * @param recipient the address
     * @return true if its domain is listed; a listed domain does not include those below it
     */
    public boolean allowsRecipient(MailAddress recipient) {
        return recipientDomains.contains(ALL) || recipientDomains.contains(recipient.domain());
    }

    /**
     * Whether a mail from an address is taken.
     *
     * @param sender the address
     * @return true if there is no list, or it has the address or its domain
     */
    public boolean allowsSender(MailAddress sender) {
        return allowedSenders.isEmpty()
                || allowedSenders.contains(sender.toString().toLowerCase(java.util.Locale.ROOT))
                || allowedSenders.contains("@" + sender.domain());
    }
}
