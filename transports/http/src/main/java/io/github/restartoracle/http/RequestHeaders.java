package io.github.restartoracle.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.cxf.common.util.PropertyUtils;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.message.Message;
import org.apache.cxf.message.MessageUtils;
import org.apache.cxf.transport.http.Headers;

/** The header fields of a request as CXF's own conduit would send them. Stateless. */
final class RequestHeaders {
    /** Fields that describe the connection or the framing; interceptors cannot set them. */
    private static final Set<String> OURS =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    private static final Set<String> NO_CONTENT_METHODS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private RequestHeaders() {}

    /**
     * Collects the fields of a message that is about to be sent.
     *
     * @param message the message, with CXF's protocol headers
     * @param route the route of its connection
     * @param closes true if the connection is not to be kept; a {@code Connection: close} of the message is honoured too
     * @return new header fields, without a length
     */
    static HttpHeaders of(Message message, Route route, boolean closes) {
        Headers source = new Headers(message);
        Map<String, List<String>> given = source.headerMap();
        HttpHeaders fields = new DefaultHttpHeaders();
        fields.set("Host", route.authority());
        if (closes || asksToClose(given)) {
            fields.set("Connection", HttpHeaderValues.CLOSE);
        }
        boolean separate = MessageUtils.getContextualBoolean(message, Headers.ADD_HEADERS_PROPERTY, false);
        given.forEach((name, values) -> {
            if (OURS.contains(name.toLowerCase(Locale.ROOT)) || HttpHeaderHelper.CONTENT_TYPE.equalsIgnoreCase(name)) {
                return;
            }
            if (HttpHeaderHelper.COOKIE.equalsIgnoreCase(name)) {
                // RFC 6265, section 5.4: no more than one field.
                fields.set(name, String.join("; ", new LinkedHashSet<>(values)));
            } else if (separate) {
                fields.add(name, values);
            } else {
                fields.set(name, String.join(",", values));
            }
        });
        if (!fields.contains("User-Agent")) {
            fields.set("User-Agent", Headers.USER_AGENT);
        }
        if (hasContentType(message, given)) {
            fields.set(HttpHeaderHelper.CONTENT_TYPE, source.determineContentType());
        }
        return fields;
    }

    private static boolean asksToClose(Map<String, List<String>> given) {
        return given.getOrDefault("Connection", List.of()).stream().anyMatch("close"::equalsIgnoreCase);
    }

    private static boolean hasContentType(Message message, Map<String, List<String>> given) {
        boolean wanted = given.containsKey(HttpHeaderHelper.CONTENT_TYPE) || !isWithoutContent(message);
        Object setWhenEmpty = message.getContextualProperty(Headers.SET_EMPTY_REQUEST_CT_PROPERTY);
        boolean empty = PropertyUtils.isTrue(message.get(Headers.EMPTY_REQUEST_PROPERTY));
        return wanted && !(empty && setWhenEmpty != null && PropertyUtils.isFalse(setWhenEmpty));
    }

    /** Returns whether the method of the message takes no content. */
    static boolean isWithoutContent(Message message) {
        return NO_CONTENT_METHODS.contains(String.valueOf(message.get(Message.HTTP_REQUEST_METHOD)));
    }
}
