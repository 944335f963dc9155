package io.github.restartoracle.http;

import java.net.URI;
import java.util.Locale;

/**
 * The host to which the credentials, the cookies and the client certificate of a conduit belong (RFC 6454).
 *
 * @param scheme in lower case
 * @param host in lower case
 * @param port from 1 to 65535
 */
record Origin(String scheme, String host, int port) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    static Origin of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        int usual = scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
        return new Origin(
                scheme,
                String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT),
                uri.getPort() < 0 ? usual : uri.getPort());
    }

    boolean covers(URI uri) {
        return equals(of(uri));
    }
}
