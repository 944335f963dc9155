package io.github.restartoracle.http;

import java.net.URI;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a connection. Connections of equal routes are interchangeable.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port from 1 to 65535
 * @param tls the encryption, or null for plain HTTP
 */
record Route(String host, int port, @Nullable Tls tls) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    static Route of(URI uri, @Nullable Tls tls) {
        String host = uri.getHost();
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        }
        int port = uri.getPort() > 0 ? uri.getPort() : tls == null ? HTTP_PORT : HTTPS_PORT;
        return new Route(host, port, tls);
    }

    /** Returns the value of the Host header (RFC 9110, 7.2): the port only if it is not the scheme's. */
    String authority() {
        String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        boolean usual = port == (tls == null ? HTTP_PORT : HTTPS_PORT);
        return usual ? name : name + ":" + port;
    }

    /** Returns the failure to set up a connection; one of TLS if that is not in the failure itself. */
    Throwable setupFailure(Throwable cause) {
        if (tls == null || cause instanceof SSLException) {
            return cause;
        }
        SSLException failure = new SSLHandshakeException(String.valueOf(cause.getMessage()));
        failure.initCause(cause);
        return failure;
    }

    @Override
    public String toString() {
        return (tls == null ? "http://" : "https://") + authority();
    }
}
