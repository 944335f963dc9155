package io.github.restartoracle.http;

import io.github.restartoracle.settings.Settings;
import java.util.Set;

/**
 * The settings of the HTTP transport, section {@code restart-oracle.http}.
 *
 * @param connectionPerAttempt true if every attempt opens its own connection, as in the study of restart over
 *     WS-ReliableMessaging, instead of reusing idle ones; {@code http.connection-per-attempt}
 * @param nativeTransport true if Linux' epoll is used where its native part can be loaded, so that oracles learn when the next
 *     machine has received a message; {@code http.native-transport}
 * @param maxResponseBytes the greatest body of a response that is accepted, at least 1; {@code http.max-response-size}
 * @param maxAcknowledgementBytes the same for the response to a one-way message, which carries acknowledgements at most: 1 MiB
 *     or {@code maxResponseBytes}, if that is less
 */
record HttpSettings(
        boolean connectionPerAttempt, boolean nativeTransport, int maxResponseBytes, int maxAcknowledgementBytes) {
    /** The greatest head of a response that is accepted, in bytes; and of its first line. */
    static final int MAX_HEAD_BYTES = 64 << 10;

    private static final String SECTION = "http";
    private static final String CONNECTION_PER_ATTEMPT = "connection-per-attempt";
    private static final String NATIVE_TRANSPORT = "native-transport";
    private static final String MAX_RESPONSE_SIZE = "max-response-size";
    private static final int DEFAULT_MAX_RESPONSE_BYTES = 16 << 20;
    private static final int MAX_ACKNOWLEDGEMENT_BYTES = 1 << 20;

    HttpSettings {
        if (maxResponseBytes < 1 || maxAcknowledgementBytes < 1) {
            throw new IllegalArgumentException("sizes of responses must be 1 or more");
        }
    }

    static HttpSettings from(Settings settings) {
        Settings http = settings.section(SECTION);
        http.requireKnown(Set.of(CONNECTION_PER_ATTEMPT, NATIVE_TRANSPORT, MAX_RESPONSE_SIZE));
        int maxResponseBytes = (int) http.bytes(MAX_RESPONSE_SIZE, DEFAULT_MAX_RESPONSE_BYTES, 1, Integer.MAX_VALUE);
        return new HttpSettings(
                http.flag(CONNECTION_PER_ATTEMPT, false),
                http.flag(NATIVE_TRANSPORT, true),
                maxResponseBytes,
                Math.min(maxResponseBytes, MAX_ACKNOWLEDGEMENT_BYTES));
    }
}
