package io.github.restartoracle.http;

import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.logging.Logger;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.cxf.configuration.jsse.SSLUtils;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.transport.https.HttpsURLConnectionInfo;
import org.jspecify.annotations.Nullable;

/**
 * The encryption of connections, from the TLS parameters of a conduit. The JDK checks the name of the server during the
 * handshake (RFC 2818). If the parameters have a host name verifier, it checks the name instead, before any byte is sent. Only
 * {@code disableCNCheck} turns the check off.
 *
 * <p>Thread-safe. Two instances are never equal, so that connections made with different parameters are not mixed.
 */
final class Tls {
    /** The default parameters, which must not be changed. */
    private static final TLSClientParameters DEFAULTS = new TLSClientParameters();

    private static final Logger CIPHER_LOG = Logger.getLogger(Tls.class.getName());

    private final SSLContext context;
    private final @Nullable HostnameVerifier verifier;
    private final boolean identifies;
    private final TLSClientParameters parameters;
    private final String[] cipherSuites;
    private final String[] protocols;
    private final @Nullable List<SNIServerName> serverNames;

    private Tls(TLSClientParameters parameters, SSLContext context) {
        this.parameters = parameters;
        this.context = context;
        this.verifier = verifier(parameters);
        this.identifies = verifier == null && !parameters.isDisableCNCheck();
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

    private static @Nullable HostnameVerifier verifier(TLSClientParameters parameters) {
        if (parameters.getHostnameVerifier() != null) {
            return parameters.getHostnameVerifier();
        }
        return parameters.isUseHttpsURLConnectionDefaultHostnameVerifier()
                ? HttpsURLConnection.getDefaultHostnameVerifier()
                : null;
    }

    /** Returns the parameters of a message, otherwise those of its conduit, otherwise CXF's own. */
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

    /**
     * Returns the same parameters without a client certificate.
     *
     * @throws IOException if the client certificate cannot be left out
     */
    static TLSClientParameters withoutKey(TLSClientParameters parameters) throws IOException {
        if (parameters.getSslContext() != null) {
            throw new IOException(
                    "redirects to another host are not followed if the SSLContext was set by the application:"
                            + " it could present a client certificate to that host");
        }
        TLSClientParameters without = new TLSClientParameters();
        without.setTrustManagers(parameters.getTrustManagers());
        without.setKeyManagers(new KeyManager[0]);
        without.setHostnameVerifier(parameters.getHostnameVerifier());
        without.setUseHttpsURLConnectionDefaultHostnameVerifier(
                parameters.isUseHttpsURLConnectionDefaultHostnameVerifier());
        without.setDisableCNCheck(parameters.isDisableCNCheck());
        without.setCipherSuites(parameters.getCipherSuites());
        without.setCipherSuitesFilter(parameters.getCipherSuitesFilter());
        without.setSecureSocketProtocol(parameters.getSecureSocketProtocol());
        without.setJsseProvider(parameters.getJsseProvider());
        return without;
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
        if (identifies) {
            wanted.setEndpointIdentificationAlgorithm("HTTPS");
        }
        applyNamedGroups(wanted);
        engine.setSSLParameters(wanted);
        return engine;
    }

    private void applyNamedGroups(SSLParameters wanted) {
        try {
            org.apache.cxf.transport.https.SSLUtils.applyNamedGroups(wanted, parameters.getNamedGroups());
        } catch (NoSuchMethodError older) {
            CIPHER_LOG.finest("this version of CXF does not support named groups");
        }
    }

    /** Returns whether the user has a verifier of host names, which may block. */
    boolean hasVerifier() {
        return verifier != null;
    }

    /**
     * Asks the user's verifier, if there is one.
     *
     * @throws SSLPeerUnverifiedException if it refuses the name
     */
    void verify(String host, SSLSession session) throws SSLPeerUnverifiedException {
        if (verifier != null && !verifier.verify(host, session)) {
            throw new SSLPeerUnverifiedException("The certificate of the server does not name " + host
                    + " as the host name verifier of the conduit requires");
        }
    }

    /** Returns the information of CXF on a connection, for the user's code that decides about it. */
    static HttpsURLConnectionInfo info(SSLSession session, URI url, String method) throws SSLPeerUnverifiedException {
        return new HttpsURLConnectionInfo(
                url,
                method,
                session.getCipherSuite(),
                session.getLocalCertificates(),
                session.getLocalPrincipal(),
                session.getPeerCertificates(),
                session.getPeerPrincipal());
    }
}
