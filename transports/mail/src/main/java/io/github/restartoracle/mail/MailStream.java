package io.github.restartoracle.mail;

import java.io.IOException;
import org.apache.cxf.io.CachedOutputStream;

/** Collects what CXF writes, and hands it over once when it is complete. */
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

    /** What becomes of the content. */
    @FunctionalInterface
    interface Dispatch {
        void complete(CachedOutputStream content) throws IOException;
    }
}
