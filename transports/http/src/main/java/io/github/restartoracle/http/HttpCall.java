package io.github.restartoracle.http;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;

/**
 * One request, complete: it can be sent more than once.
 *
 * @param target path and query as they go on the request line
 * @param headers all but the length; not changed any more
 * @param body the entity; empty for none; not changed any more
 * @param connectMillis limit of the TCP connect and of the TLS handshake, 0 for none
 * @param receiveMillis limit of writing the request, and again of the wait for the whole response, 0 for none
 * @param trusted whether somebody wants to see the connection before anything is sent
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record HttpCall(
        Route route,
        String method,
        String target,
        HttpHeaders headers,
        byte[] body,
        int connectMillis,
        int receiveMillis,
        boolean trusted) {

    /** Whether the connection is used for this call only. */
    boolean closesConnection() {
        return headers.containsValue(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
    }

    FullHttpRequest request() {
        return new DefaultFullHttpRequest(
                HttpVersion.HTTP_1_1,
                HttpMethod.valueOf(method),
                target,
                Unpooled.wrappedBuffer(body),
                headers,
                DefaultHttpHeadersFactory.trailersFactory().newHeaders());
    }
}
