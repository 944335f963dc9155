package io.github.restartoracle.mail.internal.inbox;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses and identifiers of an envelope. Values are trimmed and otherwise as the sender wrote them.
 *
 * @param to {@code wsa:To}
 * @param messageId {@code wsa:MessageID}
 * @param relatesTo {@code wsa:RelatesTo}
 * @param named addresses to which messages may be sent: ReplyTo and FaultTo in the header, and every endpoint reference in a
 *     message of WS-RM itself
 * @param addressing true if there is any WS-Addressing header
 * @param sequenced true if WS-RM numbers the message, and so filters copies and acknowledges them itself
 */
record SoapAddressing(
        @Nullable String to,
        @Nullable String messageId,
        @Nullable String relatesTo,
        List<String> named,
        boolean addressing,
        boolean sequenced) {}
