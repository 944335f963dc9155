package io.github.restartoracle.mail.inbox;

import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.address.MailAddressException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Who receives from a mailbox: the addresses that share it, and requests that went out from it. Thread-safe. */
final class Recipients {
    private static final String NONE = "/anonymous";

    private final Map<MailAddress, MailReceiver> receivers = new LinkedHashMap<>();
    private final SentRequests requests;

    Recipients(SentRequests requests) {
        this.requests = requests;
    }

    synchronized void add(MailAddress address, MailReceiver receiver) {
        if (receivers.putIfAbsent(address, receiver) != null) {
            throw new IllegalStateException("mails to " + address + " are received already");
        }
    }

    /** Whether there is no address at the moment. */
    synchronized boolean none() {
        return receivers.isEmpty();
    }

    /** Whether no address is left. */
    synchronized boolean remove(MailAddress address) {
        receivers.remove(address);
        return receivers.isEmpty();
    }

    /**
     * The receiver that {@code wsa:To} names; without it the request that the mail answers; then the address that the server
     * delivered to; without that the only one. Neither {@code To} nor {@code Subject} is asked, which anybody may write.
     *
     * @return null if it may be for an address that nobody receives at now
     */
    synchronized @Nullable MailReceiver of(ReceivedMail mail) throws UnfitMailException {
        String to = mail.envelope().to();
        if (to != null && !to.endsWith(NONE)) {
            return receivers.isEmpty() ? null : named(to);
        }
        SentRequest request = answered(mail);
        if (request != null) {
            return request;
        }
        if (receivers.isEmpty()) {
            if (mail.inReplyTo() != null) {
                throw new UnfitMailException("it answers nothing that awaits an answer");
            }
            return null;
        }
        List<MailAddress> delivered = mail.deliveredTo();
        for (MailAddress address : delivered) {
            MailReceiver receiver = receivers.get(address);
            if (receiver != null) {
                return receiver;
            }
        }
        if (receivers.size() != 1) {
            throw new UnfitMailException("nothing says which of " + receivers.size() + " addresses it is for");
        }
        return receivers.values().iterator().next();
    }

    /**
     * WS-Addressing comes before In-Reply-To, which counts only from the sender whom the request went to.
     */
    private @Nullable SentRequest answered(ReceivedMail mail) throws UnfitMailException {
        String inReplyTo = mail.inReplyTo();
        SentRequest request = inReplyTo == null ? null : requests.find(inReplyTo);
        if (request == null || !related(mail.envelope(), request.messageId())) {
            return null;
        }
        if (!request.addressee().equals(mail.sender())) {
            throw new UnfitMailException("it answers a request of ours, and comes from somebody else");
        }
        return request;
    }

    private static boolean related(Envelope response, @Nullable String messageId) {
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
            throw new UnfitMailException("wsa:To is nobody here");
        }
        return receiver;
    }
}
