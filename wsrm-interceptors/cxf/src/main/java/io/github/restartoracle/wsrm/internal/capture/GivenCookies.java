package io.github.restartoracle.wsrm.internal.capture;

import io.github.restartoracle.wsrm.internal.sequence.CallContext;
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
    private GivenCookies() {}

    /**
     * Removes all cookies from the headers that were not noted.
     *
     * @param headers those of a transmission; names in any case
     */
    static void restore(Message message, Map<String, List<String>> headers) {
        headers.remove(HttpHeaderHelper.COOKIE);
        List<String> given = CallContext.givenHeaders(message).get(HttpHeaderHelper.COOKIE);
        if (given != null) {
            headers.put(HttpHeaderHelper.COOKIE, new ArrayList<>(given));
        }
    }
}
