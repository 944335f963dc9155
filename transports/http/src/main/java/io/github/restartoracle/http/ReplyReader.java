package io.github.restartoracle.http;

import io.github.restartoracle.internal.attempt.ByteBudget;
import io.github.restartoracle.wsrm.internal.log.Logs;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Assembles one response from the parts that the codec delivers; interim responses (1xx) are skipped. The buffered bytes are
 * reserved from the budget of the path, until they are {@linkplain #release released}.
 *
 * <p>Not thread-safe; confined to the event loop.
 */
final class ReplyReader {
    private final int maxBytes;
    private final ByteBudget budget;
    private final ByteChunks body = new ByteChunks();
    private @Nullable HttpResponse head;
    private long reserved;

    ReplyReader(int maxBytes, ByteBudget budget) {
        this.maxBytes = maxBytes;
        this.budget = budget;
    }

    /**
     * Reads the next part.
     *
     * @param received the part that the codec decoded; the caller releases it
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
        // CXF logs the phrase.
        String reason = Logs.printable(response.status().reasonPhrase());
        return new HttpReply(response.status().code(), reason, copy(response.headers()), body);
    }

    /** Returns whether the server leaves the connection open (RFC 9112, 9.3). */
    boolean keepsConnection() {
        return head != null && HttpUtil.isKeepAlive(head);
    }

    private void append(ByteBuf content) throws IOException {
        int bytes = content.readableBytes();
        if (body.size() + bytes > maxBytes) {
            throw tooLarge();
        }
        if (!budget.tryReserve(bytes)) {
            throw new IOException(
                    "the responses that are being read take " + budget.used() + " bytes, more may not be buffered");
        }
        reserved += bytes;
        body.write(content);
    }

    private IOException tooLarge() {
        return new IOException("the response is larger than " + maxBytes
                + " bytes (http.max-response-size, for one-way messages 1 MiB at most)");
    }

    /** Gives the reserved bytes back to the budget; the response is not used any more. */
    void release() {
        budget.release(reserved);
        reserved = 0;
    }

    private static Map<String, List<String>> copy(HttpHeaders headers) {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach(header ->
                copy.computeIfAbsent(header.getKey(), name -> new ArrayList<>()).add(header.getValue()));
        return copy;
    }
}
