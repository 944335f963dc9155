package io.github.restartoracle.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts one response together from what the codec delivers; interim responses (1xx) are skipped.
 *
 * <p>Not thread-safe; confined to the event loop.
 */
final class ReplyReader {
    private final int maxBytes;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private @Nullable HttpResponse head;

    ReplyReader(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * Reads on.
     *
     * @param received what the codec decoded; still belongs to the caller
     * @return the response if this was its end, null otherwise
     * @throws IOException if this is not HTTP or is too large
     */
    @Nullable
    HttpReply read(Object received) throws IOException {
        if (!(received instanceof HttpObject part)) {
            throw new IOException("not an HTTP response");
        }
        if (part.decoderResult().isFailure()) {
            throw new IOException("not an HTTP response", part.decoderResult().cause());
        }
        if (part instanceof HttpResponse response) {
            head = response;
            if (HttpUtil.getContentLength(response, 0L) > maxBytes) {
                throw tooLarge();
            }
        }
        if (part instanceof HttpContent content) {
            append(content.content());
        }
        HttpResponse response = head;
        if (response == null || !(part instanceof LastHttpContent)) {
            return null;
        }
        if (response.status().codeClass() == HttpStatusClass.INFORMATIONAL) {
            head = null;
            return null;
        }
        return new HttpReply(
                response.status().code(),
                response.status().reasonPhrase(),
                copy(response.headers()),
                body.toByteArray());
    }

    /** Whether the server leaves the connection open (RFC 9112, 9.3). */
    boolean keepsConnection() {
        return head != null && HttpUtil.isKeepAlive(head);
    }

    private void append(ByteBuf content) throws IOException {
        if (body.size() + (long) content.readableBytes() > maxBytes) {
            throw tooLarge();
        }
        content.readBytes(body, content.readableBytes());
    }

    private IOException tooLarge() {
        return new IOException("the response is larger than " + maxBytes + " bytes (http.max-response-size)");
    }

    private static Map<String, List<String>> copy(HttpHeaders headers) {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach(header ->
                copy.computeIfAbsent(header.getKey(), name -> new ArrayList<>()).add(header.getValue()));
        return copy;
    }
}
