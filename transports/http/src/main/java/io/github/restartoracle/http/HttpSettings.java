package io.github.restartoracle.http;

import io.github.restartoracle.settings.Settings;
import java.util.Set;

/**
 * What can be chosen about the HTTP transport, section {@code restart-oracle.http}.
 *
 * @param connectionPerAttempt whether every attempt opens its own connection, as in the study of restart over
 *     WS-ReliableMessaging, instead of reusing idle ones; {@code http.connection-per-attempt}
 * @param maxResponseBytes the greatest body of a response that is accepted, at least 1; {@code http.max-response-size}
 */
record HttpSettings(boolean connectionPerAttempt, int maxResponseBytes) {
    private static final String SECTION = "http";
    private static final String CONNECTION_PER_ATTEMPT = "connection-per-attempt";
    private static final String MAX_RESPONSE_SIZE = "max-response-size";
    private static final int DEFAULT_MAX_RESPONSE_BYTES = 16 << 20;

    HttpSettings {
        if (maxResponseBytes < 1) {
            throw new IllegalArgumentException("maxResponseBytes = " + maxResponseBytes);
        }
    }

    static HttpSettings from(Settings settings) {
        Settings http = settings.section(SECTION);
        http.requireKnown(Set.of(CONNECTION_PER_ATTEMPT, MAX_RESPONSE_SIZE));
        return new HttpSettings(
                http.flag(CONNECTION_PER_ATTEMPT, false),
                http.integer(MAX_RESPONSE_SIZE, DEFAULT_MAX_RESPONSE_BYTES, 1, Integer.MAX_VALUE));
    }
}
