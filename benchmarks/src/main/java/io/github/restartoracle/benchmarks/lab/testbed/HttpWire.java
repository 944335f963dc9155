package io.github.restartoracle.benchmarks.lab.testbed;

import com.icegreen.greenmail.util.GreenMail;
import io.github.restartoracle.benchmarks.lab.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.apache.cxf.Bus;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.transport.http.HTTPConduitConfigurer;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngine;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;
import org.apache.cxf.transport.https.InsecureTrustManager;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * HTTP or HTTPS, with the acknowledgement in the response. HTTPS is there for the handshakes; certificates are not checked.
 *
 * @param address of the destination, or of the link in front of it
 * @param warmUpMessages the same at both ends
 */
record HttpWire(String address, int warmUpMessages) implements Wire {
    /** The number of warm-up messages, after which a message takes one or two milliseconds of processor time. */
    private static final int WARM_UP = 400;

    /** The limit of slow links: on a link with less bandwidth so many messages take minutes. */
    private static final long SLOW_BITS_PER_SECOND = 500_000;

    private static final int SHORT_WARM_UP = 20;
    private static final int BACKLOG = 4096;

    /**
     * Creates the wire of a scenario.
     *
     * @param host the host that the source calls, or on which the destination listens
     * @param port its port
     * @param scenario tells if handshakes can fail, which needs HTTPS, and if the link is slow
     */
    static HttpWire of(String host, int port, Scenario scenario) {
        String scheme = scenario.service().tlsFails().isPresent() ? "https" : "http";
        boolean slow = scenario.link().bandwidth().orElse(Long.MAX_VALUE) < SLOW_BITS_PER_SECOND;
        return new HttpWire(scheme + "://" + host + ":" + port + "/sink", slow ? SHORT_WARM_UP : WARM_UP);
    }

    private boolean encrypted() {
        return address.startsWith("https:");
    }

    @Override
    public String prepareSource(Bus bus, boolean asInThePaper) {
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(InsecureTrustManager.getNoOpX509TrustManagers());
        tls.setDisableCNCheck(true);
        // The kernel decides how long a connection is tried. The time to wait for an answer stays limited, because a
        // server may forget a connection in an outage.
        HTTPClientPolicy patient = new HTTPClientPolicy();
        patient.setConnectionTimeout(0);
        // Applies to every conduit, including those for CreateSequence and the like.
        HTTPConduitConfigurer configurer = (name, to, conduit) -> {
            if (encrypted()) {
                conduit.setTlsClientParameters(tls);
            }
            if (asInThePaper) {
                conduit.setClient(patient);
            }
        };
        bus.setExtension(configurer, HTTPConduitConfigurer.class);
        return address;
    }

    /**
     * Sets a large backlog. When a link comes back, hundreds of connections are opened at once. Jetty's backlog of 50 would
     * drop their SYNs, which would distort the experiment.
     */
    @Override
    public String prepareDestination(Bus bus, ServiceConduct conduct) throws IOException {
        URI uri = URI.create(address);
        try {
            JettyHTTPServerEngineFactory engines = bus.getExtension(JettyHTTPServerEngineFactory.class);
            ServerConnector connector = new ServerConnector(new Server());
            if (encrypted()) {
                // The engine requires some parameters; the connector has its own.
                engines.setTLSServerParametersForPort(uri.getHost(), uri.getPort(), new TLSServerParameters());
                // The certificate names no host of the testbed.
                HttpConfiguration http = new HttpConfiguration();
                http.addCustomizer(new SecureRequestCustomizer(false));
                connector = new ServerConnector(new Server(), tls(conduct), new HttpConnectionFactory(http));
            }
            JettyHTTPServerEngine engine =
                    engines.createJettyHTTPServerEngine(uri.getHost(), uri.getPort(), uri.getScheme());
            connector.setHost(uri.getHost());
            connector.setPort(uri.getPort());
            connector.setAcceptQueueSize(BACKLOG);
            engine.setConnector(connector);
            engine.setHandlers(List.of(conduct.gate()));
            bus.getOutInterceptors().add(conduct.work());
            return address;
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Returns TLS with the key that GreenMail ships. While handshakes fail, connections have no key, as if it were lost. */
    private static SslContextFactory.Server tls(ServiceConduct conduct) throws GeneralSecurityException {
        SSLContext withoutKey = SSLContext.getInstance("TLS");
        withoutKey.init(null, null, null);
        SslContextFactory.Server tls = new SslContextFactory.Server() {
            @Override
            public SSLEngine newSSLEngine(InetSocketAddress client) {
                return conduct.tlsFails() ? withoutKey.createSSLEngine() : super.newSSLEngine(client);
            }
        };
        tls.setKeyStorePath(Objects.requireNonNull(GreenMail.class.getResource("/greenmail.p12"))
                .toString());
        tls.setKeyStorePassword("changeit");
        return tls;
    }
}
