package io.github.restartoracle.wsrm.internal.replay;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/** A response as it was written to the transport. Immutable, and thread-safe. */
final class WrittenAnswer implements KeptResponse.Sending {
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
    WrittenAnswer(Message message, byte[] body) {
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

    @Override
    public void send(Exchange exchange, Conduit back) throws IOException {
        Message copy = exchange.getEndpoint().getBinding().createMessage();
        copy.setExchange(exchange);
        exchange.setOutMessage(copy);
        copy.put(Message.PROTOCOL_HEADERS, copy(headers));
        if (code != null) {
            copy.put(Message.RESPONSE_CODE, code);
        }
        if (contentType != null) {
            copy.put(Message.CONTENT_TYPE, contentType);
        }
        back.prepare(copy);
        try (OutputStream stream = copy.getContent(OutputStream.class)) {
            stream.write(body);
        }
        back.close(copy);
    }
}
