package io.github.restartoracle.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.restartoracle.mail.account.MailAccounts;
import io.github.restartoracle.wsrm.RestartOracleFeature;
import jakarta.activation.DataHandler;
import jakarta.jws.WebService;
import jakarta.xml.ws.BindingProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.cxf.Bus;
import org.apache.cxf.BusFactory;
import org.apache.cxf.bus.CXFBusFactory;
import org.apache.cxf.jaxws.JaxWsProxyFactoryBean;
import org.apache.cxf.jaxws.JaxWsServerFactoryBean;
import org.apache.cxf.ws.addressing.ContextUtils;
import org.apache.cxf.ws.addressing.WSAContextUtils;
import org.apache.cxf.ws.addressing.WSAddressingFeature;
import org.apache.cxf.ws.rm.RMConfiguration.DeliveryAssurance;
import org.apache.cxf.ws.rm.RMManager;
import org.apache.cxf.ws.rm.feature.RMFeature;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A CXF client and a CXF server that talk WS-RM by mail, both ways. */
class ReliableMailIT {
    private static final String CLIENT = "client@example.org";
    private static final String SERVER = "server@example.com";
    private static final String GUARD = ContextUtils.ALLOWED_DECOUPLED_DEST_SCHEMES_PROPERTY;
    private static @Nullable String guardBefore;

    private final GreenMail mailServer = new GreenMail(new ServerSetup[] {
        new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP),
        new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_POP3)
    });
    private final Bus clientBus = bus();
    private final Bus serverBus = bus();
    private final NoticesBean bean = new NoticesBean();

    @TempDir
    Path spool;

    /** Notes what is delivered. */
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

    @BeforeAll
    static void letMailAddressesPass() {
        guardBefore = System.getProperty(GUARD);
        System.setProperty(GUARD, "http://,https://,mailto:");
    }

    @AfterAll
    static void putTheGuardBack() {
        if (guardBefore == null) {
            System.clearProperty(GUARD);
        } else {
            System.setProperty(GUARD, guardBefore);
        }
    }

    @BeforeEach
    void start() {
        mailServer.start();
        mailServer.setUser(CLIENT, CLIENT, CLIENT);
        mailServer.setUser(SERVER, SERVER, SERVER);
        clientBus.setExtension(accounts(CLIENT, "example.com"), MailAccounts.class);
        serverBus.setExtension(accounts(SERVER, "example.org"), MailAccounts.class);
    }

    private MailAccounts accounts(String address, String recipients) {
        return Accounts.at(
                mailServer.getSmtp().getPort(),
                mailServer.getPop3().getPort(),
                spool,
                address,
                "recipient-domains",
                recipients);
    }

    private static Bus bus() {
        Bus bus = new CXFBusFactory().createBus();
        bus.getExtension(RMManager.class).getConfiguration().setDeliveryAssurance(DeliveryAssurance.EXACTLY_ONCE);
        return bus;
    }

    @AfterEach
    void stop() {
        clientBus.shutdown(true);
        serverBus.shutdown(true);
        mailServer.stop();
    }

    private void startServer() {
        JaxWsServerFactoryBean factory = new JaxWsServerFactoryBean();
        factory.setBus(serverBus);
        factory.setAddress("mailto:" + SERVER);
        factory.setServiceBean(bean);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        factory.create();
    }

    private Notices client() {
        JaxWsProxyFactoryBean factory = new JaxWsProxyFactoryBean();
        factory.setBus(clientBus);
        factory.setServiceClass(Notices.class);
        factory.setAddress("mailto:" + SERVER);
        factory.getFeatures().add(new WSAddressingFeature());
        factory.getFeatures().add(new RMFeature());
        Bus former = BusFactory.getAndSetThreadDefaultBus(clientBus);
        try {
            Notices proxy = (Notices) factory.create();
            ((BindingProvider) proxy).getRequestContext().put(WSAContextUtils.REPLYTO_PROPERTY, "mailto:" + CLIENT);
            return proxy;
        } finally {
            BusFactory.setThreadDefaultBus(former);
        }
    }

    private void installOracle(String name) {
        if (!name.equals("cxf")) {
            RestartOracleFeature feature = new RestartOracleFeature(name);
            feature.setProperties(Map.of("initial-timeout", "5s"));
            feature.initialize(clientBus);
        }
    }

    private boolean everythingAcknowledged() {
        return clientBus.getExtension(RMManager.class).getRetransmissionQueue().isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"fixed, 1000", "cxf, 200"})
    void shouldDeliverEachMessageOnceAndHaveItAcknowledgedByMail(String queue, int count) {
        installOracle(queue);
        startServer();
        Notices client = client();
        List<String> texts =
                IntStream.range(0, count).mapToObj(i -> "notice " + i).toList();

        texts.forEach(client::tell);

        await().atMost(Duration.ofMinutes(3)).until(() -> bean.told.size() >= count);
        await().atMost(Duration.ofMinutes(3)).until(this::everythingAcknowledged);
        assertThat(bean.told).containsExactlyInAnyOrderElementsOf(texts);
    }

    @Test
    void shouldBringTheResponseToTheCallersMailbox() {
        installOracle("fixed");
        startServer();

        assertThat(client().ask("a question")).isEqualTo("answer to a question");
        assertThat(bean.told).containsExactly("a question");
    }
}
