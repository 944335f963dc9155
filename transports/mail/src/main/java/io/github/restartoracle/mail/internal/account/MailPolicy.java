package io.github.restartoracle.mail.internal.account;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides to which addresses an account may send because of a mail, and from which senders it accepts mails. Every address that
 * a mail names (ReplyTo and FaultTo of WS-Addressing, AcksTo of WS-RM) is checked when the mail is read, and again when a
 * message is sent to it. Immutable.
 *
 * @param recipientDomains domains, in lower case, that mails may go to; {@code *} for all, which lets any client make this
 *     account write to any address
 * @param recipientUris other addresses: one that ends in a slash permits every address below it, any other only itself
 * @param allowedSenders addresses and {@code @domain}s that mails are taken from; empty for all
 * @param authservId the name under which the own mail server writes Authentication-Results (RFC 8601), or null if it does not;
 *     without one there must be no allowed senders
 * @param replayMemory time for which a processed mail is remembered, so that a copy is known
 */
public record MailPolicy(
        Set<String> recipientDomains,
        Set<String> recipientUris,
        Set<String> allowedSenders,
        @Nullable String authservId,
        Duration replayMemory) {
    /** The entry that stands for all domains. */
    public static final String ALL = "*";

    /** Addresses that stand for no recipient, or for the sender. */
    private static final Set<String> GENERIC = Set.of(
            "http://www.w3.org/2005/08/addressing/anonymous",
            "http://www.w3.org/2005/08/addressing/none",
            "http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous",
            "http://schemas.xmlsoap.org/ws/2004/03/addressing/role/anonymous",
            "http://schemas.xmlsoap.org/ws/2003/03/addressing/role/anonymous");

    public MailPolicy {
        recipientDomains = Set.copyOf(recipientDomains);
        recipientUris = Set.copyOf(recipientUris);
        allowedSenders = Set.copyOf(allowedSenders);
        if (!allowedSenders.isEmpty() && authservId == null) {
            throw new IllegalArgumentException("allowedSenders needs authservId");
        }
        if (replayMemory.isNegative()) {
            throw new IllegalArgumentException("replayMemory = " + replayMemory);
        }
    }

    /**
     * Returns the policy that holds unless another is chosen.
     *
     * @return no recipient is permitted, every sender is accepted, and copies are known for 7 days
     */
    public static MailPolicy ofDefaults() {
        return new MailPolicy(Set.of(), Set.of(), Set.of(), null, Duration.ofDays(7));
    }

    /**
     * Returns whether an address names no recipient.
     *
     * @param uri the address of an endpoint reference
     * @return true for the anonymous address and none
     */
    public static boolean isGeneric(String uri) {
        return GENERIC.contains(uri);
    }

    /**
     * Checks an address that a mail names.
     *
     * @param uri the address of an endpoint reference
     * @return the reason for which it is forbidden, without the address itself; null if it is permitted
     */
    public @Nullable String refusal(String uri) {
        if (isGeneric(uri)) {
            return null;
        }
        if (!MailAddress.isMailUri(uri)) {
            return isListed(uri) ? null : "no mail address, and not in restart-oracle.mail.recipient-uris";
        }
        try {
            return allowsRecipient(MailAddress.ofUri(uri))
                    ? null
                    : "its domain is not in restart-oracle.mail.recipient-domains";
        } catch (MailAddressException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private boolean isListed(String uri) {
        for (String listed : recipientUris) {
            if (uri.equals(listed) || (listed.endsWith("/") && isBelow(uri, listed))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an address is below a listed one. An address that a client could parse differently is not. */
    private static boolean isBelow(String text, String listed) {
        try {
            URI uri = new URI(text);
            URI base = new URI(listed);
            String path = uri.getRawPath();
            return path != null
                    && text.matches("[A-Za-z0-9:/._~-]+")
                    && uri.normalize().equals(uri)
                    && same(uri.getScheme(), base.getScheme())
                    && same(uri.getRawAuthority(), base.getRawAuthority())
                    && path.startsWith(base.getRawPath());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean same(@Nullable String one, @Nullable String other) {
        return one != null && other != null && one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
    }

    /**
     * Returns whether a mail may go to an address that a mail named.
     *
     * @return true if its domain is listed; a listed domain does not include those below it
     */
    public boolean allowsRecipient(MailAddress recipient) {
        return recipientDomains.contains(ALL) || recipientDomains.contains(recipient.domain());
    }

    /**
     * Returns whether the list of senders has an address. A sender counts only if the own server vouches for it.
     *
     * @return true if the list has the address, its local part in the same case, or its domain
     */
    public boolean lists(MailAddress sender) {
        return allowedSenders.contains(sender.toString()) || allowedSenders.contains("@" + sender.domain());
    }
}
