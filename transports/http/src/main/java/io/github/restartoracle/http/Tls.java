package io.github.restartoracle.http;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.logging.Logger;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.cxf.configuration.jsse.SSLUtils;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.jspecify.annotations.Nullable;

/**
 * How connections are encrypted, from the TLS parameters of a conduit. The name of the server is always checked with
 * CXF's host name verifier after the handshake and before anything is sent, whatever the trust managers are; only
 * {@code disableCNCheck} turns it off.
 *
 * <p>Thread-safe. Two instances are never equal, so that connections made with different parameters are not mixed.
 */
final class Tls {
    /** Nobody changes them. */
    private static final TLSClientParameters DEFAULTS = new TLSClientParameters();

    private static final Logger CIPHER_LOG = Logger.getLogger(Tls.class.getName());

    private final SSLContext context;
    private final HostnameVerifier verifier;
    private final String[] cipherSuites;
    private final String[] protocols;
    private final @Nullable List<SNIServerName> serverNames;

    private Tls(TLSClientParameters parameters, SSLContext context) {
        this.context = context;
        this.verifier = org.apache.cxf.transport.https.SSLUtils.getHostnameVerifier(parameters);
        this.cipherSuites = SSLUtils.getCiphersuitesToInclude(
                parameters.getCipherSuites(),
                parameters.getCipherSuitesFilter(),
                context.getSocketFactory().getDefaultCipherSuites(),
                SSLUtils.getSupportedCipherSuites(context),
                CIPHER_LOG);
        String protocol = parameters.getSecureSocketProtocol();
        this.protocols = protocol == null ? TLSClientParameters.getPreferredClientProtocols() : new String[] {protocol};
        List<String> names = parameters.getServerNames();
        this.serverNames = names == null || names.isEmpty()
                ? null
                : names.stream().<SNIServerName>map(SNIHostName::new).toList();
    }

    /** Those of a message, otherwise those of its conduit, otherwise CXF's own. */
    static TLSClientParameters parameters(
            @Nullable TLSClientParameters ofMessage, @Nullable TLSClientParameters ofConduit) {
        TLSClientParameters own = ofMessage == null ? ofConduit : ofMessage;
        return own == null ? DEFAULTS : own;
    }

    /**
     * Reads key stores and trust stores.
     *
     * @throws IOException if they cannot be used
     */
    static Tls of(TLSClientParameters parameters) throws IOException {
        try {
            SSLContext own = parameters.getSslContext();
            SSLContext context =
                    own != null ? own : org.apache.cxf.transport.https.SSLUtils.getSSLContext(parameters, false);
            return new Tls(parameters, context);
        } catch (GeneralSecurityException unusable) {
            throw new IOException(unusable);
        }
    }

    SSLEngine engine(Route route) {
        SSLEngine engine = context.createSSLEngine(route.host(), route.port());
        engine.setUseClientMode(true);
        SSLParameters wanted = engine.getSSLParameters();
        wanted.setCipherSuites(cipherSuites);
        wanted.setProtocols(protocols);
        if (serverNames != null) {
            wanted.setServerNames(serverNames);
        }
        engine.setSSLParameters(wanted);
        return engine;
    }

    void verify(String host, SSLSession session) throws SSLPeerUnverifiedException {
        if (!verifier.verify(host, session)) {
            throw new SSLPeerUnverifiedException("The certificate of the server does not name " + host
                    + "; the TLS client property disableCNCheck turns this check off");
        }
    }
}
