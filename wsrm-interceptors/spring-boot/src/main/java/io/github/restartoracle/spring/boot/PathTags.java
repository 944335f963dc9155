package io.github.restartoracle.spring.boot;

import io.micrometer.core.instrument.Tags;
import java.net.URI;

/**
 * The tags that distinguish paths on a dashboard: they have few values, unlike addresses.
 *
 * @param endpoint the service and port of the source without their namespace
 * @param host the host of the destination address, without its port; {@code unknown} if it has none
 */
record PathTags(String endpoint, String host) {
    static final PathTags OTHER = new PathTags("other", "other");

    static PathTags of(String endpoint, String address) {
        return new PathTags(endpoint.substring(endpoint.indexOf('}') + 1), host(address));
    }

    private static String host(String address) {
        try {
            URI uri = URI.create(address);
            String opaque = uri.isOpaque() ? uri.getSchemeSpecificPart() : "";
            String host =
                    uri.isOpaque() ? opaque.substring(opaque.indexOf('@') + 1).replaceAll("\\?.*", "") : uri.getHost();
            return host == null || host.isEmpty() ? "unknown" : host;
        } catch (IllegalArgumentException notAnAddress) {
            return "unknown";
        }
    }

    Tags tags() {
        return Tags.of("endpoint", endpoint, "host", host);
    }
}
