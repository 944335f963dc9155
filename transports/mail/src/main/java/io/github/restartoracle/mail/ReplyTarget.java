package io.github.restartoracle.mail;

import io.github.restartoracle.mail.account.MailPolicy;
import io.github.restartoracle.mail.address.MailAddress;
import io.github.restartoracle.mail.inbox.ReceivedMail;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.Bus;
import org.apache.cxf.helpers.CastUtils;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.service.model.EndpointInfo;
import org.apache.cxf.transport.Conduit;
import org.apache.cxf.transport.ConduitInitiator;
import org.apache.cxf.transport.ConduitInitiatorManager;
import org.apache.cxf.ws.addressing.EndpointReferenceUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the answer to a mail goes if WS-Addressing names nobody: the envelope sender, and only if the account lists the
 * senders that it trusts. A {@code Reply-To} field is never asked. Nobody is told of a fault in
 * what is an answer itself: two services would do so for ever.
 *
 * @param sender the envelope sender
 * @param messageId the Message-ID of the request with its brackets, or null
 * @param answer whether the mail says that it answers another
 */
record ReplyTarget(MailAddress sender, @Nullable String messageId, boolean answer) {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyTarget.class);

    static @Nullable ReplyTarget of(ReceivedMail mail, MailPolicy policy) {
        MailAddress sender = mail.sender();
        return sender == null || policy.allowedSenders().isEmpty() || !policy.allowsSender(sender)
                ? null
                : new ReplyTarget(sender, mail.messageId(), mail.answers());
    }

    /** Takes the answer, and sends it when it is closed if there is one. */
    static OutputStream answer(@Nullable ReplyTarget target, Message message, Bus bus, EndpointInfo endpoint) {
        return new CachedOutputStream() {
            private final boolean fault = Outgoing.failed(message);
            private boolean done;

            @Override
            protected void doClose() throws IOException {
                boolean unwritten = !fault && Outgoing.failed(message);
                if (done || unwritten || size() == 0 || MessageUtils.hasNoResponseContent(message)) {
                    return;
                }
                done = true;
                if (target == null) {
                    LOG.warn("An answer to nobody in particular is dropped: WS-Addressing names no address, and the"
                            + " sender is not on the account's list (allowed-senders)");
                } else if (fault && target.answer) {
                    LOG.warn("A fault in what was sent as an answer is told to nobody");
                } else {
                    target.mail(this, message, bus, endpoint);
                }
            }
        };
    }

    private void mail(CachedOutputStream answer, Message message, Bus bus, EndpointInfo endpoint) throws IOException {
        ConduitInitiator initiator =
                bus.getExtension(ConduitInitiatorManager.class).getConduitInitiatorForUri(MailAddress.SCHEME);
        Conduit conduit =
                initiator.getConduit(endpoint, EndpointReferenceUtils.getEndpointReference(sender.toUri()), bus);
        try (InputStream in = answer.getInputStream()) {
            message.put(Message.ENDPOINT_ADDRESS, sender.toUri());
            if (messageId != null) {
                Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                Map<String, List<String>> present = CastUtils.cast((Map<?, ?>) message.get(Message.PROTOCOL_HEADERS));
                if (present != null) {
                    headers.putAll(present);
                }
                headers.put("In-Reply-To", List.of(messageId));
                message.put(Message.PROTOCOL_HEADERS, headers);
            }
            conduit.prepare(message);
            in.transferTo(message.getContent(OutputStream.class));
            conduit.close(message);
        } finally {
            conduit.close();
        }
    }
}
