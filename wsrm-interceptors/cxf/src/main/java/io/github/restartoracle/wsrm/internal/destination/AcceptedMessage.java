package io.github.restartoracle.wsrm.internal.destination;

import java.io.IOException;
import org.apache.cxf.io.CachedOutputStream;
import org.apache.cxf.message.Message;
import org.apache.cxf.ws.rm.RMContextUtils;
import org.apache.cxf.ws.rm.RMMessageConstants;
import org.apache.cxf.ws.rm.persistence.PersistenceUtils;
import org.apache.cxf.ws.rm.persistence.RMMessage;
import org.jspecify.annotations.Nullable;

/** A message as it is stored until its delivery. Not thread-safe. */
public final class AcceptedMessage extends RMMessage {
    private @Nullable String caller;

    /** Creates the stored form of a message; fails if its envelope was not captured, or cannot be read. */
    static AcceptedMessage of(Message message, long number) throws IOException {
        CachedOutputStream saved = (CachedOutputStream) message.get(RMMessageConstants.SAVED_CONTENT);
        if (saved == null) {
            throw new IOException(
                    "the envelope was not captured: the store was installed after the service was started");
        }
        AcceptedMessage stored = new AcceptedMessage();
        stored.setCaller(Caller.of(message));
        stored.setMessageNumber(number);
        stored.setCreatedTime(
                RMContextUtils.retrieveRMProperties(message, false).getCreatedTime());
        if (message.getAttachments() == null) {
            stored.setContent(saved);
            stored.setContentType((String) message.get(Message.CONTENT_TYPE));
        } else {
            PersistenceUtils.encodeRMContent(stored, message, saved.getInputStream());
        }
        return stored;
    }

    /** Returns the description, of 16,000 characters at most, of the caller that was authenticated; null if there was none. */
    public @Nullable String getCaller() {
        return caller;
    }

    public void setCaller(@Nullable String caller) {
        this.caller = caller;
    }
}
