package io.github.restartoracle.mail.internal.inbox;

import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailAddressException;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.mime.UnfitMailException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The receivers of a mailbox: the addresses that share it, and requests that were sent from it. Thread-safe. */
final class Recipients {
    private final Map<MailAddress, MailReceiver> receivers = new LinkedHashMap<>();
    private final SentRequests requests;
    private final MailPolicy policy;

    Recipients(SentRequests requests, MailPolicy policy) {
        this.requests = requests;
        this.policy = policy;
    }

    synchronized void add(MailAddress address, MailReceiver receiver) {
        if (receivers.putIfAbsent(address, receiver) != null) {
            throw new IllegalStateException(address + " already has a receiver");
        }
    }

    /** Returns whether there is no address at the moment. */
    synchronized boolean none() {
        return receivers.isEmpty();
    }

    /** Removes the receiver of an address; returns true if no address is left. */
    synchronized boolean remove(MailAddress address) {
        receivers.remove(address);
        return receivers.isEmpty();
    }

    /**
     * Returns the receiver of a mail. The first that the mail has decides:
     * <ol>
     *   <li>{@code wsa:To},
     *   <li>the request that the mail answers,
     *   <li>the address that the server delivered to,
     *   <li>the only receiver.
     * </ol>
     * {@code To} and {@code Subject} are ignored, because any sender may choose them.
     *
     * @return null if it may be for an address that has no receiver now
     */
    synchronized @Nullable MailReceiver of(ReceivedMail mail) throws UnfitMailException {
        String to = mail.addressing().to();
        if (to != null && !MailPolicy.isGeneric(to)) {
            return receivers.isEmpty() ? null : named(to);
        }
        SentRequest request = answered(mail);
        if (request != null) {
            return request;
        }
        if (receivers.isEmpty()) {
            if (mail.inReplyTo() != null) {
                throw new UnfitMailException("it answers no pending request");
            }
            return null;
        }
        for (MailAddress address : mail.deliveredTo()) {
            MailReceiver receiver = receivers.get(address);
            if (receiver != null) {
                return receiver;
            }
        }
        if (receivers.size() != 1) {
            throw new UnfitMailException(
                    "neither wsa:To nor a delivery field says which of " + receivers.size() + " addresses it is for");
        }
        return receivers.values().iterator().next();
    }

    /**
     * Returns the request that a mail answers. WS-Addressing precedes In-Reply-To, which counts only from the address that the
     * request was mailed to. If a server vouches for senders, it must vouch for this one.
     */
    private @Nullable SentRequest answered(ReceivedMail mail) throws UnfitMailException {
        String inReplyTo = mail.inReplyTo();
        SentRequest request = inReplyTo == null ? null : requests.find(inReplyTo);
        if (request == null || !related(mail.addressing(), request.messageId())) {
            return null;
        }
        boolean known = mail.vouched() || policy.authservId() == null;
        if (!known || !request.addressee().equals(mail.author())) {
            throw new UnfitMailException(
                    "its author is not the recipient of the request that it answers, or is not authenticated");
        }
        return request;
    }

    private static boolean related(SoapAddressing response, @Nullable String messageId) {
        boolean addressed = messageId != null && response.addressing();
        return addressed ? Objects.equals(messageId, response.relatesTo()) : response.relatesTo() == null;
    }

    private MailReceiver named(String to) throws UnfitMailException {
        MailReceiver receiver;
        try {
            receiver = receivers.get(MailAddress.ofUri(to));
        } catch (MailAddressException e) {
            throw new UnfitMailException("wsa:To is " + e.getMessage(), e);
        }
        if (receiver == null) {
            throw new UnfitMailException("no endpoint has the address in wsa:To");
        }
        return receiver;
    }
}
