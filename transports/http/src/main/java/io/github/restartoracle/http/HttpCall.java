package io.github.restartoracle.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;

/**
 * One complete request, which can be sent more than once.
 *
 * @param target path and query as they are written on the request line
 * @param headers all of them; not changed any more
 * @param body the entity; empty for none; not changed any more
 * @param limits the limits of its time and of its response
 * @param needsTrustDecision true if the application has to approve the connection before the request is sent
 * @param repeatable false if a server that may have read the request must not get the same bytes again
 */
record HttpCall(
        Route route,
        String method,
        String target,
        HttpHeaders headers,
        ByteChunks body,
        Limits limits,
        boolean needsTrustDecision,
        boolean repeatable) {

    /**
     * The limits of a call.
     *
     * @param connectMillis the timeout of the TCP connect and of the TLS handshake, 0 for none
     * @param receiveMillis the timeout of writing the request, and again of the wait for the whole response, 0 for none
     * @param responseBytes the greatest body of a response that is accepted
     */
    record Limits(int connectMillis, int receiveMillis, int responseBytes) {}

    /** The size above which a content is written as fast as the connection takes it, instead of at once. */
    private static final int LARGE = 64 << 10;

    /**
     * The number of bytes for which any machine has room on a connection whose former request it has answered: ten segments
     * (RFC 6928) of 1,208 bytes, the least of IPv6 (RFC 8200) with timestamps, minus 1,840 bytes for the head of the request.
     */
    private static final int ALWAYS_FITS = 10 << 10;

    /** Returns whether the connection is used for this call only. */
    boolean closesConnection() {
        return headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
    }

    boolean isLarge() {
        return body.size() > LARGE;
    }

    /** Returns whether the content is larger than the room of a machine that does not read. */
    boolean mayBlock() {
        return body.size() > ALWAYS_FITS;
    }

    FullHttpRequest request() {
        return new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(method),
                target,
                body.size() == 0 ? Unpooled.EMPTY_BUFFER : body.all(),
                headers,
                DefaultHttpHeadersFactory.trailersFactory().newHeaders());
    }

    /** Returns the request without its content. */
    HttpRequest head() {
        return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(method), target, headers);
    }
}
