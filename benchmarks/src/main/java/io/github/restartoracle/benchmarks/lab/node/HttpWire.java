package io.github.restartoracle.benchmarks.lab.node;

import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.List;
import org.apache.cxf.Bus;
import org.apache.cxf.configuration.jsse.TLSServerParameters;
import org.apache.cxf.endpoint.Client;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.cxf.transport.http.HTTPConduitConfigurer;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngine;
import org.apache.cxf.transport.http_jetty.JettyHTTPServerEngineFactory;
import org.apache.cxf.transports.http.configuration.HTTPClientPolicy;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Requests with the acknowledgement in the response. */
record HttpWire(String address, int warmUpMessages) implements Wire {
    /** After so many messages, one takes a millisecond or two of the processor. */
    static final int WARM_UP = 100;

    private static final int BACKLOG = 4096;

    @Override
    public String target() {
        return address;
    }

    @Override
    public String endpoint() {
        return address;
    }

    @Override
    public void prepareSource(Bus bus, boolean asInThePaper) {
        if (encrypted()) {
            // Of every conduit, those for CreateSequence and the like as well.
            bus.setExtension(
                    (name, to, conduit) -> conduit.setTlsClientParameters(Tls.client()), HTTPConduitConfigurer.class);
        }
    }

    private boolean encrypted() {
        return address.startsWith("https:");
    }

    /**
     * When a link comes back, hundreds of connections come at once. Jetty's backlog of 50 would drop their SYNs, and the
     * experiment would measure that.
     */
    @Override
    public void prepareDestination(Bus bus, ServiceConduct conduct) throws IOException {
        URI uri = URI.create(address);
        try {
            JettyHTTPServerEngineFactory engines = bus.getExtension(JettyHTTPServerEngineFactory.class);
            ServerConnector connector;
            if (encrypted()) {
                // The engine wants some; its connector has its own.
                engines.setTLSServerParametersForPort(uri.getHost(), uri.getPort(), new TLSServerParameters());
                SslContextFactory.Server keys = new SslContextFactory.Server();
                keys.setSslContext(Tls.server(conduct::tlsFails));
                // Its certificate names no host.
                HttpConfiguration http = new HttpConfiguration();
                http.addCustomizer(new SecureRequestCustomizer(false));
                connector = new ServerConnector(new Server(), keys, new HttpConnectionFactory(http));
            } else {
                connector = new ServerConnector(new Server());
            }
            JettyHTTPServerEngine engine =
                    engines.createJettyHTTPServerEngine(uri.getHost(), uri.getPort(), uri.getScheme());
            connector.setHost(uri.getHost());
            connector.setPort(uri.getPort());
            connector.setAcceptQueueSize(BACKLOG);
            engine.setConnector(connector);
            engine.setHandlers(List.of(conduct.gate()));
            bus.getOutInterceptors().add(conduct.work());
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /**
     * The kernel decides how long a connection is tried. An answer is not waited for as long: a server may forget a
     * connection in an outage.
     */
    @Override
    public void asInThePaper(Client client) {
        HTTPClientPolicy policy = new HTTPClientPolicy();
        policy.setConnectionTimeout(0);
        ((HTTPConduit) client.getConduit()).setClient(policy);
    }
}
