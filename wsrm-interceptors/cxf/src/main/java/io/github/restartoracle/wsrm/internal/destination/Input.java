package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.log.Logs;
import io.github.restartoracle.wsrm.internal.rm.RmHeaders;
import io.github.restartoracle.wsrm.internal.runtime.ChainStep;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.apache.cxf.attachment.AttachmentDataSource;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.io.DelegatingInputStream;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** The bytes of a request, of which interceptors have read only a part, and its attachments. */
public final class Input {
    private static final Logger LOG = Logs.of(Input.class);
    /** A flag that keeps CXF's HTTP transport from reading and dropping the rest of a request before it answers. */
    private static final String CACHED = "cxf.io.cacheinput";

    private static final String CLOSEABLE = "org.apache.cxf.ws.rm.content.closeable";

    private Input() {}

    /**
     * Reads a request to its end. The service reads attachments itself, so most of a message may still be in flight when it
     * is accepted. May block until the transport gives up the request, so it comes before all for which copies wait.
     *
     * @throws Fault that refuses the message: its request has ended early
     */
    public static void complete(Message message) {
        try {
            readBehindBody(message.getContent(XMLStreamReader.class));
        } catch (XMLStreamException e) {
            throw Refusal.of(message, Logs.printable("the envelope has no end: " + e.getMessage()));
        }
        DelegatingInputStream input = message.getContent(DelegatingInputStream.class);
        if (input == null || message.put(CACHED, true) != null) {
            return;
        }
        Checked rest = new Checked(input.getInputStream());
        input.setInputStream(rest);
        input.cacheInput();
        if (rest.failure != null) {
            throw Refusal.of(message, "the request has ended before its message: " + rest.failure.getMessage());
        }
    }

    /** Reads an envelope to its end, unless the service reads its body itself. */
    private static void readBehindBody(@Nullable XMLStreamReader envelope) throws XMLStreamException {
        while (envelope != null && envelope.hasText() && envelope.isWhiteSpace()) {
            envelope.next();
        }
        if (envelope != null && envelope.isEndElement() && "Body".equals(envelope.getLocalName())) {
            while (envelope.hasNext()) {
                envelope.next();
            }
        }
    }

    /** Remembers a failure, which CXF would take for the end of the input. */
    private static final class Checked extends FilterInputStream {
        @Nullable
        IOException failure;

        Checked(InputStream from) {
            super(from);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            try {
                return in.read(bytes, offset, length);
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }

    /** Frees the content that was kept of a message, also if its chain is cut short: CXF does so at the end of a chain only. */
    public static void free(Message message) {
        release(message);
        if (message.remove(RMMessageConstants.SAVED_CONTENT) instanceof CachedOutputStream saved) {
            saved.releaseTempFileHold();
            close(saved);
        }
        for (String key : List.of(CLOSEABLE, RMMessageConstants.ATTACHMENTS_CLOSEABLE)) {
            if (message.get(key) instanceof Closeable closeable) {
                close(closeable);
            }
        }
    }

    private static void close(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            LOG.debug("Closing the content of a message failed", e);
        }
    }

    /** Deletes the kept attachments, which are not read any more. */
    static void release(Message message) {
        for (AttachmentDataSource source : sources(message)) {
            source.release();
            // A file is deleted when the last stream that reads it is closed.
            try (InputStream last = source.isCached() ? source.getInputStream() : null) {
                LOG.trace("An attachment is released: {}", last != null);
            } catch (IOException e) {
                LOG.debug("An attachment was already removed", e);
            }
        }
    }

    private static List<AttachmentDataSource> sources(Message message) {
        Collection<Attachment> attachments = message.getAttachments();
        return attachments == null
                ? List.of()
                : attachments.stream()
                        .map(attachment -> attachment.getDataHandler().getDataSource())
                        .filter(AttachmentDataSource.class::isInstance)
                        .map(AttachmentDataSource.class::cast)
                        .toList();
    }

    /**
     * Keeps the attachments of a reliable message until it is delivered, beginning before they are read. CXF lets them be read
     * once, so that a store, or a further attempt to deliver the message, would find them empty.
     */
    static ChainStep holdAttachments() {
        return new ChainStep(Input.class.getName(), Phase.POST_PROTOCOL, Input::hold, message -> {
            if (DeliveryRun.in(message) == null) {
                release(message);
            }
        });
    }

    private static void hold(Message message) {
        if (RmHeaders.sequence(message, false) == null || MessageUtils.isRequestor(message)) {
            return;
        }
        try {
            for (AttachmentDataSource source : sources(message)) {
                source.hold(message);
            }
        } catch (IOException e) {
            throw Refusal.of(message, "an attachment cannot be read: " + e.getMessage());
        }
    }
}
