package io.github.restartoracle.wsrm.queue;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.cxf.io.WriteOnCloseOutputStream;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/**
 * Holds what the chain of a reliable one-way call writes until it is closed, as CXF's own stream in this place does, but
 * can then flow into another stream than the one that was prepared for the call: that of an attempt.
 *
 * <p>Not thread-safe; belongs to the chain of its message.
 */
final class FirstStream extends WriteOnCloseOutputStream {
    static final String KEY = FirstStream.class.getName();

    private OutputStream target;

    private FirstStream(OutputStream target) {
        super(target);
        this.target = target;
    }

    /** Puts one between a message and the stream that is prepared for it. */
    static void putBefore(OutputStream prepared, Message message) {
        FirstStream stream = new FirstStream(prepared);
        message.setContent(OutputStream.class, stream);
        message.put(KEY, stream);
    }

    /** Null if the chain that captured the message cannot transmit it. */
    static @Nullable FirstStream of(Message captured) {
        return (FirstStream) captured.get(KEY);
    }

    /** Where everything goes when this is closed. */
    void flowInto(OutputStream stream) {
        target = stream;
    }

    @Override
    protected void doClose() throws IOException {
        resetOut(target, true);
        target.flush();
    }
}
