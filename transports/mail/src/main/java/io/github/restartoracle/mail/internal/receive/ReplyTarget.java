package io.github.restartoracle.mail.internal.receive;

import io.github.restartoracle.mail.internal.account.MailAddress;
import io.github.restartoracle.mail.internal.account.MailPolicy;
import io.github.restartoracle.mail.internal.inbox.ReceivedMail;
import io.github.restartoracle.mail.internal.message.AnswerState;
import io.github.restartoracle.mail.internal.message.OutgoingMessages;
import io.github.restartoracle.wsrm.internal.log.Logs;
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

/**
 * The addressee of an answer if WS-Addressing names none: the author of the mail, if the account lists the author and our mail
 * server vouches for the author. A {@code Reply-To} field is ignored. A fault that is raised by a mail which is itself an answer
 * is dropped, because two services would continue for ever.
 *
 * @param author the author of the mail
 * @param messageId the Message-ID of the mail with its brackets, or null
 * @param answer true if the mail says that it answers another
 */
record ReplyTarget(MailAddress author, @Nullable String messageId, boolean answer) {
    private static final Logger LOG = Logs.of(ReplyTarget.class);

    static @Nullable ReplyTarget of(ReceivedMail mail, MailPolicy policy) {
        MailAddress author = mail.author();
        return author == null || !mail.vouched() || !policy.lists(author)
                ? null
                : new ReplyTarget(author, mail.messageId(), mail.answers());
    }

    /** Returns a stream that takes the answer, and sends it on close unless it is empty. */
    static OutputStream answer(@Nullable ReplyTarget target, Message message, Bus bus, EndpointInfo endpoint) {
        return new CachedOutputStream() {
            private final boolean fault = OutgoingMessages.failed(message);
            private boolean done;

            @Override
            protected void doClose() throws IOException {
                boolean failedWhileWriting = !fault && OutgoingMessages.failed(message);
                if (done || failedWhileWriting || size() == 0 || MessageUtils.hasNoResponseContent(message)) {
                    return;
                }
                done = true;
                if (target != null && !(fault && target.answer)) {
                    target.mail(this, message, bus, endpoint);
                } else if (!MessageUtils.isPartialResponse(message)) {
                    drop(message, target);
                }
            }
        };
    }

    private static void drop(Message message, @Nullable ReplyTarget target) {
        String why = target == null
                ? "the request has no WS-Addressing reply address, and its author is not an authenticated entry of"
                        + " restart-oracle.mail.allowed-senders"
                : "it is a fault for a mail that is itself a response";
        LOG.warn("A response was dropped: {}", why);
        AnswerState state = AnswerState.of(message);
        if (state != null) {
            state.dropped(why);
        }
    }

    private void mail(CachedOutputStream answer, Message message, Bus bus, EndpointInfo endpoint) throws IOException {
        ConduitInitiator initiator =
                bus.getExtension(ConduitInitiatorManager.class).getConduitInitiatorForUri(MailAddress.SCHEME);
        Conduit conduit =
                initiator.getConduit(endpoint, EndpointReferenceUtils.getEndpointReference(author.toUri()), bus);
        try (InputStream in = answer.getInputStream()) {
            message.put(Message.ENDPOINT_ADDRESS, author.toUri());
            message.put(OutgoingMessages.ANSWERED_AUTHOR, author);
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
