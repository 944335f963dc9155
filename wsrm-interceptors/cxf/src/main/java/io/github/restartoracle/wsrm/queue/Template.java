package io.github.restartoracle.wsrm.queue;

import io.github.restartoracle.wsrm.attempt.Attempt;
import io.github.restartoracle.wsrm.attempt.AttemptConduit;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.SoapOutInterceptor;
import org.apache.cxf.binding.soap.saaj.SAAJOutInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.ExchangeImpl;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageImpl;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is kept of a message so that it can be transmitted again: its properties and its captured content, without the
 * interceptor chain, the parsed body and the transport of its first transmission. Each attempt works on its own copy,
 * because the former attempt may still be inside the transport.
 *
 * <p>Thread-safe. The content is freed when its last holder lets go: the queue, which holds it from the beginning, or an
 * attempt that reads it while the acknowledgement of another arrives.
 */
final class Template {
    private static final Logger LOG = LoggerFactory.getLogger(Template.class);

    /**
     * Properties of one transmission, not of the message. The header list is among them: it is an ordinary map entry, and
     * attempts that shared it would change it under each other.
     */
    private static final Set<String> NOT_COPIED = Set.of(
            Header.HEADER_LIST,
            "RM_ORIGINAL_WRITER",
            "RM_CAPTURING_WRITER",
            "java.net.http.HttpClient",
            RMMessageConstants.MESSAGE_CAPTURE,
            SoapOutInterceptor.WROTE_ENVELOPE_START,
            AttachmentOutInterceptor.ATTACHMENT_OUT_CHECKED,
            SAAJOutInterceptor.ORIGINAL_XML_WRITER,
            FirstStream.KEY,
            Attempt.KEY);

    private final Map<String, Object> properties;
    private final @Nullable Collection<Attachment> attachments;
    private final Exchange exchange;
    private final boolean sharesExchange;
    private final boolean attemptConduit;
    private final AtomicInteger holders = new AtomicInteger(1);

    /**
     * Keeps what is needed.
     *
     * @param original the captured message
     * @param sharesExchange whether a caller waits on the exchange of the original, so that the answer to any attempt has
     *     to reach it
     */
    Template(Message original, boolean sharesExchange) {
        this.properties = new HashMap<>(original);
        NOT_COPIED.forEach(properties::remove);
        Object bodyContentType = BodyContentType.of(original);
        if (bodyContentType != null) {
            properties.put(Message.CONTENT_TYPE, bodyContentType);
        }
        this.attachments = original.getAttachments() == null ? null : new ArrayList<>(original.getAttachments());
        this.sharesExchange = sharesExchange;
        this.attemptConduit = original.getExchange().getConduit(original) instanceof AttemptConduit conduit
                && conduit.takesAttempts(original);
        this.exchange = sharesExchange ? original.getExchange() : withoutMessages(original.getExchange());
    }

    private static Exchange withoutMessages(Exchange from) {
        Exchange copy = new ExchangeImpl((ExchangeImpl) from);
        copy.setInMessage(null);
        copy.setOutMessage(null);
        copy.setInFaultMessage(null);
        copy.setOutFaultMessage(null);
        return copy;
    }

    /**
     * A message for one attempt.
     *
     * @param attempt put into the copy for the transport
     * @return a copy that shares with others only what nobody writes
     */
    SoapMessage copy(Attempt attempt) {
        SoapMessage copy = (SoapMessage) exchange.getBinding().createMessage(new MessageImpl());
        copy.putAll(properties);
        copyProtocolHeaders(copy);
        if (attachments != null) {
            copy.setAttachments(new ArrayList<>(attachments));
        }
        // CXF takes a message for an outgoing one only if its exchange says so.
        (sharesExchange ? exchange : new ExchangeImpl((ExchangeImpl) exchange)).setOutMessage(copy);
        belongTo(attempt, copy);
        return copy;
    }

    /** Tells the transport which attempt a message is. */
    static void belongTo(Attempt attempt, Message message) {
        message.put(Attempt.KEY, attempt);
        // CXF reads a fault that answers a one-way message only then.
        message.put(Message.ROBUST_ONEWAY, message.getExchange().isOneWay());
    }

    /** Whether the transport of this message returns at once and can be told to abandon an attempt. */
    boolean hasAttemptConduit() {
        return attemptConduit;
    }

    /** Transport headers are lists that the transport adds to: each attempt gets its own. */
    @SuppressWarnings("unchecked")
    static void copyProtocolHeaders(Message copy) {
        Object headers = copy.get(Message.PROTOCOL_HEADERS);
        if (headers instanceof Map) {
            Map<String, List<String>> own = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            ((Map<String, List<String>>) headers).forEach((name, values) -> own.put(name, new ArrayList<>(values)));
            copy.put(Message.PROTOCOL_HEADERS, own);
        }
    }

    /** The properties as a message, for the callbacks of CXF. */
    Message view() {
        Message view = new MessageImpl();
        view.putAll(properties);
        return view;
    }

    /** Holds the content until it is released; false if it is gone. */
    boolean hold() {
        return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /** Lets go of the content. */
    void release() {
        if (holders.decrementAndGet() == 0) {
            free();
        }
    }

    private void free() {
        CachedOutputStream saved = (CachedOutputStream) properties.get(RMMessageConstants.SAVED_CONTENT);
        if (saved != null) {
            File file = saved.getTempFile();
            saved.releaseTempFileHold();
            close(saved);
            // The capture opens a stream on the file that nobody closes, so that CXF keeps the file for ever.
            if (file != null && file.exists() && !file.delete()) {
                LOG.warn("The temporary file {} of a message that is no longer needed could not be deleted", file);
            }
        }
        Object closeable = properties.get(RMMessageConstants.ATTACHMENTS_CLOSEABLE);
        if (closeable instanceof Closeable attachmentsCloseable) {
            close(attachmentsCloseable);
        }
    }

    private static void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            LOG.debug("Closing what was kept of a message failed", e);
        }
    }
}
