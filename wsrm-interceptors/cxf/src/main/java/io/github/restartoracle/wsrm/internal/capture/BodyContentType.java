package io.github.restartoracle.wsrm.internal.capture;

import org.apache.cxf.interceptor.AttachmentOutInterceptor;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.jspecify.annotations.Nullable;

/**
 * Notes the content type of the envelope before CXF packs it and its attachments together, because each transmission packs
 * them again. Thread-safe.
 */
public final class BodyContentType extends AbstractPhaseInterceptor<Message> {
    private static final String KEY = BodyContentType.class.getName();

    /** Creates an interceptor for a bus. */
    public BodyContentType() {
        super(Phase.PRE_STREAM);
        addBefore(AttachmentOutInterceptor.class.getName());
    }

    @Override
    public void handleMessage(Message message) {
        Object contentType = message.get(Message.CONTENT_TYPE);
        if (contentType != null) {
            message.putIfAbsent(KEY, contentType);
        }
    }

    /** Returns the content type of the envelope; null if it was not noted. */
    static @Nullable Object of(Message message) {
        return message.get(KEY);
    }
}
