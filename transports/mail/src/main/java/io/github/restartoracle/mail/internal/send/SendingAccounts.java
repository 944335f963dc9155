package io.github.restartoracle.mail.internal.send;

import io.github.restartoracle.mail.internal.account.MailAccount;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailAddressException;
import io.github.restartoracle.mail.internal.message.OutgoingMessages;
import io.github.restartoracle.mail.internal.smtp.SmtpException;
import java.util.ArrayList;
import java.util.List;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.ws.addressing.AddressingProperties;
import org.jspecify.annotations.Nullable;

/** Chooses the account that sends a message, and refuses recipients that the account may not write to. */
public final class SendingAccounts {
    /** A contextual property that names the account which sends a message. */
    static final String ACCOUNT = "restart-oracle.mail.account";

    private final MailAccounts accounts;

    /**
     * Creates a choice among accounts.
     *
     * @param accounts the accounts of a bus
     */
    public SendingAccounts(MailAccounts accounts) {
        this.accounts = accounts;
    }

    /**
     * Returns the account that sends a message. The first that exists of:
     * <ol>
     *   <li>the account that the message names,
     *   <li>that of its reply address or From,
     *   <li>that of the service's own address,
     *   <li>the only account,
     *   <li>the account called {@code default}.
     * </ol>
     *
     * @return an account with a relay
     * @throws SmtpException if there is none, or more than one and none of them is the default
     */
    public MailAccount sender(Message message, MailAddress recipient) throws SmtpException {
        Object name = message.getContextualProperty(ACCOUNT);
        List<MailAccount> senders = new ArrayList<>(accounts.all());
        senders.removeIf(account -> account.smtp() == null);
        if (name != null) {
            return senders.stream()
                    .filter(account -> account.name().equals(name))
                    .findFirst()
                    .orElseThrow(
                            () -> SmtpException.unsendable("no account named " + name + " has an smtp.host", null));
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
                        senders.isEmpty()
                                ? "no account can send to " + recipient
                                        + ": set restart-oracle.mail.address and .smtp.host"
                                : senders.size() + " accounts can send to " + recipient
                                        + ": name one of them in the message property " + ACCOUNT,
                        null));
    }

    private static List<@Nullable MailAddress> ownAddresses(Message message) {
        List<@Nullable MailAddress> own = new ArrayList<>();
        AddressingProperties addressing = OutgoingMessages.addressing(message);
        if (addressing != null && MessageUtils.isRequestor(message)) {
            own.add(addressOf(OutgoingMessages.uriOf(addressing.getReplyTo())));
        }
        if (addressing != null) {
            own.add(addressOf(OutgoingMessages.uriOf(addressing.getFrom())));
        }
        own.add(addressOf(OutgoingMessages.endpointAddress(message)));
        return own;
    }

    /**
     * Refuses a recipient unless it is the address of the application's client, or is permitted by the policy of the account,
     * or is the sender of the mail that is answered. A service's own address does not count as chosen by the application.
     */
    void requireAllowed(Message message, MailAddress recipient, MailAccount sender) throws SmtpException {
        boolean chosen = recipient.equals(addressOf(OutgoingMessages.endpointAddress(message)))
                && !recipient.equals(sender.address());
        boolean answered = recipient.equals(message.get(OutgoingMessages.ANSWERED_AUTHOR));
        if (!chosen && !answered && !sender.policy().allowsRecipient(recipient)) {
            throw SmtpException.unsendable(
                    "account " + sender.name() + " may not send to " + recipient.domain()
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
