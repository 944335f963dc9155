package io.github.restartoracle.mail;

import io.github.restartoracle.mail.account.MailAccount;
import io.github.restartoracle.mail.account.MailAccounts;
import io.github.restartoracle.mail.account.MailPolicy;
import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.address.MailAddressException;
import io.github.restartoracle.mail.smtp.SmtpException;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.jspecify.annotations.Nullable;

/** Who sends a message, and whether its recipient may be written to. */
final class Correspondents {
    /** A contextual property that names the account a message is sent from. */
    static final String ACCOUNT = "restart-oracle.mail.account";

    private final MailAccounts accounts;
    /** The address the endpoint was configured with: a client's peer, or a service's own. */
    private final @Nullable MailAddress configured;

    Correspondents(MailAccounts accounts, @Nullable String configured) {
        this.accounts = accounts;
        this.configured = addressOf(configured);
    }

    /**
     * The account that sends a message: the one that is named; that of its reply address or From; that of the service's own
     * address; the only one; the one called {@code default}.
     */
    MailAccount sender(Message message, MailAddress recipient) throws SmtpException {
        Object name = message.getContextualProperty(ACCOUNT);
        List<MailAccount> senders = new ArrayList<>(accounts.all());
        senders.removeIf(account -> account.smtp() == null);
        if (name != null) {
            return senders.stream()
                    .filter(account -> account.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                            () -> SmtpException.unsendable("no account with an smtp.host is called " + name, null));
        }
        for (MailAddress address : ownAddresses(message)) {
            MailAccount account = address == null || address.equals(recipient) ? null : accounts.at(address);
            if (account != null && account.smtp() != null) {
                return account;
            }
        }
        senders.removeIf(account -> senders.size() > 1 && account.address().equals(recipient));
        return senders.stream()
                .filter(account -> senders.size() == 1 || account.name().equals("default"))
                .findFirst()
                .orElseThrow(() -> SmtpException.unsendable(
                        "it is not clear which of " + senders.size() + " accounts sends to " + recipient
                                + ": set restart-oracle.mail.address and .smtp.host, or the message property "
                                + ACCOUNT,
                        null));
    }

    private List<@Nullable MailAddress> ownAddresses(Message message) {
        List<@Nullable MailAddress> own = new ArrayList<>();
        AddressingProperties addressing = Outgoing.addressing(message);
        if (addressing != null && MessageUtils.isRequestor(message)) {
            own.add(addressOf(Outgoing.uriOf(addressing.getReplyTo())));
        }
        if (addressing != null) {
            own.add(addressOf(Outgoing.uriOf(addressing.getFrom())));
        }
        own.add(configured);
        return own;
    }

    /**
     * Refuses a recipient that neither the configuration nor the account's lists name; else whoever sends a request could
     * make this account write to anybody. A service's own address is not a recipient that was configured.
     */
    void requireAllowed(MailAddress recipient, MailAccount sender) throws SmtpException {
        MailPolicy policy = sender.policy();
        boolean peer = recipient.equals(configured) && !recipient.equals(sender.address());
        boolean partner = !policy.allowedSenders().isEmpty() && policy.allowsSender(recipient);
        if (!peer && !partner && !policy.allowsRecipient(recipient)) {
            throw SmtpException.unsendable(
                    "account " + sender.name() + " may not write to " + recipient.domain()
                            + ", which is not in restart-oracle.mail.recipient-domains",
                    null);
        }
    }

    private static @Nullable MailAddress addressOf(@Nullable String uri) {
        try {
            return uri == null || !MailAddress.isMailUri(uri) ? null : MailAddress.ofUri(uri);
        } catch (MailAddressException unusable) {
            return null;
        }
    }
}
