package io.github.restartoracle.mail.inbox;

import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.address.MailAddressException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The addresses that share a mailbox. Thread-safe. */
final class Recipients {
    private static final String NONE = "/anonymous";

    private final Map<MailAddress, MailReceiver> receivers = new LinkedHashMap<>();

    synchronized void add(MailAddress address, MailReceiver receiver) {
        if (receivers.putIfAbsent(address, receiver) != null) {
            throw new IllegalStateException("mails to " + address + " are received already");
        }
    }

    /** Whether none is left. */
    synchronized boolean remove(MailAddress address) {
        receivers.remove(address);
        return receivers.isEmpty();
    }

    /**
     * The receiver that {@code wsa:To} names; without it the one that the server delivered to; without that the only one.
     * Neither {@code To} nor {@code Subject} is asked, which anybody may write.
     */
    synchronized MailReceiver of(ReceivedMail mail) throws UnfitMailException {
        String to = mail.envelope().to();
        if (to != null && !to.endsWith(NONE)) {
            return named(to);
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
