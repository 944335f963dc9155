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

/** HTTP, with the acknowledgement in the response. */
record HttpWire(String address, int warmUpMessages) implements Wire {
    /** The number of warm-up messages, after which a message takes one or two milliseconds of processor time. */
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
            // Applies to every conduit, including those for CreateSequence and the like.
            bus.setExtension(
                    (name, to, conduit) -> conduit.setTlsClientParameters(NodeTls.client()),
                    HTTPConduitConfigurer.class);
        }
    }

    private boolean encrypted() {
        return address.startsWith("https:");
    }

    /**
     * Sets a large backlog. When a link comes back, hundreds of connections are opened at once. Jetty's backlog of 50 would
     * drop their SYNs, which would distort the experiment.
     */
    @Override
    public void prepareDestination(Bus bus, ServiceConduct conduct) throws IOException {
        URI uri = URI.create(address);
        try {
            JettyHTTPServerEngineFactory engines = bus.getExtension(JettyHTTPServerEngineFactory.class);
            ServerConnector connector;
            if (encrypted()) {
                // The engine requires some parameters; the connector below has its own.
                engines.setTLSServerParametersForPort(uri.getHost(), uri.getPort(), new TLSServerParameters());
                SslContextFactory.Server keys = new SslContextFactory.Server();
                keys.setSslContext(NodeTls.server(conduct::tlsFails));
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
     * Leaves it to the kernel to decide how long a connection is tried. The time to wait for an answer stays limited, because a
     * server may forget a connection in an outage.
     */
    @Override
    public void asInThePaper(Client client) {
        HTTPClientPolicy policy = new HTTPClientPolicy();
        policy.setConnectionTimeout(0);
        ((HTTPConduit) client.getConduit()).setClient(policy);
    }
}
