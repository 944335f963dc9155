package io.github.restartoracle.mail.internal.send;

import java.io.IOException;
import org.apache.cxf.io.CachedOutputStream;

/** Collects the content that CXF writes, and passes it on once when it is complete. */
final class MailStream extends CachedOutputStream {
    private final Dispatch dispatch;
    private boolean complete;

    MailStream(Dispatch dispatch) {
        this.dispatch = dispatch;
    }

    @Override
    protected void doClose() throws IOException {
        if (!complete) {
            complete = true;
            flush();
            dispatch.complete(this);
        }
    }

    /** Takes the complete content. */
    @FunctionalInterface
    interface Dispatch {
        void complete(CachedOutputStream content) throws IOException;
    }
}
