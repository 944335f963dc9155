package io.github.restartoracle.mail.inbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the header of a SOAP envelope says about where it belongs. Values are trimmed and otherwise as the sender wrote them.
 *
 * @param to {@code wsa:To}
 * @param messageId {@code wsa:MessageID}
 * @param relatesTo {@code wsa:RelatesTo}
 * @param replyAddresses the addresses of {@code wsa:ReplyTo} and {@code wsa:FaultTo}
 * @param addressing whether there is any WS-Addressing header
 * @param sequenced whether WS-RM numbers the message, and so filters copies and acknowledges them itself
 */
record Envelope(
        @Nullable String to,
        @Nullable String messageId,
        @Nullable String relatesTo,
        List<String> replyAddresses,
        boolean addressing,
        boolean sequenced) {
    /** Where there is no header that could be read. */
    static final Envelope PLAIN = new Envelope(null, null, null, List.of(), false, false);
}
