package io.github.restartoracle.wsrm.internal.replay;

import io.github.restartoracle.wsrm.internal.capture.Template;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.transport.Conduit;
import org.jspecify.annotations.Nullable;

/** A response as it was written to the transport. Immutable, and thread-safe. */
final class WrittenAnswer implements KeptResponse {
    private final @Nullable Integer code;
    private final @Nullable String contentType;
    private final Map<String, List<String>> headers;
    private final byte[] body;

    /** Keeps a message as it is when its body was written. The body is not copied. */
    WrittenAnswer(Message message, byte[] body) {
        this.code = message.get(Message.RESPONSE_CODE) instanceof Integer status ? status : null;
        this.contentType = message.get(Message.CONTENT_TYPE) instanceof String type ? type : null;
        this.headers =
                Template.ownHeaders(message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> sent ? sent : Map.of());
        // The transport computes the length again.
        headers.remove("Content-Length");
        this.body = body;
    }

    @Override
    public void send(Exchange exchange, Conduit back) throws IOException {
        Message copy = exchange.getEndpoint().getBinding().createMessage();
        copy.setExchange(exchange);
        exchange.setOutMessage(copy);
        copy.put(Message.PROTOCOL_HEADERS, Template.ownHeaders(headers));
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
