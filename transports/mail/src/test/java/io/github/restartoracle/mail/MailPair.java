package io.github.restartoracle.mail;

import io.github.restartoracle.harness.testbed.Mailbox;
import io.github.restartoracle.mail.internal.account.MailAccounts;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.endpoint.Server;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.WSAContextUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.jspecify.annotations.Nullable;

/** A CXF client and a CXF server that talk WS-RM by mail, both ways. */
final class MailPair implements AutoCloseable {
    private static final String GUARD = ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY;

    private final @Nullable String guardBefore = System.getProperty(GUARD);
    final Bus clientBus = bus();
    final Bus serverBus = bus();
    final NoticesBean bean = new NoticesBean();

    /**
     * Holds the proxies: CXF destroys a client whose proxy is garbage, and with it the address that receives acknowledgements.
     */
    private final List<Notices> proxies = new CopyOnWriteArrayList<>();

    private final Mailbox client;
    private final Mailbox server;
    private final Path spool;

    /** A service that records the delivered notices. */
    @WebService(
            endpointInterface = "io.github.restartoracle.mail.Notices",
            serviceName = "NoticesService",
            portName = "NoticesPort",
            targetNamespace = "urn:notices")
    static final class NoticesBean implements Notices {
        final List<String> told = new CopyOnWriteArrayList<>();

        @Override
        public void tell(String text) {
            told.add(text);
        }

        @Override
        public void show(DataHandler picture) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String ask(String question) {
            told.add(question);
            return "answer to " + question;
        }
    }

    /** Creates a pair, with further properties of the client's account as names and values. */
    MailPair(Mailbox client, Mailbox server, Path spool, String... more) {
        this.client = client;
        this.server = server;
        this.spool = spool;
        System.setProperty(GUARD, "http://,https://,mailto:");
        clientBus.setExtension(accounts(client, server, more), MailAccounts.class);
        serverBus.setExtension(accounts(server, client), MailAccounts.class);
    }

    private MailAccounts accounts(Mailbox mailbox, Mailbox peer, String... more) {
        String[] all = Arrays.copyOf(more, more.length + 2);
        all[more.length] = "recipient-domains";
        all[more.length + 1] = peer.address().replaceAll(".*@", "");
        return Accounts.at(mailbox, spool, all);
    }

    /** Makes the client send through another relay from now on. */
    void relayOfClient(int port) {
        clientBus.setExtension(accounts(through(port, client), server), MailAccounts.class);
    }

    /** Returns a mailbox whose owner sends through another relay of this host. */
    static Mailbox through(int relay, Mailbox mailbox) {
        return new Mailbox(
                mailbox.address(), mailbox.user(), mailbox.password(), mailbox.host(), relay, mailbox.pop3Port());
    }

    private static Bus bus() {
        Bus bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        return bus;
    }

    @Override
    public void close() {
        clientBus.shutdown(true);
        serverBus.shutdown(true);
        if (guardBefore == null) {
            System.clearProperty(GUARD);
        } else {
            System.setProperty(GUARD, guardBefore);
        }
    }

    Server startServer() {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(serverBus);
        factory.setAddress("mailto:" + server.address());
        factory.setServiceBean(bean);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        return factory.create();
    }

    Notices client() {
        Notices proxy = plainClient();
        ((BindingProvider) proxy)
                .getRequestContext()
                .put(WSAContextUtils.REPLYTO_PROPERTY, "mailto:" + client.address());
        return proxy;
    }

    /** Returns a client that does not set the address for answers. */
    Notices plainClient() {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(Notices.class);
        factory.setAddress("mailto:" + server.address());
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        Bus former = BusFactory.getAndSetThreadDefaultBus(clientBus);
        try {
            Notices proxy = (Notices) factory.create();
            proxies.add(proxy);
            return proxy;
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
    }

    void installOracle(String name, String initialTimeout) {
        if (!name.equals("cxf")) {
            RestartOracleFeature feature = new RestartOracleFeature(name);
            feature.setProperties(Map.of("initial-timeout", initialTimeout));
            feature.initialize(clientBus);
        }
    }

    /** Gives the service the receiving side of an oracle as well. */
    void installAtService() {
        new RestartOracleFeature("none").initialize(serverBus);
    }

    int unacknowledged() {
        return clientBus.getExtension(RMManager.class).getRetransmissionQueue().countUnacknowledged();
    }

    boolean everythingAcknowledged() {
        return unacknowledged() == 0;
    }
}
