package io.github.restartoracle.wsrm.internal.destination;

import io.github.restartoracle.wsrm.internal.log.Logs;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.List;
import org.apache.cxf.attachment.AttachmentDataSource;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMProperties;
import org.slf4j.Logger;

/**
 * Keeps the attachments of a reliable message until it is delivered, beginning before they are read. CXF lets them be read
 * once, so that a store, or a further attempt to deliver the message, would find them empty. Thread-safe.
 */
final class AttachmentsIn extends AbstractPhaseInterceptor<Message> {
    private static final Logger LOG = Logs.of(AttachmentsIn.class);

    AttachmentsIn() {
        super(Phase.POST_PROTOCOL);
    }

    @Override
    public void handleMessage(Message message) {
        RMProperties properties = RMContextUtils.retrieveRMProperties(message, false);
        if (properties == null || properties.getSequence() == null || MessageUtils.isRequestor(message)) {
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

    @Override
    public void handleFault(Message message) {
        if (DeliveryRun.in(message) == null) {
            release(message);
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
}
