package io.github.restartoracle.wsrm.capture;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.cxf.helpers.HttpHeaderHelper;
import org.apache.cxf.message.Message;

/**
 * The cookies that a caller gives, without those of the session. The transport adds the latter to each transmission, so the
 * captured headers must not contain them. Stateless.
 */
final class GivenCookies {
    private static final String KEY = GivenCookies.class.getName();

    private GivenCookies() {}

    /** Notes the cookies of a message for which no transport has prepared yet. */
    static void note(Message message) {
        if (message.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers) {
            headers.forEach((name, values) -> {
                if (HttpHeaderHelper.COOKIE.equalsIgnoreCase(String.valueOf(name))) {
                    message.put(KEY, values);
                }
            });
        }
    }

    /**
     * Removes all cookies from the headers that were not noted.
     *
     * @param headers those of a transmission; names in any case
     */
    @SuppressWarnings("unchecked") // the transport's headers have no other type
    static void restore(Message message, Map<String, List<String>> headers) {
        headers.remove(HttpHeaderHelper.COOKIE);
        if (message.get(KEY) instanceof List<?> given) {
            headers.put(HttpHeaderHelper.COOKIE, new ArrayList<>((List<String>) given));
        }
    }
}
