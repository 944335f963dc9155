package io.github.restartoracle.wsrm.internal.capture;

import jakarta.activation.DataHandler;
import jakarta.activation.DataSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.cxf.attachment.AttachmentImpl;
import org.apache.cxf.attachment.AttachmentUtil;
import org.apache.cxf.attachment.ByteDataSource;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Attachment;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.jspecify.annotations.Nullable;

/** The content of an attachment, which is sent more than once although its source may be readable only once. */
final class CapturedAttachment implements DataSource {
    private final CapturedContent content;
    private final String type;
    private final String name;

    private CapturedAttachment(CapturedContent content, String type, String name) {
        this.content = content;
        this.type = type;
        this.name = name;
    }

    /**
     * Captures the attachments of a message, which has the captured ones from now on. Attachments that are in memory or in a
     * store stay as they are.
     */
    static @Nullable List<Attachment> captureAll(Message message) throws IOException {
        Collection<Attachment> given = message.getAttachments();
        if (given == null || given.isEmpty()) {
            // WS-Security leaves an empty collection, with which CXF would store the envelope as multipart.
            message.setAttachments(null);
            return null;
        }
        boolean stored = message.get(RMMessageConstants.ATTACHMENTS_CLOSEABLE) != null;
        List<Attachment> captured = new ArrayList<>(given.size());
        try {
            for (Attachment attachment : given) {
                boolean readable = stored || attachment.getDataHandler().getDataSource() instanceof ByteDataSource;
                captured.add(readable ? attachment : capture(attachment));
            }
        } catch (Throwable e) {
            contents(captured).forEach(CapturedContent::free);
            throw e;
        }
        message.setAttachments(captured);
        return new ArrayList<>(captured);
    }

    private static Attachment capture(Attachment attachment) throws IOException {
        DataHandler handler = attachment.getDataHandler();
        handler.setCommandMap(AttachmentUtil.getCommandMap());
        CachedOutputStream saved = new CachedOutputStream();
        try {
            handler.writeTo(saved);
            saved.flush();
        } catch (Throwable e) {
            saved.close();
            throw e;
        }
        CapturedAttachment source =
                new CapturedAttachment(CapturedContent.of(saved), handler.getContentType(), handler.getName());
        AttachmentImpl copy = new AttachmentImpl(attachment.getId(), new DataHandler(source));
        copy.setXOP(attachment.isXOP());
        attachment.getHeaderNames().forEachRemaining(header -> copy.setHeader(header, attachment.getHeader(header)));
        return copy;
    }

    /** Returns the contents that were captured, those of other attachments left out. */
    static List<CapturedContent> contents(@Nullable Collection<Attachment> attachments) {
        return attachments == null
                ? List.of()
                : attachments.stream()
                        .map(attachment -> attachment.getDataHandler().getDataSource())
                        .filter(CapturedAttachment.class::isInstance)
                        .map(source -> ((CapturedAttachment) source).content)
                        .toList();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return content.open();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        throw new IOException("a captured attachment cannot be changed");
    }

    @Override
    public String getContentType() {
        return type;
    }

    @Override
    public String getName() {
        return name;
    }
}
