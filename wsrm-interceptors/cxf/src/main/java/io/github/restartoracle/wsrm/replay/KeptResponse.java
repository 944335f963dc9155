package io.github.restartoracle.wsrm.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.message.Message;
import org.jspecify.annotations.Nullable;

/** A response as it was written to the transport. Immutable, and thread-safe. */
final class KeptResponse {
    /** An estimate of the memory beside the body. */
    private static final long OVERHEAD_BYTES = 1024;

    private final @Nullable Integer code;
    private final @Nullable String contentType;
    private final Map<String, List<String>> headers;
    private final byte[] body;

    /**
     * Keeps a response.
     *
     * @param message the message as it is when its body is written
     * @param body the written bytes, not copied
     */
    KeptResponse(Message message, byte[] body) {
        this.code = message.get(Message.RESPONSE_CODE) instanceof Integer status ? status : null;
        this.contentType = message.get(Message.CONTENT_TYPE) instanceof String type ? type : null;
        this.headers = copy(message.get(Message.PROTOCOL_HEADERS));
        // The transport computes the length again.
        headers.remove("Content-Length");
        this.body = body;
    }

    @SuppressWarnings("unchecked") // the transport's headers have no other type
    private static Map<String, List<String>> copy(@Nullable Object headers) {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (headers instanceof Map<?, ?> sent) {
            ((Map<String, List<String>>) sent).forEach((name, values) -> copy.put(name, new ArrayList<>(values)));
        }
        return copy;
    }

    /** {@return an estimate of the memory that it takes} */
    long bytes() {
        return OVERHEAD_BYTES + body.length;
    }

    /** Gives a message the properties for the transport. */
    void prepare(Message message) {
        message.put(Message.PROTOCOL_HEADERS, copy(headers));
        if (code != null) {
            message.put(Message.RESPONSE_CODE, code);
        }
        if (contentType != null) {
            message.put(Message.CONTENT_TYPE, contentType);
        }
    }

    void writeBody(OutputStream transport) throws IOException {
        transport.write(body);
    }
}
